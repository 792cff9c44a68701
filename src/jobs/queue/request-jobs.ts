import { Unavailable } from "../../actors/runtime/unavailable.ts";
import type { Jobs } from "./jobs.ts";

/** What requests and background work have in common when they change the queues. */
export type JobChanges = Pick<Jobs, "add" | "revive" | "schedule" | "scheduled" | "unschedule">;

const QUEUES_UNAVAILABLE = "the Redis of the queues does not answer";

/**
 * The background jobs, as requests use them. {@link Jobs} waits while the Redis of the queues is unreachable; a request
 * waits for `timeoutMs` at most. While a call is overdue, further ones are refused immediately, so that neither
 * requests nor commands for Redis pile up. A change of a schedule is not refused, because its export is written already:
 * a request must call {@link requireAnswer} before it writes an export.
 */
export class RequestJobs implements JobChanges {
  readonly #jobs: JobChanges;
  readonly #timeoutMs: number;
  /** Calls that have taken longer, and have not ended. */
  #late = 0;

  constructor(jobs: JobChanges, timeoutMs: number) {
    this.#jobs = jobs;
    this.#timeoutMs = timeoutMs;
  }

  add: Jobs["add"] = (...given) => this.#inTime(() => this.#jobs.add(...given));
  revive: Jobs["revive"] = (...given) => this.#inTime(() => this.#jobs.revive(...given));
  schedule: Jobs["schedule"] = (...given) => this.#race(() => this.#jobs.schedule(...given));
  scheduled: Jobs["scheduled"] = (...given) => this.#inTime(() => this.#jobs.scheduled(...given));
  unschedule: Jobs["unschedule"] = (...given) => this.#race(() => this.#jobs.unschedule(...given));

  /** @throws {Unavailable} while a call is overdue: a request can be refused before it writes anything */
  requireAnswer(): void {
    if (this.#late > 0) throw new Unavailable(QUEUES_UNAVAILABLE);
  }

  async #inTime<T>(work: () => Promise<T>): Promise<T> {
    this.requireAnswer();
    return this.#race(work);
  }

  async #race<T>(work: () => Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    let isLate = false;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        isLate = true;
        this.#late++;
        reject(new Unavailable(QUEUES_UNAVAILABLE, { isUnknown: true }));
      }, this.#timeoutMs);
    });
    const call = work().finally(() => {
      clearTimeout(timer);
      if (isLate) this.#late--;
    });
    return Promise.race([call, timeout]);
  }
}
