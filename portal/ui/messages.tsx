import { createContext } from "preact";
import { useContext, useLayoutEffect, useRef } from "preact/hooks";

/** A short message about a success or a failure. */
export interface Message {
  text: string;
  kind: "good" | "bad";
}

/** The current message, and the ids of the open dialogs; the topmost is last. */
export const MessagesContext = createContext<{
  message: Message | undefined;
  windows: readonly string[];
  dismiss: () => void;
  setWindows: (change: (before: readonly string[]) => readonly string[]) => void;
}>({ message: undefined, windows: [], dismiss: () => undefined, setWindows: () => undefined });

/** Registers a dialog as open while it is shown. */
export function useOpenWindow(id: string): void {
  const { setWindows } = useContext(MessagesContext);
  useLayoutEffect(() => {
    setWindows((before) => [...before, id]);
    return () => setWindows((before) => before.filter((other) => other !== id));
  }, []);
}

/** A message with a button that dismisses it; the focus then returns to the element that had it before. */
function Toast({ message: { text, kind }, onDismiss }: { message: Message; onDismiss: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  const before = useRef<EventTarget | null>(null);
  useLayoutEffect(
    () => () => {
      if (button.current !== document.activeElement) return;
      if (before.current instanceof HTMLElement) before.current.focus();
    },
    [],
  );
  return (
    <div class={kind}>
      <p>{text}</p>
      <button
        ref={button}
        type="button"
        class="quiet"
        aria-label="Dismiss the message"
        onFocus={({ relatedTarget }) => (before.current = relatedTarget)}
        onClick={onDismiss}
      >
        ✕
      </button>
    </div>
  );
}

/** Shows the message in the topmost dialog, because the rest of the page is inert; without a dialog, on the page. */
export function Messages({ windowId }: { windowId?: string }) {
  const { message, windows, dismiss } = useContext(MessagesContext);
  return (
    <div class="toast" role="status">
      {message && windowId === windows.at(-1) && <Toast message={message} onDismiss={dismiss} />}
    </div>
  );
}
