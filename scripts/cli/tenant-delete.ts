import { setTimeout as pause } from "node:timers/promises";
import type { Job, Queue } from "bullmq";
import { envelopeIn } from "../../src/actors/runtime/envelope.ts";
import { type QueueName, QUEUES } from "../../src/jobs/queue/queues.ts";
import { Exports } from "../../src/store/exports/exports.ts";
import { Owners } from "../../src/store/owners/owners.ts";
import { DeadLetters } from "../../src/store/partition/dead-letters.ts";
import { eventIn, payloadIn } from "../../src/store/partition/entries.ts";
import { entriesOf } from "../../src/store/partition/streams.ts";
import { type OfStore, withStoreKey } from "../../src/store/records/of-store.ts";
import { DEFAULT_STORE } from "../../src/store/tenants/settings.ts";
import { tenantOf } from "../../src/store/tenants/tenant.ts";
import { TenantData } from "../../src/store/tenants/tenant-data.ts";
import { Vault } from "../../src/store/tenants/vault.ts";
import { WebhookBodies } from "../../src/store/webhooks/webhook-bodies.ts";
import { type CliContext, CliError, command } from "./command.ts";
import { withQueues } from "./queues.ts";

/** Requests of a suspended tenant are refused everywhere after five seconds. */
const SUSPENDED_MS = 6000;
const POLL_MS = 500;
/** How long nothing may go on before the command gives up; it can be given again. */
const TIMEOUT_MS = 60_000;
const BATCH_SIZE = 500;
const STATES = ["wait", "delayed", "prioritized", "failed", "completed", "active"] as const;

const names = Object.keys(QUEUES) as QueueName[];

/** What one look through everything has come to. */
interface Pass {
  /** How much was erased. */
  erased: number;
  /** How much is in hand, or waits to be applied or told. */
  inHand: number;
}

/** Removing files of exports and of older changes is left to the service, which has the directory. */
const isForgetting = ({ name }: Job) => name === "forget" || name === "forget-changes";

/** A tenant that is being deleted. */
interface Deletion {
  tenant: string;
  data: TenantData;
  /** Exports that were there, by their ids: a run that is in hand may still note what it sends. */
  exportIds: Set<string>;
}

/**
 * Ends the exports of a tenant: their schedules, and by a job of the service their runs and files. The record of an
 * export goes last, for the rest is found by it where this is cut off and done again.
 */
async function endExports({ redis, keys }: CliContext, { tenant, data, exportIds }: Deletion, queue: Queue) {
  const exports = new Exports(redis, keys, new Vault([]));
  const storeKeys = (await exports.storeKeys()).filter((storeKey) => tenantOf(storeKey) === tenant);
  const found = await Promise.all(
    storeKeys.map(async (storeKey) => (await exports.list(storeKey)).map(({ id }) => ({ storeKey, id }))),
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

/** Removes a tenant's jobs. Resolves to how many were removed, and how many are in hand, which are waited for. */
async function removeJobs({ redis, keys }: CliContext, tenant: string, queue: Queue): Promise<Pass> {
  const bodies = new WebhookBodies(redis, keys);
  const pass: Pass = { erased: 0, inHand: 0 };
  for (const state of STATES) {
    for (let start = 0; ;) {
      const jobs = (await queue.getJobs([state], start, start + BATCH_SIZE - 1)) as (Job | undefined)[];
      if (jobs.length === 0) break;
      let removed = 0;
      for (const job of jobs) {
        if (!job || !isOf(tenant, job)) continue;
        const isKept = state === "active" || (isForgetting(job) && state !== "completed");
        if (!isForgetting(job)) await bodies.dropGroup(job.id ?? "");
        // One that has just been taken in hand cannot be removed.
        const isRemoved =
          !isKept &&
          (await job.remove().then(
            () => true,
            () => false,
          ));
        if (isRemoved) removed++;
        else pass.inHand++;
      }
      pass.erased += removed;
      start += jobs.length - removed;
    }
  }
  return pass;
}

/** Tenant that a command is of; undefined for one that makes no sense, which is nobody's. */
function tenantOfCommand(payload: string): string | undefined {
  const envelope = envelopeIn(payload);
  return envelope && tenantOf(envelope.command.storeKey);
}

/** Discards commands that were put aside, and counts what still waits to be applied or told. */
async function settleStreams({ redis, keys, partitions }: CliContext, tenant: string): Promise<Pass> {
  const pass: Pass = { erased: 0, inHand: 0 };
  const letters = new DeadLetters(redis, keys, partitions);
  for await (const { id, payload } of letters.all()) {
    if (tenantOfCommand(payload) !== tenant) continue;
    await letters.discard(id);
    pass.erased++;
  }
  for (let partition = 0; partition < partitions; partition++) {
    for await (const entry of entriesOf(redis, keys.commands(partition)))
      if (tenantOfCommand(payloadIn(entry)) === tenant) pass.inHand++;
    // Relayed events may be kept; nobody applies those of a tenant again that is gone.
    const relayed = (await redis.hget(keys.lease(partition), "relayed")) ?? "0-0";
    for await (const entry of entriesOf(redis, keys.outbox(partition), { after: relayed }))
      if (tenantOf(withStoreKey(JSON.parse(eventIn(entry)) as OfStore).storeKey) === tenant) pass.inHand++;
  }
  return pass;
}

/**
 * Erases the keys of the tenant, and then by a job of the service its older changes that are not in Redis: without the
 * keys no process can move more of them there.
 */
async function eraseKeys({ tenant, data }: Deletion, maintenance?: Queue): Promise<number> {
  const { erased, archived } = await data.eraseKeys();
  if (archived.length > 0)
    await maintenance?.add("forget-changes", { storeKey: `${tenant}/${DEFAULT_STORE}` });
  return erased + (await data.erase(archived));
}

/** Erases what there is now: more may come of work that is in hand. */
async function erasePass(context: CliContext, deletion: Deletion, queues: Queue[]): Promise<Pass> {
  const { tenant } = deletion;
  const passes: Pass[] = [];
  const exportsQueue = queues[names.indexOf("exports")];
  if (exportsQueue) passes.push({ erased: await endExports(context, deletion, exportsQueue), inHand: 0 });
  for (const queue of queues) passes.push(await removeJobs(context, tenant, queue));
  const erased = await eraseKeys(deletion, queues[names.indexOf("maintenance")]);
  passes.push(await settleStreams(context, tenant), { erased, inHand: 0 });
  return passes.reduce((sum, { erased, inHand }) => ({
    erased: sum.erased + erased,
    inHand: sum.inHand + inHand,
  }));
}

/** Erases until nothing is left. Resolves to how much it was. Throws where for a minute nothing goes on. */
async function eraseAll(context: CliContext, deletion: Deletion, queues: Queue[]): Promise<number> {
  const begun = performance.now();
  let [total, fewest, movedAt] = [0, Number.POSITIVE_INFINITY, begun];
  for (;;) {
    const { erased, inHand } = await erasePass(context, deletion, queues);
    total += erased;
    const now = performance.now();
    if (erased + inHand === 0 && now - begun > SUSPENDED_MS) return total;
    if (erased > 0 || inHand < fewest) movedAt = now;
    fewest = Math.min(fewest, inHand);
    if (now - movedAt > TIMEOUT_MS)
      throw new CliError(
        "Jobs or commands of the tenant are still pending. Check that processes with the roles worker and jobs run, then retry.",
      );
    await pause(POLL_MS);
  }
}

export const tenantDeleteCommand = command({
  name: "tenant delete",
  args: ["tenant"],
  options: { yes: { type: "boolean" } },
  optionHelp: { yes: "confirm: all data of the tenant is deleted" },
  help: "suspend a tenant and delete all of its data; run it again if it was interrupted",
  async run(context, { args: { tenant = "" }, options }) {
    const { redis, keys, tenants } = context;
    if (!(await tenants.find(tenant))) throw new CliError(`there is no tenant ${tenant}`);
    if (options["yes"] !== true) throw new CliError("--yes is needed: all data of the tenant is lost");
    await tenants.setState(tenant, "suspended");
    const data = new TenantData(redis, keys, tenant);
    const deletion = { tenant, data, exportIds: new Set<string>() };
    const erased = await withQueues(context, names, (queues) => eraseAll(context, deletion, queues));
    await data.eraseBatches(deletion.exportIds);
    await data.leaveLists();
    await data.forgetCounts(names, context.partitions);
    await new Owners(redis, keys).forget(tenant);
    await tenants.forget(tenant);
    return { tenantId: tenant, deleted: true, erased };
  },
  text: ({ tenantId }) => `Tenant ${tenantId} is deleted with all of its data.`,
});
