const STOP_SIGNALS = ["SIGINT", "SIGTERM"] as const;

/**
 * Time within which signals count as one, in milliseconds. A terminal sends Ctrl-C to npm and to this process, and npm
 * sends it to this process again.
 */
const ONE_SIGNAL_MS = 1000;

/** Calls `stop` at the first signal to stop, and `exit` at a later one. */
export function onStopSignal(stop: (signal: NodeJS.Signals) => void, exit: () => void): void {
  let firstAt: number | undefined;
  const receive = (signal: NodeJS.Signals) => {
    const now = performance.now();
    if (firstAt === undefined) {
      firstAt = now;
      stop(signal);
    } else if (now - firstAt > ONE_SIGNAL_MS) exit();
  };
  for (const signal of STOP_SIGNALS) process.on(signal, receive);
}
