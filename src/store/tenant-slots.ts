import type { Redis } from "ioredis";
import type { Keys } from "./keys.ts";
import { loadScript } from "./script.ts";

const tenantSlotsScript = loadScript("tenant-slots");

/** How long a slot is held without renewal, in milliseconds: that long a vanished process's slots are missing. */
export const SLOT_LEASE_MS = 15_000;

/** One run of a job that needs a slot. */
export interface SlotRequest {
  queue: string;
  tenant: string;
  job: string;
  /** Tells the runs of one job apart. */
  token: string;
  /** Slots that the tenant has in this queue. */
  limit: number;
}

/** What became of a request. */
export interface SlotReply {
  /** Whether the run holds a slot. */
  isHeld: boolean;
  /** Jobs of the tenant that wait for a slot. */
  waiting: number;
  /** Waiting jobs that a slot is now reserved for; the caller has them run. */
  admitted: string[];
}

/**
 * Slots that bound how many jobs of a tenant run at the same time, in all processes together. A slot is leased: when
 * its process vanishes it is free again after {@link SLOT_LEASE_MS}.
 */
export class TenantSlots {
  readonly #redis: Redis;
  readonly #keys: Pick<Keys, "slots" | "slotQueue">;
  readonly #leaseMs: number;

  /** `redis` is the store of the job queues. */
  constructor(redis: Redis, keys: Pick<Keys, "slots" | "slotQueue">, leaseMs = SLOT_LEASE_MS) {
    this.#redis = redis;
    this.#keys = keys;
    this.#leaseMs = leaseMs;
  }

  async #run(
    what: "take" | "renew" | "release" | "wait",
    { queue, tenant, job, token, limit }: SlotRequest,
  ): Promise<SlotReply> {
    const [isHeld, waiting, admitted] = (await tenantSlotsScript.run(
      this.#redis,
      [this.#keys.slots(queue, tenant), this.#keys.slotQueue(queue, tenant)],
      [what, job, token, limit.toString(), this.#leaseMs.toString()],
    )) as [number, number, string[]];
    return {
      isHeld: isHeld === 1,
      waiting,
      admitted: admitted.filter((id) => what !== "take" || id !== job),
    };
  }

  /** Takes a slot, where one is free that nobody else waits for, or is reserved for the job. */
  take(request: SlotRequest): Promise<SlotReply> {
    return this.#run("take", request);
  }

  /** Puts the job last among those that wait, unless it waits already. It must be ready to be admitted at once. */
  wait(request: SlotRequest): Promise<SlotReply> {
    return this.#run("wait", request);
  }

  /** Keeps a slot for {@link SLOT_LEASE_MS} more; one that was lost stays lost. */
  renew(request: SlotRequest): Promise<SlotReply> {
    return this.#run("renew", request);
  }

  /** Gives the run's slot back. */
  release(request: SlotRequest): Promise<SlotReply> {
    return this.#run("release", request);
  }
}
