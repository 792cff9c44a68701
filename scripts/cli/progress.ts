const WIDTH = 30;
const STEP = 0.25;
const FINE_STEP = 0.005;

/** Time after which work that has not begun is probably never done, in milliseconds. */
const LATE_MS = 10_000;

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
    if (!hasBegun) warn("Nothing has begun the work yet: check that a process with the role jobs runs.");
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
