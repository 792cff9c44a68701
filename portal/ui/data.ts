import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { isMissing, sentenceOf } from "../api/problem.ts";
import { usePortal } from "./context.ts";

/** What a page knows of something that it loads. Data that could not be loaded again stays, beside the error. */
export type Loaded<T> =
  | { state: "ready"; data: T; error?: undefined }
  | { state: "loading"; data: T | undefined; error?: string | undefined }
  | { state: "failed"; data: T | undefined; error: string };

/**
 * Loads something when the page opens and when a dependency changes; `reload` loads it again. A reload that fails keeps
 * the data, unless it does not exist any more. After a change of a dependency, the data of before is shown until the
 * answer, and never beside an error.
 */
export function useData<T>(
  load: () => Promise<T>,
  dependencies: unknown[],
): Loaded<T> & { reload: () => void } {
  const { api } = usePortal();
  const [loaded, setLoaded] = useState<Loaded<T>>({ state: "loading", data: undefined });
  const latest = useRef(0);
  // Whether the data is of the dependencies of before.
  const isOld = useRef(false);
  const reload = () => {
    const turn = ++latest.current;
    const mayKeepError = !isOld.current;
    setLoaded(({ data, error }) => ({ state: "loading", data, error: mayKeepError ? error : undefined }));
    load().then(
      (data) => {
        if (turn !== latest.current) return;
        isOld.current = false;
        setLoaded({ state: "ready", data });
      },
      (err: unknown) => {
        if (turn !== latest.current) return;
        const mayKeepData = !isOld.current && !isMissing(err);
        const error = sentenceOf(err);
        setLoaded(({ data }) => ({ state: "failed", error, data: mayKeepData ? data : undefined }));
      },
    );
  };
  useEffect(() => {
    isOld.current = true;
    reload();
  }, [api, ...dependencies]);
  return { ...loaded, reload };
}

const POLL_MS = 2000;

/** Loads something again and again for as long as it goes on, also after an attempt that has failed. */
export function usePolling(
  { state, reload }: Pick<Loaded<unknown>, "state"> & { reload: () => void },
  isGoingOn: boolean,
): void {
  const latest = useRef({ state, reload });
  latest.current = { state, reload };
  useEffect(() => {
    if (!isGoingOn) return undefined;
    const timer = setInterval(() => {
      if (latest.current.state !== "loading") latest.current.reload();
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [isGoingOn]);
}

/** Runs something that a person started, one at a time; what goes wrong is shown as a message. */
export function useAction<A extends unknown[]>(
  act: (...args: A) => Promise<string | undefined>,
): [run: (...args: A) => void, isRunning: boolean] {
  const { notify } = usePortal();
  const [isRunning, setRunning] = useState(false);
  // Not the state: that is older where somebody presses twice before the next frame.
  const running = useRef(false);
  const run = useCallback(
    (...args: A) => {
      if (running.current) return;
      running.current = true;
      setRunning(true);
      act(...args)
        .then(
          (message) => message !== undefined && notify(message),
          (err: unknown) => notify(sentenceOf(err), "bad"),
        )
        .finally(() => {
          running.current = false;
          setRunning(false);
        });
    },
    [act, notify],
  );
  return [run, isRunning];
}
