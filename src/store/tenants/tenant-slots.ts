import type { Redis } from "ioredis";
import type { Keys } from "../keys/keys.ts";
import { readList, readNumber, readTexts, repliesOf } from "../redis/replies.ts";
import { loadTypedScript } from "../redis/script.ts";

const tenantSlotsScript = loadTypedScript("tenants/tenant-slots", (reply): SlotReply => {
  const [isHeld, waiting, admitted] = readList(reply);
  return { isHeld: isHeld === 1, waiting: readNumber(waiting), admitted: readTexts(admitted) };
});

/** The slots of one tenant in one queue. */
export interface SlotSet {
  queue: string;
  tenant: string;
  /** Number of slots. */
  limit: number;
  /**
   * How long a slot is held without renewal, in milliseconds. The slots of a killed process are missing for this time.
   */
  leaseMs: number;
}

/** One run of a job that needs a slot. */
export interface SlotRequest extends SlotSet {
  job: string;
  /** Distinguishes the runs of one job. */
  token: string;
}

/** Result of a request. */
export interface SlotReply {
  /** Whether the run holds a slot. */
  isHeld: boolean;
  /** Number of jobs of the tenant that wait for a slot. */
  waiting: number;
  /** Waiting jobs that now have a reserved slot; the caller runs them. */
  admitted: string[];
}

type SlotKeys = Pick<Keys, "slots" | "slotQueue" | "slotTenants">;

/** Slots that limit how many jobs of a tenant run at the same time, in all processes together. Each slot is leased. */
export class TenantSlots {
  readonly #redis: Redis;
  readonly #keys: SlotKeys;

  /** `redis` is the connection to the queues that have these slots. */
  constructor(redis: Redis, keys: SlotKeys) {
    this.#redis = redis;
    this.#keys = keys;
  }

  async #run(
    action: "take" | "renew" | "release" | "enter" | "wait" | "free-expired" | "drop",
    { queue, tenant, limit, leaseMs }: SlotSet,
    jobs: readonly string[],
    token = "",
  ): Promise<SlotReply> {
    const keys = this.#keys;
    return tenantSlotsScript.run(
      this.#redis,
      [keys.slots(queue, tenant), keys.slotQueue(queue, tenant), keys.slotTenants(queue)],
      [action, tenant, limit.toString(), leaseMs.toString(), token, ...jobs],
    );
  }

  /**
   * Takes a slot if one is reserved for the job, or if one is free and no other job waits. Otherwise, the job waits at
   * the end of the queue.
   */
  take(request: SlotRequest): Promise<SlotReply> {
    return this.#run("take", request, [request.job], request.token);
  }

  /** Keeps a slot for another lease period; a lost slot stays lost. */
  renew(request: SlotRequest): Promise<SlotReply> {
    return this.#run("renew", request, [request.job], request.token);
  }

  /** Gives the run's slot back. */
  release(request: SlotRequest): Promise<SlotReply> {
    return this.#run("release", request, [request.job], request.token);
  }

  /** Adds jobs at the end of the waiting jobs, in order. They cannot be admitted before a following {@link wait}. */
  async enter(set: SlotSet, jobs: readonly string[]): Promise<void> {
    await this.#run("enter", set, jobs);
  }

  /** Records that jobs are ready to be admitted. Jobs that do not wait yet are added at the end. */
  wait(set: SlotSet, jobs: readonly string[]): Promise<SlotReply> {
    return this.#run("wait", set, jobs);
  }

  /** Frees the slots of killed processes. */
  freeExpired(set: SlotSet): Promise<SlotReply> {
    return this.#run("free-expired", set, []);
  }

  /** Removes a waiting job, and the slot that is reserved for it. */
  drop(set: SlotSet, job: string): Promise<SlotReply> {
    return this.#run("drop", set, [job]);
  }

  /** Counts the jobs of each tenant that wait for its slots in a queue, in the order of the tenants. */
  async waitingJobs(queue: string, tenants: readonly string[]): Promise<number[]> {
    const pipeline = this.#redis.pipeline();
    for (const tenant of tenants) pipeline.zcard(this.#keys.slotQueue(queue, tenant));
    return (await repliesOf(pipeline)).map(readNumber);
  }

  /** Returns the tenants with waiting jobs, now or at the last call for the queue. */
  tenants(queue: string): Promise<string[]> {
    return this.#redis.smembers(this.#keys.slotTenants(queue));
  }
}
