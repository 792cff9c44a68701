import { setImmediate as nextTurn } from "node:timers/promises";
import { Problem } from "../../ingest/problem.ts";
import { Refusals } from "./refusals.ts";

interface AdmissionSettings {
  /** Requests at once, whatever their times. */
  most: number;
  /** Time after which a request is given up, in milliseconds. */
  timeoutMs: number;
  /** Monotonic time in milliseconds. */
  now?: () => number;
  /** Number from 0 to 1, for the time after which a refused request should be sent again. */
  random?: () => number;
}

/** Answers are counted in windows of this time, and the last ones say what the process can do. */
const WINDOW_MS = 250;
const WINDOWS = 40;
/** Concurrent requests that are always admitted: with fewer, batches are small, and each request costs more. */
const MIN_LIMIT = 256;
/** Concurrent requests that are admitted while it is not known whether more could be answered in time. */
const INITIAL_LIMIT = 512;
/** Part of the timeout in which what is let in is to be answered. */
const IN_TIME = 1 / 3;
/** The same while answers are slow: a shorter queue keeps the process as busy, and its work in smaller parts. */
const IN_TIME_IF_SLOW = 1 / 20;
/** Part of the timeout from which on answers are slow: half of what the shorter queue takes, so that it stays short. */
const SLOW = 1 / 40;
/**
 * Requests that begin in one turn of the event loop. The next ones begin when these are on their way to the workers.
 */
const PER_TURN = 64;
/** Requests of tenants not known yet that each window admits without room, so that their tenants become known. */
const MAX_UNKNOWN = 16;
/** The detail of the problem that a refused request gets. */
export const OVERLOADED = "The service has more requests than it can answer in time.";

interface Window {
  answered: number;
  ms: number;
  /** There were never less than {@link MIN_LIMIT} requests: more could not be answered. */
  isFull: boolean;
}

/** Answers in each millisecond. */
function rateOf(windows: readonly Window[]): number {
  const ms = windows.reduce((sum, window) => sum + window.ms, 0);
  return ms === 0 ? 0 : windows.reduce((sum, window) => sum + window.answered, 0) / ms;
}

/**
 * Bounds the requests that are worked on at once, before their bodies are read: a request that is given up has cost as
 * much as one that is answered. While there are many, no more are let in than the process can answer in a third of the
 * timeout, by what it has answered lately (Little's law), and in a twentieth of it while answers are slow. Refusals
 * that come early, however late the answers are, are not counted. A short time in which nothing is answered, as when a
 * worker or a master fails, changes little; nor do requests that wait for one partition. A tenant that has less than
 * its share is let in beyond the bound.
 */
export class Admission {
  readonly #settings: Required<Omit<AdmissionSettings, "random">>;
  readonly refusals: Refusals;
  /** The newest is last. */
  #windows: Window[] = [];
  #answered = 0;
  /** Time that the answers have taken, all together. */
  #waitedMs = 0;
  #isFull = false;
  /** Whether the last answers were slow; while there are none, nothing new is known. */
  #isSlow = false;
  #windowStart: number;
  #running = 0;
  /** Requests of each tenant that are worked on. */
  readonly #ofTenants = new Map<string, number>();
  /** Requests in this window whose tenant was not known. */
  #unknown = 0;
  /** Requests that have begun in this turn of the event loop. */
  #begun = 0;
  #limit: number;

  constructor({ random = Math.random, ...settings }: AdmissionSettings) {
    this.#settings = { now: () => performance.now(), ...settings };
    this.refusals = new Refusals(random);
    this.#limit = Math.min(settings.most, INITIAL_LIMIT);
    this.#windowStart = this.#settings.now();
  }

  /** Requests that are let in now, whoever sends them. */
  room(): number {
    const now = this.#settings.now();
    if (now - this.#windowStart >= WINDOW_MS) this.#measure(now);
    return Math.max(0, this.#limit - this.#running);
  }

  /**
   * Whether the next request of a tenant is let in: where there is room, and else where the tenant has less than its
   * share, so that the load of one does not keep the others out. Without a tenant: whether the request may go on until
   * its tenant is known.
   */
  admits(tenant: string | undefined): boolean {
    if (this.room() > 0) return true;
    if (tenant === undefined) return this.#unknown++ < MAX_UNKNOWN;
    const own = this.#ofTenants.get(tenant) ?? 0;
    const tenants = this.#ofTenants.size + (own === 0 ? 1 : 0);
    return this.#running < this.#settings.most && own < Math.floor(this.#limit / tenants);
  }

  /**
   * Does the work of a tenant's request, which calls `begin` when the request is read and checked. A refusal counts as
   * an answer if the work has waited for something after that, such as the store: then it has cost as much.
   * @throws `Unavailable`, with a time for the retry, where the process has as many requests as it can answer in time
   */
  async run<T>(tenant: string, work: (begin: () => void) => Promise<T>): Promise<T> {
    if (!this.admits(tenant)) throw this.#refusal();
    this.#note(tenant, 1);
    const since = this.#settings.now();
    const stage = { isLate: false };
    const begin = () => void setImmediate(() => (stage.isLate = true));
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
      this.#note(tenant, -1);
      if (this.#running < MIN_LIMIT) this.#isFull = false;
    }
  }

  /** Notes that a request of a tenant begins, or that one has ended. */
  #note(tenant: string, change: 1 | -1): void {
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

  /** Ends a window, and sets the limit anew. */
  #measure(now: number): void {
    const { most, timeoutMs } = this.#settings;
    const window = { answered: this.#answered, ms: now - this.#windowStart, isFull: this.#isFull };
    if (this.#answered > 0) this.#isSlow = this.#waitedMs / this.#answered > timeoutMs * SLOW;
    this.#windows = [...this.#windows, window].slice(-WINDOWS);
    const perMs = Math.max(rateOf(this.#windows), rateOf(this.#windows.filter(({ isFull }) => isFull)));
    const inTime = Math.round(perMs * timeoutMs * (this.#isSlow ? IN_TIME_IF_SLOW : IN_TIME));
    this.refusals.endWindow(this.#answered);
    this.#limit = Math.min(most, Math.max(window.isFull ? MIN_LIMIT : INITIAL_LIMIT, inTime));
    this.#answered = 0;
    this.#waitedMs = 0;
    this.#unknown = 0;
    this.#isFull = this.#running >= MIN_LIMIT;
    this.#windowStart = now;
  }
}

/** What a process does at once, of writes and of reads: neither keeps the other out. */
export interface Admissions {
  writes: Admission;
  reads: Admission;
}

/** The bounds of one process. */
export const newAdmissions = (settings: AdmissionSettings): Admissions => ({
  writes: new Admission(settings),
  reads: new Admission(settings),
});
