import { setTimeout as pause } from "node:timers/promises";
import type { Job, Queue } from "bullmq";
import { unseal } from "../../src/actors/envelope.ts";
import { type QueueName, QUEUES } from "../../src/jobs/queues.ts";
import { DeadLetters } from "../../src/store/dead-letters.ts";
import { Exports } from "../../src/store/exports.ts";
import { Redactions } from "../../src/store/redactions.ts";
import { Shops } from "../../src/store/shops.ts";
import { fieldOf, rangeOf, type StreamEntry } from "../../src/store/streams.ts";
import { eraseKeysOf } from "../../src/store/tenant-data.ts";
import { tenantOf } from "../../src/store/tenants.ts";
import { Vault } from "../../src/store/vault.ts";
import { type CliContext, CliError, command } from "./command.ts";
import { withQueues } from "./queues.ts";

/** Requests of a suspended tenant are refused everywhere after five seconds. */
const SUSPENDED_MS = 6000;
const LOOK_MS = 500;
/** How long it is waited for work in hand before the command gives up; it can be given again. */
const PATIENCE_MS = 60_000;
const AT_ONCE = 500;
const MOST_LETTERS = 10_000;
const STATES = ["wait", "delayed", "prioritized", "failed", "completed", "active"] as const;

const names = Object.keys(QUEUES) as QueueName[];

/** Removing an export's files is left to the service, which has the directory. */
const isForgetting = ({ name }: Job) => name === "forget";

/** Ends the exports of a tenant: their schedules, and by a job of the service their runs and files. */
async function endExports({ redis, keys }: CliContext, tenant: string, queue: Queue): Promise<number> {
  const exports = new Exports(redis, keys, new Vault([]));
  let ended = 0;
  for (const scope of (await exports.scopes()).filter((each) => tenantOf(each) === tenant)) {
    for (const { id } of await exports.list(scope)) {
      await queue.removeJobScheduler(id);
      await queue.add("forget", { scope, exportId: id });
      await exports.delete(scope, id);
      ended++;
    }
    await redis.srem(keys.exporters, scope);
  }
  return ended;
}

/** Removes a tenant's jobs. Resolves to how many there were, with those in hand, which are waited for. */
async function removeJobs({ redis, keys }: CliContext, tenant: string, queue: Queue): Promise<number> {
  let found = 0;
  for (const state of STATES) {
    for (let start = 0; ;) {
      const jobs = (await queue.getJobs([state], start, start + AT_ONCE - 1)) as (Job | undefined)[];
      if (jobs.length === 0) break;
      const ours = jobs.filter(
        (job) =>
          job !== undefined &&
          tenantOf(String((job.data as { scope?: unknown } | undefined)?.scope)) === tenant,
      );
      let removed = 0;
      for (const job of ours as Job[]) {
        if (isForgetting(job) && state !== "completed") continue;
        await redis.del(keys.groupBodies(job.id ?? ""));
        // One that is in hand can not be removed yet.
        if (
          state !== "active" &&
          (await job.remove().then(
            () => true,
            () => false,
          ))
        )
          removed++;
      }
      found += ours.length;
      start += jobs.length - removed;
    }
  }
  return found;
}

/** Tenant that a command is of; undefined for one that makes no sense, which is nobody's. */
function tenantOfCommand(payload: string): string | undefined {
  try {
    return tenantOf(unseal(payload).command.scope);
  } catch {
    return undefined;
  }
}

/** All entries of a stream, from the oldest to the newest. */
async function* entriesOf(redis: CliContext["redis"], stream: string): AsyncGenerator<StreamEntry> {
  for (let start = "-"; ;) {
    const entries = await rangeOf(redis, stream, { start, count: AT_ONCE });
    yield* entries;
    const last = entries.at(-1);
    if (!last) return;
    start = `(${last[0]}`;
  }
}

/** Discards commands that were put aside, and counts what still waits to be applied or told. */
async function settleStreams({ redis, keys, partitions }: CliContext, tenant: string): Promise<number> {
  let found = 0;
  const letters = new DeadLetters(redis, keys, partitions);
  for (const { id, payload } of await letters.list(MOST_LETTERS)) {
    if (tenantOfCommand(payload) !== tenant) continue;
    await letters.discard(id);
    found++;
  }
  for (let partition = 0; partition < partitions; partition++) {
    for await (const entry of entriesOf(redis, keys.commands(partition)))
      if (tenantOfCommand(fieldOf(entry, "c")) === tenant) found++;
    for await (const entry of entriesOf(redis, keys.outbox(partition)))
      if (tenantOf((JSON.parse(fieldOf(entry, "e")) as { scope: string }).scope) === tenant) found++;
  }
  return found;
}

async function removeShops({ redis, keys }: CliContext, tenant: string): Promise<void> {
  const shops = new Shops(redis, keys);
  for (const { domain, scope } of await shops.list())
    if (tenantOf(scope) === tenant) await shops.remove(domain);
  for (const { domain, scope } of await new Redactions(redis, keys).list())
    if (tenantOf(scope) === tenant) await redis.hdel(keys.redactions, domain);
  for (const scope of await redis.smembers(keys.catalogues))
    if (tenantOf(scope) === tenant) await redis.srem(keys.catalogues, scope);
}

/** Erases what there is now. Resolves to how much it was: more may come of work that was in hand. */
async function erasePass(context: CliContext, tenant: string, queues: Queue[]): Promise<number> {
  let found = 0;
  const exportsQueue = queues[names.indexOf("exports")];
  if (exportsQueue) found += await endExports(context, tenant, exportsQueue);
  for (const queue of queues) found += await removeJobs(context, tenant, queue);
  found += await settleStreams(context, tenant);
  await removeShops(context, tenant);
  return found + (await eraseKeysOf(context.redis, context.keys, tenant));
}

export const tenantDeleteCommand = command({
  name: "tenant delete",
  args: ["tenant"],
  options: { yes: { type: "boolean" } },
  optionHelp: { yes: "confirm it: all data of the tenant is lost" },
  help: "suspend a tenant, erase all of its data, and forget it; to be given again where it was cut off",
  async run(context, { args: { tenant = "" }, options }) {
    const { redis, keys, tenants } = context;
    if (!(await tenants.find(tenant))) throw new CliError(`there is no tenant ${tenant}`);
    if (options["yes"] !== true) throw new CliError("--yes is needed: all data of the tenant is lost");
    await tenants.setState(tenant, "suspended");
    const begun = performance.now();
    let erased = 0;
    await withQueues(context, names, async (queues) => {
      for (;;) {
        const found = await erasePass(context, tenant, queues);
        erased += found;
        const passed = performance.now() - begun;
        if (found === 0 && passed > SUSPENDED_MS) return;
        if (passed > PATIENCE_MS && found > 0)
          throw new CliError(
            "Work of the tenant is still in hand. Do processes with the roles worker and jobs run? Give the command again.",
          );
        await pause(LOOK_MS);
      }
    });
    await redis.del(...names.flatMap((name) => [keys.slots(name, tenant), keys.slotQueue(name, tenant)]));
    for (let partition = 0; partition < context.partitions; partition++)
      await redis.hdel(keys.storedBytes(partition), tenant);
    await tenants.forget(tenant);
    return { tenantId: tenant, deleted: true, erased };
  },
  text: ({ tenantId }) => `Tenant ${tenantId} is deleted with all of its data.`,
});
