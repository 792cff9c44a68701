import { setTimeout as pause } from "node:timers/promises";
import { presentRun } from "../../../src/http/presenters/exports.ts";
import type { RunJob } from "../../../src/jobs/exports/run.ts";
import type { Run } from "../../../src/store/exports/export-run.ts";
import { ExportRuns } from "../../../src/store/exports/export-runs.ts";
import { type ExportRecord, Exports, withoutSecrets } from "../../../src/store/exports/exports.ts";
import { WishlistIndex } from "../../../src/store/lists/wishlist-index.ts";
import { refuseUndecodable } from "../../../src/store/records/undecodable.ts";
import { Vault } from "../../../src/store/secrets/vault.ts";
import { storeOf, tenantOf } from "../../../src/store/tenants/tenant.ts";
import { type CliContext, CliError, type CliInput, command, table } from "../command.ts";
import { lateWarner, Progress, standstillWatcher } from "../progress.ts";
import { withQueues } from "../queues.ts";
import { existingStoreKeyOf } from "./stores.ts";

const POLL_MS = 200;
const PERCENT = 100;

const options = { store: { type: "string", help: "store of the tenant, `default` if absent" } } as const;

interface StoreExports {
  storeKey: string;
  exports: Exports;
  runs: ExportRuns;
}

/** The store that a command names. Nothing here opens a secret. */
async function exportsOf(
  context: CliContext,
  { args: { tenant = "" }, options: { store = "default" } }: CliInput,
): Promise<StoreExports> {
  const { redis, keys, now } = context;
  const storeKey = await existingStoreKeyOf(context, tenant, store);
  const runs = new ExportRuns(redis, keys, refuseUndecodable, now);
  return { storeKey, exports: new Exports(redis, keys, new Vault([])), runs };
}

async function find(
  { storeKey, exports }: StoreExports,
  { args: { id = "" } }: CliInput,
): Promise<ExportRecord> {
  const record = await exports.find(storeKey, id);
  if (!record) throw new CliError(`there is no export ${id}`);
  return record;
}

/** Adds a job, so that a process with the role jobs executes a run. */
const enqueue = (context: CliContext, data: RunJob): Promise<void> =>
  withQueues(context, ["export-runs"], async ([queue]) => {
    await queue?.add("run", data, { jobId: data.runId });
  });

/** Shows the progress of a run until it ends, or stands still for `standstillMs`. */
export async function followRun(
  { warn }: Pick<CliContext, "warn">,
  { storeKey, runs }: Pick<StoreExports, "storeKey" | "runs">,
  { runId, exportId }: { runId: string; exportId: string },
  standstillMs?: number,
): Promise<Run> {
  const progress = new Progress("percent", PERCENT);
  const warnIfLate = lateWarner(warn);
  const show = `export show ${tenantOf(storeKey)} ${exportId} --store ${storeOf(storeKey)}`;
  const standsStill = standstillWatcher(warn, standstillMs);
  let shown = 0;
  for (;;) {
    const run = await runs.find(storeKey, runId);
    if (!run) throw new CliError("the export was deleted");
    const done = Math.floor(run.progress * PERCENT);
    progress.add(done - shown);
    shown = done;
    warnIfLate(run.status !== "queued");
    const hasEnded = run.status !== "queued" && run.status !== "running";
    if (hasEnded || standsStill(JSON.stringify(run), show)) return run;
    await pause(POLL_MS);
  }
}

const skippedOf = ({ counts }: Pick<Run, "counts">) =>
  Object.entries(counts.skipped)
    .map(([reason, count]) => `${reason} ${count}`)
    .join(", ");

const runTable = (runs: ReturnType<typeof presentRun>[]) =>
  table(
    ["run", "started", "status", "read", "accepted", "skipped", "failed", "file or reason"],
    runs.map(({ id, startedTime, status, counts, file, reason, ...run }) => [
      id,
      startedTime,
      status,
      counts.read,
      counts.accepted,
      skippedOf({ ...run, counts }),
      counts.failed,
      file ?? reason ?? "",
    ]),
  );

export const exportCommands = [
  command({
    name: "export list",
    isAudited: false,
    args: ["tenant"],
    options,
    help: "list a tenant's exports",
    run: async (context, input) => {
      const { storeKey, exports } = await exportsOf(context, input);
      return (await exports.list(storeKey)).map(withoutSecrets);
    },
    text: (exports) =>
      exports.length === 0
        ? "There are no exports."
        : table(
            ["id", "name", "to", "mode", "schedule"],
            exports.map(({ id, name, connector, mode, schedule, enabled }) => [
              id,
              name,
              connector.type,
              mode,
              schedule ? `${schedule.cron} ${schedule.timezone}${enabled ? "" : " (off)"}` : "",
            ]),
          ),
  }),
  command({
    name: "export show",
    isAudited: false,
    args: ["tenant", "id"],
    options,
    help: "show an export with its last runs",
    run: async (context, input) => {
      const store = await exportsOf(context, input);
      const record = await find(store, input);
      const runs = await store.runs.list(store.storeKey, record.id, 10);
      return { ...withoutSecrets(record), runs: runs.map(presentRun) };
    },
    text: ({ runs, ...record }) =>
      `${JSON.stringify(record, null, 2)}\n\n${runs.length === 0 ? "The export has not run yet." : runTable(runs)}`,
  }),
  command({
    name: "export run",
    args: ["tenant", "id"],
    options,
    help: "run an export now, or follow its active run, until it ends or nothing has changed for ten minutes",
    run: async (context, input) => {
      const store = await exportsOf(context, input);
      const { id } = await find(store, input);
      const { runId } = await store.runs.begin(store.storeKey, id, { trigger: "request" });
      await enqueue(context, { storeKey: store.storeKey, runId });
      return presentRun(await followRun(context, store, { runId, exportId: id }));
    },
    text: (run) => runTable([run]),
    isFailure: ({ status }) => status !== "succeeded",
  }),
  command({
    name: "export reindex",
    args: ["tenant"],
    options,
    help: "rebuild the index of a tenant's wishlists, if events were lost while no process did background work",
    run: async (context, input) => {
      const { storeKey } = await exportsOf(context, input);
      const { redis, keys, partitions } = context;
      return { wishlists: await new WishlistIndex(redis, keys).rebuild(storeKey, partitions) };
    },
    text: ({ wishlists }) => `${wishlists.toLocaleString("en")} wishlists are indexed.`,
  }),
];
