import { TenantQueues } from "./tenant-queues.ts";

/** Maximum number of requests of a tenant that are carried out at once. */
const MAX_OPEN = 64;
/** An open request counts for this many times the usual time of a request. */
const COUNTED = 2;
/** Limits of the time for which an open request counts, in milliseconds. */
const MIN_COUNTED_MS = 20;
const MAX_COUNTED_MS = 200;
/** Share of a request's time in the usual time. */
const NEWEST = 1 / 8;

/** The requests of a tenant that began in the same period. */
interface Period {
  /** Number of requests that have not ended. */
  open: number;
}

/** The place of a request that has begun. */
export interface Slot {
  period: Period;
  /** When the request began, in milliseconds of the monotonic time. */
  since: number;
}

interface Slots {
  /** The requests that count began in one of these two periods. */
  current: Period;
  previous: Period;
  /** When the current period is over, in milliseconds of the monotonic time. */
  endsAt: number;
  /** Waiting requests, in the order of their arrival. */
  waiting: { begin: (slot: Slot) => void; refuse: (reason: Error) => void }[];
  timer: NodeJS.Timeout | undefined;
}

const newSlots = (): Slots => ({
  current: { open: 0 },
  previous: { open: 0 },
  endsAt: 0,
  waiting: [],
  timer: undefined,
});

const hasRoom = ({ current, previous }: Slots) => current.open + previous.open < MAX_OPEN;

/**
 * Limits how many requests of a tenant are carried out at once; its other requests wait in order. Without this, a tenant
 * with hundreds of concurrent requests would fill the batches of the workers, and the next request of another tenant
 * would wait for all of them.
 *
 * A request that takes much longer than usual no longer counts: it waits for something else, such as a partition whose
 * worker has failed, and must not keep the tenant's other requests waiting.
 */
export class RequestSlots {
  readonly #now: () => number;
  readonly #byTenant = new TenantQueues<Slots>();
  /** Usual time of a request, in milliseconds. The first requests of a process are slow. */
  #usualMs = MAX_COUNTED_MS;

  /** @param now monotonic time in milliseconds */
  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Takes a slot for a request. Returns a promise if the request has to wait.
   *
   * @throws the refusal, once all requests are refused
   */
  take(tenant: string): Slot | Promise<Slot> {
    const slots = this.#byTenant.open(tenant, newSlots);
    const now = this.#now();
    this.#startPeriod(slots, now);
    if (slots.waiting.length === 0 && hasRoom(slots)) return begin(slots, now);
    return new Promise((begin, refuse) => {
      slots.waiting.push({ begin, refuse });
      this.#beginWaiting(tenant, slots, now);
    });
  }

  /** Refuses all waiting requests and all later ones. */
  refuseAll(refusal: () => Error): void {
    this.#byTenant.refuseAll(refusal);
  }

  /** Frees the slot of a request that has ended. */
  free(tenant: string, { period, since }: Slot): void {
    const now = this.#now();
    // Limited, so that requests that waited for a failed worker do not count as usual for long.
    this.#usualMs += (Math.min(now - since, MAX_COUNTED_MS) - this.#usualMs) * NEWEST;
    period.open--;
    const slots = this.#byTenant.get(tenant);
    if (slots) this.#beginWaiting(tenant, slots, now);
  }

  /** Starts the next period, if the current one is over. */
  #startPeriod(slots: Slots, now: number): void {
    if (now < slots.endsAt) return;
    const lengthMs = Math.min(MAX_COUNTED_MS, Math.max(MIN_COUNTED_MS, this.#usualMs * COUNTED));
    slots.previous = now < slots.endsAt + lengthMs ? slots.current : { open: 0 };
    slots.current = { open: 0 };
    slots.endsAt = now + lengthMs;
  }

  #beginWaiting(tenant: string, slots: Slots, now: number): void {
    this.#startPeriod(slots, now);
    while (slots.waiting.length > 0 && hasRoom(slots)) slots.waiting.shift()?.begin(begin(slots, now));
    if (slots.waiting.length > 0)
      // The connections of waiting requests keep the process running, not the timer.
      slots.timer ??= setTimeout(() => {
        slots.timer = undefined;
        this.#beginWaiting(tenant, slots, this.#now());
      }, slots.endsAt - now).unref();
    else if (slots.current.open + slots.previous.open === 0) {
      // The timer would otherwise delete the slots that the tenant's next requests get.
      clearTimeout(slots.timer);
      this.#byTenant.delete(tenant);
    }
  }
}

function begin({ current }: Slots, now: number): Slot {
  current.open++;
  return { period: current, since: now };
}
