import { toolCall } from "../../src/errors/tool-call.ts";

const WIDTH = 30;
const STEP = 0.25;
const FINE_STEP = 0.005;

/** Time after which work that has not begun is probably never done, in milliseconds. */
const LATE_MS = 10_000;

/** Time without a change after which the tool no longer follows work, in milliseconds. */
const STANDSTILL_MS = 600_000;

/** What the operator checks if work does not go on. */
const CHECKS =
  "check that a process with the role jobs runs, that Redis has free memory, and that the tenant is not suspended.";

/**
 * Returns a function for each look at work that a process with the role jobs must do. It warns once if the work has not
 * begun in ten seconds, because without such a process it never does.
 */
export function lateWarner(warn: (text: string) => void, lateMs = LATE_MS): (hasBegun: boolean) => void {
  const startedAt = performance.now();
  let isSilent = false;
  return (hasBegun) => {
    if (isSilent || (!hasBegun && performance.now() - startedAt < lateMs)) return;
    isSilent = true;
    if (!hasBegun) warn(`Nothing has begun the work yet: ${CHECKS}`);
  };
}

/**
 * Returns a function for each look at work that continues without the tool: with a text of what it sees, and the call of
 * the tool that shows the work later. The result is whether the work stands still. Then it has warned: work may wait for
 * hours, such as for memory or for a platform.
 */
export function standstillWatcher(
  warn: (text: string) => void,
  standstillMs = STANDSTILL_MS,
): (seen: string, show: string) => boolean {
  let last: string | undefined;
  let changedAt = performance.now();
  return (seen, show) => {
    const now = performance.now();
    if (seen !== last) {
      [last, changedAt] = [seen, now];
      return false;
    }
    if (now - changedAt < standstillMs) return false;
    warn(
      `Nothing has changed for a long time: ${CHECKS} The work continues without this command: \`${toolCall(show)}\` shows it.`,
    );
    return true;
  };
}

/** Shows progress: a bar at a terminal, otherwise a line for each quarter. */
export class Progress {
  readonly #label: string;
  readonly #total: number;
  #done = 0;
  #shown = -1;

  constructor(label: string, total: number) {
    this.#label = label.padEnd(12);
    this.#total = total;
    this.#show();
  }

  add(count = 1): void {
    this.#done += count;
    this.#show();
  }

  #show(): void {
    const share = this.#total === 0 ? 1 : this.#done / this.#total;
    const { isTTY } = process.stderr;
    const step = Math.floor(share / (isTTY ? FINE_STEP : STEP));
    if (step === this.#shown) return;
    this.#shown = step;
    const counts = `${this.#done.toLocaleString("en")} of ${this.#total.toLocaleString("en")}`;
    if (!isTTY) {
      process.stderr.write(`${this.#label} ${counts}\n`);
      return;
    }
    const bar = "█".repeat(Math.round(share * WIDTH)).padEnd(WIDTH, "░");
    process.stderr.write(`\r${this.#label} ${bar} ${counts}${share >= 1 ? "\n" : ""}`);
  }
}
