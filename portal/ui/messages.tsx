import { createContext } from "preact";
import { useContext, useLayoutEffect, useRef } from "preact/hooks";

/** A short message that something has worked, or has not. */
export interface Message {
  text: string;
  kind: "good" | "bad";
}

/** The message that is shown, and the ids of the windows that are open above the page, the topmost last. */
export const MessagesContext = createContext<{
  message: Message | undefined;
  windows: readonly string[];
  dismiss: () => void;
  setWindows: (change: (before: readonly string[]) => readonly string[]) => void;
}>({ message: undefined, windows: [], dismiss: () => undefined, setWindows: () => undefined });

/** Counts a window as open while it is shown. */
export function useOpenWindow(id: string): void {
  const { setWindows } = useContext(MessagesContext);
  useLayoutEffect(() => {
    setWindows((before) => [...before, id]);
    return () => setWindows((before) => before.filter((other) => other !== id));
  }, []);
}

/** A message with the button that takes it away; the focus then goes back to where it was. */
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

/** Shows the message in the topmost window, outside of which nothing can be used or heard; without a window, on the page. */
export function Messages({ windowId }: { windowId?: string }) {
  const { message, windows, dismiss } = useContext(MessagesContext);
  return (
    <div class="toast" role="status">
      {message && windowId === windows.at(-1) && <Toast message={message} onDismiss={dismiss} />}
    </div>
  );
}
