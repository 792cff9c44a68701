import { setTimeout as pause } from "node:timers/promises";
import { DelayedError, Job, type Processor, type Queue } from "bullmq";
import type { Logger } from "pino";
import { boundedCache } from "../../../store/bounded-cache.ts";
import { type OfStore, storeKeyIn } from "../../../store/records/of-store.ts";
import { tenantOf } from "../../../store/tenants/tenant.ts";
import type { SlotReply, SlotRequest, SlotSet, TenantSlots } from "../../../store/tenants/tenant-slots.ts";
import { HELD_MS } from "../due-time.ts";
import type { NewJob } from "../job.ts";

/** How long a tenant is assumed to have waiting jobs, in milliseconds. A wrong assumption only costs work. */
const BUSY_MS = 1000;
const MAX_TENANTS = 10_000;
/** States of a job that requests its slot, or is about to wait for it. */
const COMING = new Set(["waiting", "prioritized", "delayed", "active"]);

export interface TenantLimitOptions {
  queue: Queue;
  slots: TenantSlots;
  /** Jobs of one tenant that run at the same time, in all processes together. */
  perTenant: number;
  /** How long a killed process keeps its slots, in milliseconds. */
  leaseMs: number;
  log: Logger;
}

/**
 * Bounds how many of a tenant's jobs run at the same time, so that a tenant whose receivers hang does not delay others.
 * A job without a slot is delayed, which costs no attempt. When a job of its tenant ends, waiting jobs are admitted in
 * the order of their arrival; they keep their priorities. Jobs must have their store as `storeKey`.
 */
export class TenantLimit {
  readonly #options: TenantLimitOptions;
  readonly #stopping = new AbortController();
  readonly #busy = boundedCache<true>(MAX_TENANTS, { ttl: BUSY_MS });

  constructor(options: TenantLimitOptions) {
    this.#options = options;
    void this.#lookRegularly();
  }

  stop(): void {
    this.#stopping.abort();
  }

  #setOf(tenant: string): SlotSet {
    const { queue, perTenant, leaseMs } = this.#options;
    return { queue: queue.name, tenant, limit: perTenant, leaseMs };
  }

  /** A failure here costs time only: slots and reservations expire, and waiting jobs are found again. */
  async #quietly(done: Promise<unknown>): Promise<void> {
    const { queue, log } = this.#options;
    await done.catch((err: unknown) => {
      if (!this.#stopping.signal.aborted)
        log.warn({ err, queue: queue.name }, "cannot update the slot of a job");
    });
  }

  /** Runs the jobs that a slot is reserved for. */
  async #admit(set: SlotSet, { waiting, admitted }: SlotReply): Promise<void> {
    if (waiting > 0) this.#busy.set(set.tenant, true);
    else this.#busy.delete(set.tenant);
    await Promise.all(admitted.map((id) => this.#promote(set, id)));
  }

  async #promote(set: SlotSet, id: string): Promise<void> {
    const { queue, slots } = this.#options;
    // Only its id is needed, so its data is not read.
    const job = new Job(queue, "", {}, {}, id);
    try {
      await job.promote();
    } catch {
      // If the store is down this fails too. Otherwise the job runs later, or was removed.
      const state = await queue.getJobState(id);
      if (!COMING.has(state)) await this.#admit(set, await slots.drop(set, id));
    }
  }

  /**
   * Frees the slots of killed processes, because the process that would have admitted the waiting jobs may be among
   * them.
   */
  async #lookRegularly(): Promise<void> {
    const { queue, slots, leaseMs } = this.#options;
    const { signal } = this.#stopping;
    const look = async () => {
      for (const tenant of await slots.tenants(queue.name)) {
        const set = this.#setOf(tenant);
        await this.#admit(set, await slots.look(set));
      }
    };
    for (;;) {
      await pause(leaseMs / 2, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      await this.#quietly(look());
    }
  }

  /** Ids of jobs that will get no slot, by tenant: those beyond its number of slots, or all if others of it wait. */
  #withoutSlot(jobs: readonly NewJob[]): Map<string, string[]> {
    const begun = new Map<string, number>();
    const held = new Map<string, string[]>();
    for (const { id, data, delayMs } of jobs) {
      if (id === undefined || delayMs !== undefined) continue;
      const tenant = tenantOf(storeKeyIn(data));
      const count = begun.get(tenant) ?? (this.#busy.has(tenant) ? this.#options.perTenant : 0);
      if (count < this.#options.perTenant) begun.set(tenant, count + 1);
      else held.set(tenant, [...(held.get(tenant) ?? []), id]);
    }
    return held;
  }

  /**
   * Adds jobs. Jobs without a free slot are delayed from the start, so that a worker fetches them only once. The call
   * may be repeated after a failure: jobs that already exist, or have ended, are not run again.
   */
  async add(jobs: readonly NewJob[], addAll: (jobs: readonly NewJob[]) => Promise<void>): Promise<void> {
    const held = [...this.#withoutSlot(jobs)].map(([tenant, ids]) => ({ set: this.#setOf(tenant), ids }));
    const { slots } = this.#options;
    // Before the jobs are added: a process that is killed in between leaves no job that is never admitted.
    for (const { set, ids } of held) await slots.enter(set, ids);
    const isHeld = new Set(held.flatMap(({ ids }) => ids));
    await addAll(jobs.map((job) => (isHeld.has(job.id ?? "") ? { ...job, delayMs: HELD_MS } : job)));
    for (const { set, ids } of held) await this.#admit(set, await slots.wait(set, ids));
  }

  /** Runs `process` for the jobs that have a slot, and lets the others wait. */
  limited(process: Processor): Processor {
    const { slots, leaseMs } = this.#options;
    const admit = (set: SlotSet, reply: Promise<SlotReply>) =>
      this.#quietly(reply.then((it) => this.#admit(set, it)));
    // All three parameters are named: BullMQ makes a signal only for such a processor.
    return async (job: Job<OfStore>, token = "", signal) => {
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
        const result: unknown = await process(job, token, signal);
        return result;
      } finally {
        clearInterval(renewal);
        await admit(request, slots.release(request));
      }
    };
  }
}
