import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { sentenceOf } from "../api/problem.ts";
import { usePortal } from "./context.ts";

/** What a page knows of something that it asks for. */
export type Loaded<T> =
  | { state: "loading"; data: T | undefined }
  | { state: "failed"; error: string; data: undefined }
  | { state: "ready"; data: T };

/** Asks for something when the page opens and when a dependency changes; `reload` asks again. */
export function useData<T>(
  load: () => Promise<T>,
  dependencies: unknown[],
): Loaded<T> & { reload: () => void } {
  const { api } = usePortal();
  const [loaded, setLoaded] = useState<Loaded<T>>({ state: "loading", data: undefined });
  const latest = useRef(0);
  const ask = () => {
    const turn = ++latest.current;
    setLoaded((before) => ({ state: "loading", data: before.data }));
    load().then(
      (data) => {
        if (turn === latest.current) setLoaded({ state: "ready", data });
      },
      (err: unknown) => {
        if (turn === latest.current) setLoaded({ state: "failed", error: sentenceOf(err), data: undefined });
      },
    );
  };
  useEffect(ask, [api, ...dependencies]);
  return { ...loaded, reload: ask };
}

const POLL_MS = 2000;

/** Asks again and again, for as long as something is going on. */
export function usePolling(
  { data, reload }: { data: unknown; reload: () => void },
  isGoingOn: boolean,
): void {
  useEffect(() => {
    if (!isGoingOn) return undefined;
    const timer = setTimeout(reload, POLL_MS);
    return () => clearTimeout(timer);
  }, [data, isGoingOn]);
}

/** Runs something that a person started, one at a time; what goes wrong is shown as a message. */
export function useAction<A extends unknown[]>(
  act: (...args: A) => Promise<string | undefined>,
): [run: (...args: A) => void, isRunning: boolean] {
  const { notify } = usePortal();
  const [isRunning, setRunning] = useState(false);
  const run = useCallback(
    (...args: A) => {
      setRunning(true);
      act(...args)
        .then(
          (message) => message !== undefined && notify(message),
          (err: unknown) => notify(sentenceOf(err), "bad"),
        )
        .finally(() => setRunning(false));
    },
    [act, notify],
  );
  return [run, isRunning];
}
