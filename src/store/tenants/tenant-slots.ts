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
  /** How long a slot is held without renewal, in milliseconds: that long the slots of a killed process are missing. */
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
  /** Jobs of the tenant that wait for a slot. */
  waiting: number;
  /** Waiting jobs that a slot is now reserved for; the caller runs them. */
  admitted: string[];
}

type SlotKeys = Pick<Keys, "slots" | "slotQueue" | "slotTenants">;

/** Slots that bound how many jobs of a tenant run at the same time, in all processes together; each is leased. */
export class TenantSlots {
  readonly #redis: Redis;
  readonly #keys: SlotKeys;

  /** `redis` leads to the queues whose slots these are. */
  constructor(redis: Redis, keys: SlotKeys) {
    this.#redis = redis;
    this.#keys = keys;
  }

  async #run(
    what: "take" | "renew" | "release" | "enter" | "wait" | "look" | "drop",
    { queue, tenant, limit, leaseMs }: SlotSet,
    jobs: readonly string[],
    token = "",
  ): Promise<SlotReply> {
    const keys = this.#keys;
    return tenantSlotsScript.run(
      this.#redis,
      [keys.slots(queue, tenant), keys.slotQueue(queue, tenant), keys.slotTenants(queue)],
      [what, tenant, limit.toString(), leaseMs.toString(), token, ...jobs],
    );
  }

  /**
   * Takes a slot if one is reserved for the job, or if one is free and no other job waits. Otherwise the job waits, as
   * the last one.
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

  /** Puts jobs at the end of the waiting ones, in their order, before they can be admitted: {@link wait} follows. */
  async enter(set: SlotSet, jobs: readonly string[]): Promise<void> {
    await this.#run("enter", set, jobs);
  }

  /** Says that jobs are ready to be admitted; those that do not wait yet are added at the end. */
  wait(set: SlotSet, jobs: readonly string[]): Promise<SlotReply> {
    return this.#run("wait", set, jobs);
  }

  /** Frees the slots of killed processes. */
  look(set: SlotSet): Promise<SlotReply> {
    return this.#run("look", set, []);
  }

  /** Removes a waiting job, and a slot that is reserved for it. */
  drop(set: SlotSet, job: string): Promise<SlotReply> {
    return this.#run("drop", set, [job]);
  }

  /** How many jobs of each tenant wait for its slots in a queue, in the order of the tenants. */
  async waitingJobs(queue: string, tenants: readonly string[]): Promise<number[]> {
    const pipeline = this.#redis.pipeline();
    for (const tenant of tenants) pipeline.zcard(this.#keys.slotQueue(queue, tenant));
    return (await repliesOf(pipeline)).map(readNumber);
  }

  /** Tenants with waiting jobs, at present or at the last check. */
  tenants(queue: string): Promise<string[]> {
    return this.#redis.smembers(this.#keys.slotTenants(queue));
  }
}
