import { useCallback, useContext, useEffect, useRef, useState } from "preact/hooks";
import { isMissing, isOutdated, sentenceOf } from "../api/problem.ts";
import { ReloadContext, usePortal } from "./context.ts";

/**
 * The state of data that a page loads. If a reload fails, the earlier data is kept together with the error. `isOther`
 * is whether the data belongs to earlier dependencies, such as the previous search.
 */
export type Loaded<T> =
  | { state: "ready"; data: T; error?: undefined }
  | { state: "loading"; data: T | undefined; error?: string | undefined; isOther?: boolean }
  | { state: "failed"; data: T | undefined; error: string };

/**
 * Loads data when the page opens and when a dependency changes; `reload` loads it again. If a reload fails, the data is
 * kept, except after a 404. After a change of a dependency, the earlier data is kept until the answer arrives, but
 * never together with an error.
 */
export function useData<T>(
  load: () => Promise<T>,
  dependencies: unknown[],
): Loaded<T> & { reload: () => void } {
  const { api } = usePortal();
  const [loaded, setLoaded] = useState<Loaded<T>>({ state: "loading", data: undefined });
  const latest = useRef(0);
  // Whether the data belongs to earlier dependencies.
  const isOld = useRef(false);
  const reload = () => {
    const number = ++latest.current;
    const isOther = isOld.current;
    setLoaded(({ data, error }) => ({ state: "loading", data, error: isOther ? undefined : error, isOther }));
    load().then(
      (data) => {
        if (number !== latest.current) return;
        isOld.current = false;
        setLoaded({ state: "ready", data });
      },
      (err: unknown) => {
        if (number !== latest.current) return;
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

/** Reloads data every two seconds while it is still changing, also after a failed attempt. */
export function usePolling(
  { state, reload }: Pick<Loaded<unknown>, "state"> & { reload: () => void },
  isChanging: boolean,
): void {
  const { hasEnded } = usePortal();
  const latest = useRef({ state, reload });
  latest.current = { state, reload };
  useEffect(() => {
    if (!isChanging || hasEnded) return undefined;
    const timer = setInterval(() => {
      if (latest.current.state !== "loading") latest.current.reload();
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [isChanging, hasEnded]);
}

/**
 * Returns a function that runs an action, one run at a time. A failure is shown as a message. If its subject has changed
 * in another window, the data around it is loaded again.
 */
export function useAction<A extends unknown[]>(
  act: (...args: A) => Promise<string | undefined>,
): [run: (...args: A) => void, isRunning: boolean] {
  const { notify } = usePortal();
  const reloadAround = useContext(ReloadContext);
  const [isRunning, setRunning] = useState(false);
  // A ref, because the state is not yet updated if somebody presses twice before the next frame.
  const running = useRef(false);
  const run = useCallback(
    (...args: A) => {
      if (running.current) return;
      running.current = true;
      setRunning(true);
      act(...args)
        .then(
          (message) => message !== undefined && notify(message),
          (err: unknown) => {
            notify(sentenceOf(err), "bad");
            if (isOutdated(err)) reloadAround?.();
          },
        )
        .finally(() => {
          running.current = false;
          setRunning(false);
        });
    },
    [act, notify, reloadAround],
  );
  return [run, isRunning];
}
