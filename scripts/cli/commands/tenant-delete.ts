import { setTimeout as pause } from "node:timers/promises";
import type { Job, Queue } from "bullmq";
import { envelopeIn } from "../../../src/actors/runtime/envelope.ts";
import { type QueueName, QUEUES } from "../../../src/jobs/queue/queues.ts";
import { Exports } from "../../../src/store/exports/exports.ts";
import { Owners } from "../../../src/store/owners/owners.ts";
import { DeadLetters } from "../../../src/store/partition/dead-letters.ts";
import { eventIn, payloadIn } from "../../../src/store/partition/entries.ts";
import { entriesOf } from "../../../src/store/partition/streams.ts";
import { type OfStore, withStoreKey } from "../../../src/store/records/of-store.ts";
import { wasForbidden } from "../../../src/store/redis/failures.ts";
import { Vault } from "../../../src/store/secrets/vault.ts";
import { DEFAULT_STORE } from "../../../src/store/tenants/settings/settings.ts";
import { TenantData } from "../../../src/store/tenants/tenant-data.ts";
import { TenantSlots } from "../../../src/store/tenants/tenant-slots.ts";
import { tenantOf } from "../../../src/store/tenants/tenant.ts";
import { WebhookBodies } from "../../../src/store/webhooks/webhook-bodies.ts";
import { type CliContext, CliError, command, requireTenant } from "../command.ts";
import { withJobsStore, withQueues } from "../queues.ts";

/** Requests of a suspended tenant are refused everywhere after five seconds. */
const SUSPENDED_MS = 6000;
const POLL_MS = 500;
/** Time without progress after which the command gives up. It can be run again. */
const TIMEOUT_MS = 60_000;
const BATCH_SIZE = 500;
const STATES = ["wait", "delayed", "prioritized", "failed", "completed", "active"] as const;

const names = Object.keys(QUEUES) as QueueName[];

/** Result of one pass over all data. */
interface Pass {
  /** Number of erased entries. */
  erased: number;
  /** Number of jobs, commands and events that still wait or are in progress. */
  pending: number;
}

/** The service removes files of exports and of older changes, because it has the directory. */
const isForgetting = ({ name }: Job) => name === "forget" || name === "forget-changes";

/** A tenant that is being deleted. */
interface Deletion {
  tenant: string;
  data: TenantData;
  /** Exports that existed, by id: an active run may still record what it sends. */
  exportIds: Set<string>;
}

/**
 * Ends the exports of a tenant: removes their schedules, and adds a job of the service that removes their runs and
 * files. The record of an export is removed last, because a repeated deletion finds the rest by it.
 */
async function endExports({ redis, keys }: CliContext, { tenant, data, exportIds }: Deletion, queue: Queue) {
  const exports = new Exports(redis, keys, new Vault([]));
  const storeKeys = (await exports.storeKeys()).filter((storeKey) => tenantOf(storeKey) === tenant);
  const found = await Promise.all(
    storeKeys.map(async (storeKey) => (await exports.ids(storeKey)).map((id) => ({ storeKey, id }))),
  );
  for (const { id } of found.flat()) exportIds.add(id);
  let erased = found.flat().length === 0 ? 0 : await data.eraseBatches(exportIds);
  for (const { storeKey, id } of found.flat()) {
    await queue.removeJobScheduler(id);
    await queue.add("forget", { storeKey, exportId: id });
    await exports.delete(storeKey, id);
    erased++;
  }
  return erased;
}

const isOf = (tenant: string, job: Job | undefined) =>
  tenantOf(String((job?.data as { storeKey?: unknown } | undefined)?.storeKey)) === tenant;

/** Removes a tenant's jobs. Resolves to the number of removed jobs, and of active jobs, which must end first. */
async function removeJobs({ redis, keys }: CliContext, tenant: string, queue: Queue): Promise<Pass> {
  const bodies = new WebhookBodies(redis, keys);
  const pass: Pass = { erased: 0, pending: 0 };
  for (const state of STATES) {
    for (let start = 0; ;) {
      const jobs = (await queue.getJobs([state], start, start + BATCH_SIZE - 1)) as (Job | undefined)[];
      if (jobs.length === 0) break;
      let removed = 0;
      for (const job of jobs) {
        if (!job || !isOf(tenant, job)) continue;
        const isKept = state === "active" || (isForgetting(job) && state !== "completed");
        if (!isForgetting(job)) await bodies.dropGroup(job.id ?? "");
        // A job that has just become active cannot be removed.
        const isRemoved =
          !isKept &&
          (await job.remove().then(
            () => true,
            (err: unknown) => {
              if (wasForbidden(err)) throw err;
              return false;
            },
          ));
        if (isRemoved) removed++;
        else pass.pending++;
      }
      pass.erased += removed;
      start += jobs.length - removed;
    }
  }
  return pass;
}

/** Tenant of a command; undefined if the command cannot be decoded. */
function tenantOfCommand(payload: string): string | undefined {
  const envelope = envelopeIn(payload);
  return envelope && tenantOf(envelope.command.storeKey);
}

/** Discards dead letters, and counts the commands and events that still wait. */
async function clearStreams({ redis, keys, partitions }: CliContext, tenant: string): Promise<Pass> {
  const pass: Pass = { erased: 0, pending: 0 };
  const letters = new DeadLetters(redis, keys, partitions);
  for await (const { id, payload } of letters.all()) {
    if (tenantOfCommand(payload) !== tenant) continue;
    await letters.discard(id);
    pass.erased++;
  }
  for (let partition = 0; partition < partitions; partition++) {
    for await (const entry of entriesOf(redis, keys.commands(partition)))
      if (tenantOfCommand(payloadIn(entry)) === tenant) pass.pending++;
    // Relayed events may be kept. Those of a deleted tenant are not applied again.
    const relayed = (await redis.hget(keys.lease(partition), "relayed")) ?? "0-0";
    for await (const entry of entriesOf(redis, keys.outbox(partition), { after: relayed }))
      if (tenantOf(withStoreKey(JSON.parse(eventIn(entry)) as OfStore).storeKey) === tenant) pass.pending++;
  }
  return pass;
}

/**
 * Erases the keys of the tenant. Then adds a job of the service that erases its older changes outside of Redis: without
 * the keys, no process can move more changes there.
 */
async function eraseKeys({ tenant, data }: Deletion, maintenance?: Queue): Promise<number> {
  const { erased, archived } = await data.eraseKeys();
  if (archived.length > 0)
    await maintenance?.add("forget-changes", { storeKey: `${tenant}/${DEFAULT_STORE}` });
  return erased + (await data.erase(archived));
}

/** Erases the current data. Active work may add more. */
async function erasePass(context: CliContext, deletion: Deletion, queues: Queue[]): Promise<Pass> {
  const { tenant, data } = deletion;
  // Before the jobs, because a job that finds its redaction would add to the tenant's data.
  const passes: Pass[] = [{ erased: await data.eraseRedactions(), pending: 0 }];
  const exportsQueue = queues[names.indexOf("exports")];
  if (exportsQueue) passes.push({ erased: await endExports(context, deletion, exportsQueue), pending: 0 });
  for (const queue of queues) passes.push(await removeJobs(context, tenant, queue));
  const erased = await eraseKeys(deletion, queues[names.indexOf("maintenance")]);
  passes.push(await clearStreams(context, tenant), { erased, pending: 0 });
  return passes.reduce((sum, { erased, pending }) => ({
    erased: sum.erased + erased,
    pending: sum.pending + pending,
  }));
}

/** Erases until nothing is left. Resolves to the number of erased entries. Throws after a minute without progress. */
async function eraseAll(context: CliContext, deletion: Deletion, queues: Queue[]): Promise<number> {
  const begun = performance.now();
  let [total, fewest, movedAt] = [0, Number.POSITIVE_INFINITY, begun];
  for (;;) {
    const { erased, pending } = await erasePass(context, deletion, queues);
    total += erased;
    const now = performance.now();
    if (erased + pending === 0 && now - begun > SUSPENDED_MS) return total;
    if (erased > 0 || pending < fewest) movedAt = now;
    fewest = Math.min(fewest, pending);
    if (now - movedAt > TIMEOUT_MS)
      throw new CliError(
        "Jobs or commands of the tenant are still pending. Check that processes with the roles worker and jobs run, " +
          "and redrive failed jobs (`job list`, `job redrive`), then retry.",
      );
    await pause(POLL_MS);
  }
}

/** Deletes the slots of the tenant's jobs, which are in the Redis of the queues. */
const forgetSlots = (context: CliContext, tenant: string): Promise<void> =>
  withJobsStore(context, async (store) => {
    const slots = new TenantSlots(store, context.keys);
    for (const name of names) await slots.forget(name, tenant);
  });

export const tenantDeleteCommand = command({
  name: "tenant delete",
  args: ["tenant"],
  options: {
    yes: { type: "boolean", required: true, help: "confirm that all data of the tenant is deleted" },
  },
  help: "suspend a tenant and delete all its data; run it again if it was interrupted",
  deletesFirst: () => true,
  async run(context, { args: { tenant = "" } }) {
    const { redis, keys, tenants } = context;
    await requireTenant(context, tenant);
    await tenants.setState(tenant, "suspended");
    const data = new TenantData(redis, keys, tenant);
    const deletion = { tenant, data, exportIds: new Set<string>() };
    const erased = await withQueues(context, names, (queues) => eraseAll(context, deletion, queues));
    await data.eraseBatches(deletion.exportIds);
    await data.leaveLists();
    await forgetSlots(context, tenant);
    await data.forgetStoredBytes(context.partitions);
    await new Owners(redis, keys, undefined, () => undefined).forget(tenant);
    await tenants.forget(tenant);
    return { tenantId: tenant, deleted: true, erased };
  },
  text: ({ tenantId }) => `Tenant ${tenantId} is deleted with all its data.`,
});
