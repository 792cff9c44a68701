import { setImmediate as nextTurn } from "node:timers/promises";
import { Problem } from "../../ingest/problem.ts";
import { Refusals } from "./refusals.ts";
import { RequestSlots, type Slot } from "./request-slots.ts";

/** Call it when a request is read and checked. If it returns a promise, await it before the request is carried out. */
export type Begin = () => Promise<void> | undefined;

interface AdmissionSettings {
  /** Maximum number of concurrent requests, however short they are. */
  maxRunning: number;
  /** Time after which a request is abandoned, in milliseconds. */
  timeoutMs: number;
  /** Monotonic time in milliseconds. */
  now?: () => number;
  /** Returns a number from 0 to 1, for the retry delay of a refused request. */
  random?: () => number;
}

/** Length of a window for counting answers, and number of windows that determine the limit. */
const WINDOW_MS = 250;
const WINDOWS = 40;
/**
 * Concurrent requests that are always admitted: with fewer requests, batches are small, and each request costs more.
 */
const MIN_LIMIT = 256;
/** Concurrent requests that are admitted while it is unknown whether more could be answered in time. */
const INITIAL_LIMIT = 512;
/** Share of the timeout within which admitted requests should be answered. */
const IN_TIME = 1 / 3;
/** The same while answers are slow: a shorter queue keeps the process equally busy, with smaller batches. */
const IN_TIME_IF_SLOW = 1 / 20;
/** Share of the timeout above which answers are slow. It is half of the share above, so that the queue stays short. */
const SLOW = 1 / 40;
/**
 * Maximum number of requests that begin in one turn of the event loop. The next ones begin after these were sent to the
 * workers.
 */
const PER_TURN = 64;
/**
 * Requests that each window admits above the limit before their tenant is known, so that it becomes known: of each
 * tenant that requests claim to concern, and of all other requests together.
 */
const MAX_UNKNOWN = 16;
/** Detail of the problem for a refused request. */
export const OVERLOADED = "The service has more requests than it can answer in time.";

interface Window {
  answered: number;
  ms: number;
  /** Whether there were always at least {@link MIN_LIMIT} requests: then the rate of this window is the maximum. */
  isFull: boolean;
}

/** Returns the answers per millisecond. */
function rateOf(windows: readonly Window[]): number {
  const ms = windows.reduce((sum, window) => sum + window.ms, 0);
  return ms === 0 ? 0 : windows.reduce((sum, window) => sum + window.answered, 0) / ms;
}

/**
 * Limits the number of concurrent requests before their bodies are read: an abandoned request costs as much as an
 * answered one. The limit is the number of requests that the process can answer in a third of the timeout, at its
 * recent rate (Little's law), or in a twentieth while answers are slow. Early refusals are not counted as answers,
 * because they are fast even in an overload. A short time without answers, as when a worker or a master fails, changes
 * the limit little, and so do requests that wait for one partition. A tenant with less than its share of the requests
 * is admitted above the limit.
 */
export class Admission {
  readonly #settings: Required<Omit<AdmissionSettings, "random">>;
  readonly refusals: Refusals;
  readonly #slots: RequestSlots;
  /** Windows of the past, the newest last. */
  #windows: Window[] = [];
  #answered = 0;
  /** Total time of the answers in this window. */
  #waitedMs = 0;
  #isFull = false;
  /** Whether the answers of the last window with answers were slow. */
  #isSlow = false;
  #windowStart: number;
  #running = 0;
  /** Number of concurrent requests of each tenant. */
  readonly #ofTenants = new Map<string, number>();
  /** Admitted requests in this window whose tenant was not known, by the tenant that they claim to concern. */
  readonly #unknown = new Map<string | undefined, number>();
  /** Requests that began in this turn of the event loop. */
  #begun = 0;
  #limit: number;

  constructor({ random = Math.random, ...settings }: AdmissionSettings) {
    this.#settings = { now: () => performance.now(), ...settings };
    this.refusals = new Refusals(random);
    this.#slots = new RequestSlots(this.#settings.now);
    this.#limit = Math.min(settings.maxRunning, INITIAL_LIMIT);
    this.#windowStart = this.#settings.now();
  }

  /** Returns how many more requests are admitted now from any tenant. */
  room(): number {
    const now = this.#settings.now();
    if (now - this.#windowStart >= WINDOW_MS) this.#measure(now);
    return Math.max(0, this.#limit - this.#running);
  }

  /**
   * Whether the next request of a tenant is admitted: if there is room, or if the tenant has less than its
   * share, so that the load of one tenant does not keep the others out. Without a tenant: whether the request may
   * continue until its tenant is known.
   *
   * @param claimed the tenant that a request without a known tenant claims to concern
   */
  admits(tenant: string | undefined, claimed?: string): boolean {
    if (this.room() > 0) return true;
    if (tenant === undefined) return this.#admitsUnknown(claimed);
    const own = this.#ofTenants.get(tenant) ?? 0;
    const tenants = this.#ofTenants.size + (own === 0 ? 1 : 0);
    return this.#running < this.#settings.maxRunning && own < Math.floor(this.#limit / tenants);
  }

  #admitsUnknown(claimed: string | undefined): boolean {
    const admitted = this.#unknown.get(claimed) ?? 0;
    if (admitted >= MAX_UNKNOWN) return false;
    this.#unknown.set(claimed, admitted + 1);
    return true;
  }

  /**
   * Runs a request of a tenant. `work` calls `begin` after it has read and checked the request; see
   * {@link RequestSlots}. A later refusal counts as an answer if the work had to wait, for example for Redis, because it
   * then costs as much.
   *
   * @throws `Unavailable` with a retry delay if the process already has as many requests as it can answer in time
   */
  async run<T>(tenant: string, work: (begin: Begin) => Promise<T>): Promise<T> {
    if (!this.admits(tenant)) throw this.#refusal();
    this.#addRunning(tenant, 1);
    const since = this.#settings.now();
    const stage: { isLate: boolean; slot?: Slot } = { isLate: false };
    const begin: Begin = () => {
      setImmediate(() => (stage.isLate = true));
      const taken = this.#slots.take(tenant);
      if (taken instanceof Promise) return taken.then((slot) => void (stage.slot = slot));
      stage.slot = taken;
      return undefined;
    };
    try {
      while (this.#begun >= PER_TURN) await nextTurn();
      if (this.#begun++ === 0) setImmediate(() => (this.#begun = 0));
      const result = await work(begin);
      this.#count(since);
      return result;
    } catch (err) {
      if (stage.isLate && err instanceof Problem && err.status < 500) this.#count(since);
      throw err;
    } finally {
      if (stage.slot) this.#slots.free(tenant, stage.slot);
      this.#addRunning(tenant, -1);
      if (this.#running < MIN_LIMIT) this.#isFull = false;
    }
  }

  /** Refuses all requests that wait for a slot, and all that have not begun. */
  refuseAll(refusal: () => Problem): void {
    this.#slots.refuseAll(refusal);
  }

  /** Counts a request of a tenant that begins or ends. */
  #addRunning(tenant: string, change: 1 | -1): void {
    this.#running += change;
    const own = (this.#ofTenants.get(tenant) ?? 0) + change;
    if (own > 0) this.#ofTenants.set(tenant, own);
    else this.#ofTenants.delete(tenant);
  }

  #count(since: number): void {
    this.#answered++;
    this.#waitedMs += this.#settings.now() - since;
  }

  #refusal(): Problem {
    return new Problem("Unavailable", {
      detail: OVERLOADED,
      headers: { "Retry-After": this.refusals.next().toString() },
    });
  }

  /** Ends a window and sets the new limit. */
  #measure(now: number): void {
    const { maxRunning, timeoutMs } = this.#settings;
    const window = { answered: this.#answered, ms: now - this.#windowStart, isFull: this.#isFull };
    if (this.#answered > 0) this.#isSlow = this.#waitedMs / this.#answered > timeoutMs * SLOW;
    this.#windows = [...this.#windows, window].slice(-WINDOWS);
    const perMs = Math.max(rateOf(this.#windows), rateOf(this.#windows.filter(({ isFull }) => isFull)));
    const inTime = Math.round(perMs * timeoutMs * (this.#isSlow ? IN_TIME_IF_SLOW : IN_TIME));
    this.refusals.endWindow(this.#answered);
    this.#limit = Math.min(maxRunning, Math.max(window.isFull ? MIN_LIMIT : INITIAL_LIMIT, inTime));
    this.#answered = 0;
    this.#waitedMs = 0;
    this.#unknown.clear();
    this.#isFull = this.#running >= MIN_LIMIT;
    this.#windowStart = now;
  }
}

/** Separate limits for writes and reads, so that neither keeps the other out. */
export interface Admissions {
  writes: Admission;
  reads: Admission;
}

/** Creates the limits of one process. */
export const newAdmissions = (settings: AdmissionSettings): Admissions => ({
  writes: new Admission(settings),
  reads: new Admission(settings),
});
