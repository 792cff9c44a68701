import { addTo } from "../../collections/grouped.ts";
import { tenantOf } from "../../store/tenants/tenant.ts";

/** Minimum and maximum amount of the commands in flight. */
export interface WindowLimits {
  min: number;
  max: number;
}

/** Limits of commands that each do the work for several customers. */
const LIMITS: WindowLimits = { min: 8, max: 64 };
/**
 * Maximum average duration of a command, in milliseconds: about the time that a request waits behind the commands of its
 * own partition. Workers run requests to other partitions first.
 */
const TARGET_MS = 30;
/** Added to this duration if replies wait for a disk or a replica: Redis may sync to disk only once per second. */
const DURABLE_MS = 1000;
/** Growth of the window. */
const GROWTH = 4;
/** Factor by which the window shrinks if commands take too long. */
const SHRINK = 0.75;

/**
 * Amount of commands that background work may have in flight. They wait in the same streams as the commands of
 * requests, so their duration also shows how long requests wait. The window grows after a round of replies within the
 * target, and shrinks by a quarter after a slower round (additive increase, multiplicative decrease).
 */
export class WindowSize {
  readonly #targetMs: number;
  readonly #limits: WindowLimits;
  #size: number;
  #round = { replies: 0, amount: 0, ms: 0 };

  constructor(targetMs = TARGET_MS, limits = LIMITS) {
    this.#targetMs = targetMs;
    this.#limits = limits;
    this.#size = limits.min;
  }

  get size(): number {
    return this.#size;
  }

  /**
   * Observes the duration of a command, in milliseconds.
   * @param isFull whether other commands wait for the window: only then is a larger window of use
   * @param amount of the command
   */
  observe(ms: number, isFull: boolean, amount = 1): void {
    const round = this.#round;
    round.replies++;
    round.amount += amount;
    round.ms += ms;
    if (round.amount < this.#size) return;
    if (round.ms / round.replies > this.#targetMs) this.shrink();
    else this.#resize(isFull ? this.#size + GROWTH : this.#size);
  }

  /** Shrinks the window, because commands take too long or one got no reply. */
  shrink(): void {
    this.#resize(Math.floor(this.#size * SHRINK));
  }

  #resize(size: number): void {
    this.#size = Math.min(this.#limits.max, Math.max(this.#limits.min, size));
    this.#round = { replies: 0, amount: 0, ms: 0 };
  }
}

/** A command that waits for room. */
interface Waiting {
  amount: number;
  begin: () => void;
}

/**
 * Lets the commands of background work wait until the window has room for them. A command that is larger than the window
 * is in flight alone. The tenants take turns, and the commands of a tenant keep their order: otherwise the one command of
 * a tenant would wait for all pages of another tenant's waves.
 */
export class CommandWindow {
  readonly #size: WindowSize;
  /** What waits, by tenant. The first tenant has the next turn. */
  readonly #waiting = new Map<string, Waiting[]>();
  /** Amount of the commands in flight. */
  #inFlight = 0;

  /**
   * @param isDurable whether replies wait for more than the memory of Redis
   * @param limits of the size
   */
  constructor(isDurable = false, limits = LIMITS) {
    this.#size = new WindowSize(isDurable ? TARGET_MS + DURABLE_MS : TARGET_MS, limits);
  }

  /**
   * Sends a command of a store when the window has room and it is its tenant's turn. Resolves and rejects like `send`,
   * which also resolves to the command's duration.
   *
   * @param amount of the command, in the unit of the window's limits
   */
  async pass<T extends { ms: number }>(storeKey: string, send: () => Promise<T>, amount = 1): Promise<T> {
    await new Promise<void>((begin) => {
      addTo(this.#waiting, tenantOf(storeKey), { amount, begin });
      this.#beginWaiting();
    });
    try {
      const timed = await send();
      this.#size.observe(timed.ms, this.#waiting.size > 0, amount);
      return timed;
    } catch (err) {
      this.#size.shrink();
      throw err;
    } finally {
      this.#inFlight -= amount;
      this.#beginWaiting();
    }
  }

  #beginWaiting(): void {
    for (const [tenant, commands] of this.#waiting) {
      const next = commands[0];
      if (!next || (this.#inFlight > 0 && this.#inFlight + next.amount > this.#size.size)) return;
      commands.shift();
      this.#inFlight += next.amount;
      next.begin();
      // The tenant's next turn comes after those of all others. The loop also visits the entries that it adds.
      this.#waiting.delete(tenant);
      if (commands.length > 0) this.#waiting.set(tenant, commands);
    }
  }
}
