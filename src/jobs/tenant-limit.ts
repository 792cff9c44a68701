import { DelayedError, type Job, type Processor, type Queue } from "bullmq";
import type { Logger } from "pino";
import { SLOT_LEASE_MS, type SlotReply, type SlotRequest, type TenantSlots } from "../store/tenant-slots.ts";
import { tenantOf } from "../store/tenants.ts";

const RENEW_MS = SLOT_LEASE_MS / 3;
/** A job that waits is admitted by the one that ends before it. Should that be lost, it looks for a slot itself. */
const LOOK_MS = 60_000;
/** With many jobs waiting each looks less often, so that together they look at most once in this time. */
const LOOK_EACH_MS = 20;

export interface TenantLimit {
  queue: Queue;
  slots: TenantSlots;
  /** Jobs of one tenant that run at the same time, in all processes together. */
  perTenant: number;
  log: Logger;
}

/** Moves a job that waited to those that are worked off, in its tenant's fair place: its priority is kept. */
async function admit(queue: Queue, id: string): Promise<void> {
  const job: Job | undefined = await queue.getJob(id);
  await job?.promote().catch(async (err: unknown) => {
    // Another process may have moved it by now.
    if (await job.isDelayed()) throw err;
  });
}

/**
 * Bounds how many of a tenant's jobs run at the same time, so that one whose receivers hang keeps no other tenant
 * waiting. A job without a slot waits among the delayed ones, without costing an attempt, and is admitted in the order
 * of arrival when a job of its tenant ends. Jobs must carry their store as `scope`.
 */
export function limitTenants(process: Processor, { queue, slots, perTenant, log }: TenantLimit): Processor {
  /** What fails here costs time alone: the slot expires, and a job that waits looks again. */
  const quietly = (done: Promise<unknown>) =>
    done.catch((err: unknown) => log.warn({ err, queue: queue.name }, "slot of a job"));
  const admitAll = ({ admitted }: SlotReply) => quietly(Promise.all(admitted.map((id) => admit(queue, id))));

  // It names all three parameters: only then the queue makes a signal.
  return async function runWithSlot(job: Job<{ scope: string }>, token, signal) {
    const request: SlotRequest = {
      queue: queue.name,
      tenant: tenantOf(job.data.scope),
      job: job.id ?? "",
      token: token ?? "",
      limit: perTenant,
    };
    const reply = await slots.take(request);
    await admitAll(reply);
    if (!reply.isHeld) {
      const lookMs = Math.max(LOOK_MS, reply.waiting * LOOK_EACH_MS);
      await job.moveToDelayed(Date.now() + lookMs, token);
      await quietly(slots.wait(request).then(admitAll));
      throw new DelayedError();
    }
    const renewal = setInterval(() => void quietly(slots.renew(request).then(admitAll)), RENEW_MS);
    try {
      return (await process(job, token, signal)) as unknown;
    } finally {
      clearInterval(renewal);
      await quietly(slots.release(request).then(admitAll));
    }
  };
}
