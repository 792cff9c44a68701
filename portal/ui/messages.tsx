import { createContext } from "preact";
import { useContext, useLayoutEffect } from "preact/hooks";

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

/** Shows the message in the topmost window, outside of which nothing can be used or heard; without a window, on the page. */
export function Messages({ windowId }: { windowId?: string }) {
  const { message, windows, dismiss } = useContext(MessagesContext);
  return (
    <div class="toast" role="status">
      {message && windowId === windows.at(-1) && (
        <div class={message.kind}>
          <p>{message.text}</p>
          <button type="button" class="quiet" aria-label="Dismiss the message" onClick={dismiss}>
            ✕
          </button>
        </div>
      )}
    </div>
  );
}
