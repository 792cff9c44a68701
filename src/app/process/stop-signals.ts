/** Signals to stop. A terminal sends SIGINT for Ctrl-C, and SIGHUP when it is closed. */
export const STOP_SIGNALS = ["SIGHUP", "SIGINT", "SIGTERM"] as const;

/**
 * Signals of a fault of the process itself. With a listener in JavaScript, the process would run in a loop forever
 * instead of ending ({@link https://nodejs.org/docs/latest-v20.x/api/process.html#signal-events}).
 */
const FAULT_SIGNALS = ["SIGILL", "SIGTRAP", "SIGABRT", "SIGBUS", "SIGFPE", "SIGSEGV"] as const;

/** Signals for which close-with-grace must not listen. */
export const SKIPPED_SIGNALS = [...STOP_SIGNALS, ...FAULT_SIGNALS];

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
