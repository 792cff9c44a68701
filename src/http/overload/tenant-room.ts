import { TenantQueues } from "./tenant-queues.ts";

/** Work of one tenant. */
interface Work {
  /** Number of running pieces, and the sum of their amounts. */
  running: number;
  amount: number;
  /** Waiting pieces, in the order of their arrival. */
  waiting: { amount: number; begin: () => void; refuse: (reason: Error) => void }[];
}

/**
 * Limits how much work of a tenant runs at the same time. More work waits, in the order of its arrival. If nothing of
 * the tenant runs, a piece of any amount begins.
 */
export class TenantRoom {
  readonly #most: number;
  readonly #byTenant = new TenantQueues<Work>();

  /** @param most maximum sum of the amounts that run at the same time */
  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Runs a piece of work when there is room for it.
   *
   * @throws the refusal, if everything is refused before it has begun
   */
  async run<T>(tenant: string, amount: number, run: () => Promise<T>): Promise<T> {
    const work = this.#byTenant.open(tenant, () => ({ running: 0, amount: 0, waiting: [] }));
    if (work.waiting.length === 0 && this.#hasRoom(work, amount)) add(work, amount);
    else await new Promise<void>((begin, refuse) => work.waiting.push({ amount, begin, refuse }));
    try {
      return await run();
    } finally {
      work.running--;
      work.amount -= amount;
      this.#beginWaiting(work);
      if (work.running === 0) this.#byTenant.delete(tenant);
    }
  }

  /** Refuses all that waits, and all that comes later. */
  refuseAll(refusal: () => Error): void {
    this.#byTenant.refuseAll(refusal);
  }

  #hasRoom(work: Work, amount: number): boolean {
    return work.running === 0 || work.amount + amount <= this.#most;
  }

  /** Begins what waits, the oldest first, as long as there is room for the next piece. */
  #beginWaiting(work: Work): void {
    let next = work.waiting[0];
    while (next && this.#hasRoom(work, next.amount)) {
      work.waiting.shift();
      add(work, next.amount);
      next.begin();
      next = work.waiting[0];
    }
  }
}

/** Counts a piece that begins. */
function add(work: Work, amount: number): void {
  work.running++;
  work.amount += amount;
}
