import type { Logger } from "pino";
import { MINUTE_MS } from "../units/durations.ts";

/** Log messages for requests that were refused because of a wrong secret or password. */
type RefusedSignIn = "token requests refused" | "portal sign-ins refused";

/** Counts events that are too frequent for a log line each, and logs their numbers once a minute, if there were any. */
export class MinuteLog {
  readonly #log: Logger;
  readonly #timer: NodeJS.Timeout;
  #refused = new Map<number, number>();
  #failed = new Map<number, number>();
  #signIns = new Map<RefusedSignIn, Map<string, number>>();

  constructor(log: Logger) {
    this.#log = log;
    this.#timer = setInterval(() => this.flush(), MINUTE_MS);
    this.#timer.unref();
  }

  /** Counts an answer; statuses below 400 are not counted. */
  countAnswer(status: number): void {
    if (status < 400) return;
    const counts = status < 500 ? this.#refused : this.#failed;
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }

  /** Counts a request that was refused because of a wrong secret or password. The tenant must exist. */
  countRefusedSignIn(what: RefusedSignIn, tenant: string): void {
    const counts = this.#signIns.get(what) ?? new Map<string, number>();
    this.#signIns.set(what, counts.set(tenant, (counts.get(tenant) ?? 0) + 1));
  }

  /** Logs the counts since the last call. */
  flush(): void {
    if (this.#refused.size > 0)
      this.#log.info({ statuses: Object.fromEntries(this.#refused) }, "requests refused");
    if (this.#failed.size > 0)
      this.#log.warn({ statuses: Object.fromEntries(this.#failed) }, "requests failed");
    for (const [what, counts] of this.#signIns)
      for (const [tenant, count] of counts) this.#log.info({ tenant, count }, what);
    this.#refused = new Map();
    this.#failed = new Map();
    this.#signIns = new Map();
  }

  /** Logs the last counts and ends. */
  close(): void {
    clearInterval(this.#timer);
    this.flush();
  }
}
