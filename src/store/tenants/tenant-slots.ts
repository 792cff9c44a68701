import type { Redis } from "ioredis";
import type { Keys } from "../keys/keys.ts";
import { readList, readNumber, readTexts, repliesOf } from "../redis/replies.ts";
import { loadTypedScript } from "../redis/script.ts";

const tenantSlotsScript = loadTypedScript("tenants/tenant-slots", (reply): SlotReply => {
  const [isHeld, waiting, admitted] = readList(reply);
  return {
    isHeld: isHeld === 1,
    waiting: readNumber(waiting),
    admitted: readTexts(admitted).map(jobNamed),
  };
});

/** A job that needs a slot. */
export interface SlotJob {
  /** Id of the job in its queue, without spaces. */
  id: string;
  /** Id of what the job waits for, without spaces; empty if the jobs of the tenant share their slots in no other way. */
  receiver: string;
}

const nameOf = ({ receiver, id }: SlotJob) => `${receiver} ${id}`;

function jobNamed(name: string): SlotJob {
  const end = name.indexOf(" ");
  return { receiver: name.slice(0, end), id: name.slice(end + 1) };
}

/** The slots of one tenant in one queue. */
export interface SlotSet {
  queue: string;
  tenant: string;
  /** Number of slots. */
  limit: number;
  /**
   * Number of these slots that only receivers without a slot may take, so that a receiver that takes long leaves some
   * for the others.
   */
  forOthers: number;
  /**
   * How long a slot is held without renewal, in milliseconds. The slots of a killed process are missing for this time.
   */
  leaseMs: number;
}

/** One run of a job that needs a slot. */
export interface SlotRequest extends SlotSet {
  job: SlotJob;
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
  admitted: SlotJob[];
}

type SlotKeys = Pick<Keys, "slots" | "slotQueue" | "slotReceivers" | "slotTenants">;

/**
 * Slots that limit how many jobs of a tenant run at the same time, in all processes together. Each slot is leased. The
 * receivers of waiting jobs take turns.
 */
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
    { queue, tenant, limit, forOthers, leaseMs }: SlotSet,
    jobs: readonly SlotJob[],
    token = "",
  ): Promise<SlotReply> {
    const keys = this.#keys;
    return tenantSlotsScript.run(
      this.#redis,
      [
        keys.slots(queue, tenant),
        keys.slotQueue(queue, tenant),
        keys.slotReceivers(queue, tenant),
        keys.slotTenants(queue),
      ],
      [
        action,
        tenant,
        ...[limit, forOthers, leaseMs].map((number) => number.toString()),
        token,
        ...jobs.map(nameOf),
      ],
    );
  }

  /**
   * Takes a slot if one is reserved for the job, or if its receiver may take a free one and no other job comes first.
   * Otherwise, the job waits behind those of its receiver.
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

  /** Adds jobs behind those of their receivers, in order. This call admits none; a following {@link wait} does. */
  async enter(set: SlotSet, jobs: readonly SlotJob[]): Promise<void> {
    await this.#run("enter", set, jobs);
  }

  /** Records that jobs are ready to be admitted. Jobs that do not wait yet are added at the end. */
  wait(set: SlotSet, jobs: readonly SlotJob[]): Promise<SlotReply> {
    return this.#run("wait", set, jobs);
  }

  /** Frees the slots of killed processes. */
  freeExpired(set: SlotSet): Promise<SlotReply> {
    return this.#run("free-expired", set, []);
  }

  /** Removes a waiting job, and the slot that is reserved for it. */
  drop(set: SlotSet, job: SlotJob): Promise<SlotReply> {
    return this.#run("drop", set, [job]);
  }

  /** Deletes the slots of a tenant in a queue, and the order of its waiting jobs. */
  async forget(queue: string, tenant: string): Promise<void> {
    const keys = this.#keys;
    await repliesOf(
      this.#redis
        .multi()
        .del(keys.slots(queue, tenant), keys.slotQueue(queue, tenant), keys.slotReceivers(queue, tenant))
        .srem(keys.slotTenants(queue), tenant),
    );
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
