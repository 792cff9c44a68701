import { setTimeout as pause } from "node:timers/promises";
import { DelayedError, Job, type Processor, type Queue } from "bullmq";
import type { Logger } from "pino";
import { boundedCache } from "../../../collections/bounded-cache.ts";
import { type OfStore, storeKeyIn } from "../../../store/records/of-store.ts";
import { tenantOf } from "../../../store/tenants/tenant.ts";
import type { SlotReply, SlotRequest, SlotSet, TenantSlots } from "../../../store/tenants/tenant-slots.ts";
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

export interface TenantLimitOptions {
  queue: Queue;
  slots: TenantSlots;
  /** Maximum number of jobs of one tenant that run at the same time, in all processes together. */
  perTenant: number;
  /** How long a killed process keeps its slots, in milliseconds. */
  leaseMs: number;
  log: Logger;
}

/**
 * Limits how many of a tenant's jobs run at the same time, so that a tenant with slow receivers does not delay others.
 * A job without a slot is delayed, which costs no attempt. When a job of its tenant ends, waiting jobs are admitted in
 * the order of their arrival; they keep their priorities. The data of jobs must have their `storeKey`.
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
    const { queue, perTenant, leaseMs } = this.#options;
    return { queue: queue.name, tenant, limit: perTenant, leaseMs };
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
    await Promise.all(admitted.map((id) => this.#promote(set, id)));
  }

  async #promote(set: SlotSet, id: string): Promise<void> {
    const { queue, slots } = this.#options;
    // Only the id is needed, so the data is not read.
    const job = new Job(queue, "", {}, {}, id);
    try {
      await job.promote();
    } catch {
      // If the store is unavailable, the next call fails too. Otherwise the job runs later, or was removed.
      const state = await queue.getJobState(id);
      if (!PENDING_STATES.has(state)) await this.#admit(set, await slots.drop(set, id));
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
   * Returns the ids of jobs that will get no slot, by tenant: the jobs beyond its number of slots, or all if other jobs
   * of it already wait.
   */
  #withoutSlot(jobs: readonly NewJob[]): Map<string, string[]> {
    const counts = new Map<string, number>();
    const waitingIds = new Map<string, string[]>();
    for (const { id, data, delayMs } of jobs) {
      if (id === undefined || delayMs !== undefined) continue;
      const tenant = tenantOf(storeKeyIn(data));
      const count = counts.get(tenant) ?? (this.#busy.has(tenant) ? this.#options.perTenant : 0);
      if (count < this.#options.perTenant) counts.set(tenant, count + 1);
      else waitingIds.set(tenant, [...(waitingIds.get(tenant) ?? []), id]);
    }
    return waitingIds;
  }

  /**
   * Adds jobs. Jobs without a free slot are delayed from the start, so that a worker fetches them only once. The call
   * may be repeated after a failure: jobs that already exist or have ended do not run again.
   */
  async add(jobs: readonly NewJob[], addAll: (jobs: readonly NewJob[]) => Promise<void>): Promise<void> {
    const delayed = [...this.#withoutSlot(jobs)].map(([tenant, ids]) => ({
      set: this.#setOf(tenant),
      ids,
    }));
    const { slots } = this.#options;
    // This precedes the addition: if the process is killed in between, no job is left that is never admitted.
    for (const { set, ids } of delayed) await slots.enter(set, ids);
    const delayedIds = new Set(delayed.flatMap(({ ids }) => ids));
    await addAll(jobs.map((job) => (delayedIds.has(job.id ?? "") ? { ...job, delayMs: HELD_MS } : job)));
    for (const { set, ids } of delayed) await this.#admit(set, await slots.wait(set, ids));
  }

  /** Returns a processor that runs `process` for jobs that have a slot, and delays the others. */
  limited(process: Processor): Processor {
    const { slots, leaseMs } = this.#options;
    const admit = (set: SlotSet, reply: Promise<SlotReply>) =>
      this.#logFailures(reply.then((result) => this.#admit(set, result)));
    return around(process, async (job: Job<OfStore>, token = "", next) => {
      const { id = "" } = job;
      const request: SlotRequest = { ...this.#setOf(tenantOf(job.data.storeKey)), job: id, token };
      const reply = await slots.take(request);
      await admit(request, Promise.resolve(reply));
      if (!reply.isHeld) {
        await job.moveToDelayed(Date.now() + HELD_MS, token);
        await admit(request, slots.wait(request, [id]));
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
