import { setTimeout as pause } from "node:timers/promises";
import { DelayedError, Job, type Processor, type Queue } from "bullmq";
import type { Logger } from "pino";
import { boundedCache } from "../../../collections/bounded-cache.ts";
import { addTo } from "../../../collections/grouped.ts";
import { type OfStore, storeKeyIn } from "../../../store/records/of-store.ts";
import type {
  SlotJob,
  SlotReply,
  SlotRequest,
  SlotSet,
  TenantSlots,
} from "../../../store/tenants/tenant-slots.ts";
import { tenantOf } from "../../../store/tenants/tenant.ts";
import { HELD_MS } from "../due-time.ts";
import type { NewJob } from "../job.ts";
import { around } from "./around.ts";

/**
 * How long a tenant is assumed to still have waiting jobs, in milliseconds. A wrong assumption only costs some work.
 */
const BUSY_MS = 1000;
const MAX_TENANTS = 10_000;
/** States of a job that requests its slot, or is about to wait for one. */
const PENDING_STATES = new Set(["waiting", "prioritized", "delayed", "active"]);
/** Part of a tenant's slots that only receivers without a slot may take, if jobs have receivers. */
const FOR_OTHERS = 1 / 4;

export interface TenantLimitOptions {
  queue: Queue;
  slots: TenantSlots;
  /** Maximum number of jobs of one tenant that run at the same time, in all processes together. */
  perTenant: number;
  /** Returns the id of the receiver that a job waits for, from the job's data; absent if jobs have none. */
  receiverOf?: ((data: unknown) => string) | undefined;
  /** How long a killed process keeps its slots, in milliseconds. */
  leaseMs: number;
  log: Logger;
}

/**
 * Limits how many of a tenant's jobs run at the same time, so that a tenant with slow receivers does not delay others.
 * A job without a slot is delayed, which costs no attempt. When a job of its tenant ends, waiting jobs are admitted: the
 * receivers take turns, and the jobs of a receiver keep the order of their arrival. All keep their priorities. A slow
 * receiver leaves slots for the others of its tenant. The data of jobs must have their `storeKey`.
 */
export class TenantLimit {
  readonly #options: TenantLimitOptions;
  readonly #stopping = new AbortController();
  readonly #busy = boundedCache<true>(MAX_TENANTS, { ttl: BUSY_MS });

  constructor(options: TenantLimitOptions) {
    this.#options = options;
    void this.#freeExpiredSlots();
  }

  stop(): void {
    this.#stopping.abort();
  }

  #setOf(tenant: string): SlotSet {
    const { queue, perTenant, receiverOf, leaseMs } = this.#options;
    const forOthers = receiverOf ? Math.ceil(perTenant * FOR_OTHERS) : 0;
    return { queue: queue.name, tenant, limit: perTenant, forOthers, leaseMs };
  }

  #jobOf(id: string, data: unknown): SlotJob {
    return { id, receiver: this.#options.receiverOf?.(data) ?? "" };
  }

  /**
   * Only logs a failure, because it costs only time: slots and reservations expire, and waiting jobs are found again.
   */
  async #logFailures(work: Promise<unknown>): Promise<void> {
    const { queue, log } = this.#options;
    await work.catch((err: unknown) => {
      if (!this.#stopping.signal.aborted)
        log.warn({ err, queue: queue.name }, "cannot update the slot of a job");
    });
  }

  /** Runs the jobs that have a reserved slot. */
  async #admit(set: SlotSet, { waiting, admitted }: SlotReply): Promise<void> {
    if (waiting > 0) this.#busy.set(set.tenant, true);
    else this.#busy.delete(set.tenant);
    await Promise.all(admitted.map((job) => this.#promote(set, job)));
  }

  async #promote(set: SlotSet, job: SlotJob): Promise<void> {
    const { queue, slots } = this.#options;
    try {
      // Only the id is needed, so the data is not read.
      await new Job(queue, "", {}, {}, job.id).promote();
    } catch {
      // If the store is unavailable, the next call fails too. Otherwise the job runs later, or was removed.
      const state = await queue.getJobState(job.id);
      if (!PENDING_STATES.has(state)) await this.#admit(set, await slots.drop(set, job));
    }
  }

  /** Regularly frees the slots of killed processes, because such a process can no longer admit the waiting jobs. */
  async #freeExpiredSlots(): Promise<void> {
    const { queue, slots, leaseMs } = this.#options;
    const { signal } = this.#stopping;
    const freeAll = async () => {
      for (const tenant of await slots.tenants(queue.name)) {
        const set = this.#setOf(tenant);
        await this.#admit(set, await slots.freeExpired(set));
      }
    };
    for (;;) {
      await pause(leaseMs / 2, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      await this.#logFailures(freeAll());
    }
  }

  /**
   * Returns the jobs that get no slot immediately, by tenant: those beyond its number of slots, or all if other jobs of it
   * already wait.
   */
  #withoutSlot(jobs: readonly NewJob[]): Map<string, SlotJob[]> {
    const counts = new Map<string, number>();
    const waiting = new Map<string, SlotJob[]>();
    for (const { id, data, delayMs } of jobs) {
      if (id === undefined || delayMs !== undefined) continue;
      const tenant = tenantOf(storeKeyIn(data));
      const count = counts.get(tenant) ?? (this.#busy.has(tenant) ? this.#options.perTenant : 0);
      if (count < this.#options.perTenant) counts.set(tenant, count + 1);
      else addTo(waiting, tenant, this.#jobOf(id, data));
    }
    return waiting;
  }

  /**
   * Adds jobs. Jobs without a free slot are delayed from the start, so that a worker fetches them only once. The call
   * may be repeated after a failure: jobs that already exist or have ended do not run again.
   */
  async add(jobs: readonly NewJob[], addAll: (jobs: readonly NewJob[]) => Promise<void>): Promise<void> {
    const delayed = [...this.#withoutSlot(jobs)].map(([tenant, waiting]) => ({
      set: this.#setOf(tenant),
      waiting,
    }));
    const { slots } = this.#options;
    // This precedes the addition: if the process is killed in between, no job is left that is never admitted.
    for (const { set, waiting } of delayed) await slots.enter(set, waiting);
    const delayedIds = new Set(delayed.flatMap(({ waiting }) => waiting.map(({ id }) => id)));
    await addAll(jobs.map((job) => (delayedIds.has(job.id ?? "") ? { ...job, delayMs: HELD_MS } : job)));
    for (const { set, waiting } of delayed) await this.#admit(set, await slots.wait(set, waiting));
  }

  /** Returns a processor that runs `process` for jobs that have a slot, and delays the others. */
  limited(process: Processor): Processor {
    const { slots, leaseMs } = this.#options;
    const admit = (set: SlotSet, reply: Promise<SlotReply>) =>
      this.#logFailures(reply.then((result) => this.#admit(set, result)));
    return around(process, async (job: Job<OfStore>, token = "", next) => {
      const slotJob = this.#jobOf(job.id ?? "", job.data);
      const request: SlotRequest = { ...this.#setOf(tenantOf(job.data.storeKey)), job: slotJob, token };
      const reply = await slots.take(request);
      await admit(request, Promise.resolve(reply));
      if (!reply.isHeld) {
        await job.moveToDelayed(Date.now() + HELD_MS, token);
        await admit(request, slots.wait(request, [slotJob]));
        throw new DelayedError();
      }
      const renewal = setInterval(() => void admit(request, slots.renew(request)), leaseMs / 3);
      try {
        return await next();
      } finally {
        clearInterval(renewal);
        await admit(request, slots.release(request));
      }
    });
  }
}
