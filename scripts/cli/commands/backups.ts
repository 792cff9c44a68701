import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { Redis } from "ioredis";
import { keyFile, writeKeyFile } from "../../../src/app/process/credential-keys.ts";
import type { Config } from "../../../src/config.ts";
import {
  LAYOUT_VERSION,
  MIGRATED_LAYOUTS,
  refuseRestoring,
  RESTORING,
} from "../../../src/store/layout/layout.ts";
import {
  type DumpedKey,
  dumpKeys,
  holdsKeys,
  isServed,
  removeKeys,
  restoreKeys,
  tryRestore,
} from "../../../src/store/redis/backup.ts";
import { hasRedisFailed, isUnreadableDump } from "../../../src/store/redis/failures.ts";
import { RestoreClaim } from "../../../src/store/redis/restore-claim.ts";
import { findMissingToRestore } from "../../../src/store/redis/server/permissions.ts";
import { sealingKeyOf } from "../../../src/store/secrets/sealing-key.ts";
import { Vault } from "../../../src/store/secrets/vault.ts";
import {
  type BackupHeader,
  type BackupRecord,
  checkBackup,
  type CheckedBackup,
  readBackup,
  writeBackup,
} from "../backup-file.ts";
import { type CliContext, CliError, command } from "../command.ts";
import { refuseMissing } from "../permissions.ts";
import { withOwnJobsStore } from "../queues.ts";
import { keysOf } from "../secrets.ts";

/** Approximate number of bytes per write to Redis. */
const BATCH_BYTES = 1024 * 1024;

async function* recordsOf(
  { redis, keys }: CliContext,
  jobs: Redis | undefined,
): AsyncGenerator<BackupRecord> {
  for await (const record of dumpKeys(redis, keys.prefix)) {
    const ofJobs = record.key.startsWith(keys.everyJob);
    // Queues that were left behind when they got a Redis of their own are not in use.
    if (!ofJobs || !jobs) yield { ...record, ofJobs };
  }
  if (jobs) for await (const record of dumpKeys(jobs, keys.everyJob)) yield { ...record, ofJobs: true };
}

/** Description of a backup of this Redis. */
async function headerOf({ redis, keys, config }: CliContext, online: boolean): Promise<BackupHeader> {
  const layout = await redis.hget(keys.meta, "layout");
  if (layout === null) throw new CliError("Redis has no data of the service: there is nothing to back up");
  refuseRestoring(layout);
  const sealing = await sealingKeyOf(redis, keys);
  const known = keysOf(config);
  if (sealing !== undefined && !new Vault(known).knows(sealing))
    throw new CliError(
      "the key of the stored secrets is unknown: set CREDENTIALS_KEYS or DATA_DIR to the values of the service",
    );
  const credentialsKeys = known.map((key) => key.toString("base64"));
  const createdTime = new Date().toISOString();
  return { layout, prefix: keys.prefix, createdTime, online, credentialsKeys };
}

/** The text of the key file to put into the data directory; undefined if the known keys open the secrets. */
function missingKeys({ credentialsKeys }: BackupHeader, { config }: CliContext): string | undefined {
  const known = keysOf(config).map((key) => key.toString("base64"));
  if (credentialsKeys.every((key) => known.includes(key))) return undefined;
  if (known.length === 0) return credentialsKeys.join(",");
  throw new CliError(
    "the keys of CREDENTIALS_KEYS or DATA_DIR do not open the secrets of the backup: set CREDENTIALS_KEYS to the value that the service had, or leave it empty and move credentials.key out of DATA_DIR",
  );
}

/**
 * Replaces all data by the records of a backup. Until all of them are written, the layout says so: if this is
 * interrupted, no process uses the rest of the old data or a part of the new. Resolves to the number of keys.
 *
 * @throws {CliError} if another restoration has begun meanwhile
 */
async function replaceData(
  { redis, keys }: CliContext,
  jobs: Redis | undefined,
  file: string,
): Promise<number> {
  let layout: DumpedKey | undefined;
  let count = 0;
  let bytes = 0;
  let batches: { data: DumpedKey[]; jobs: DumpedKey[] } = { data: [], jobs: [] };
  const claim = new RestoreClaim(redis, keys);
  const replaced = () =>
    new CliError(
      `another restore has begun meanwhile, so this one has ended before all of ${file} was written: wait for the other one`,
    );
  const before = async () => {
    if (!(await claim.isHeld())) throw replaced();
    // Again, because an older restoration may have ended after this one has begun.
    await redis.hset(keys.meta, "layout", RESTORING);
  };
  const flush = async () => {
    await before();
    await restoreKeys(redis, batches.data);
    await restoreKeys(jobs ?? redis, batches.jobs);
    batches = { data: [], jobs: [] };
    bytes = 0;
  };
  await claim.take();
  await before();
  const kept = [keys.meta, claim.key];
  await removeKeys(redis, keys.prefix, { kept, before });
  if (jobs) await removeKeys(jobs, keys.everyJob, { kept, before });
  for await (const record of readBackup(file)) {
    count++;
    if (record.key === keys.meta && !record.ofJobs) {
      layout = record;
      continue;
    }
    batches[record.ofJobs ? "jobs" : "data"].push(record);
    bytes += record.payload.length;
    if (bytes >= BATCH_BYTES) await flush();
  }
  await flush();
  if (!(await claim.release())) throw replaced();
  if (layout) await restoreKeys(redis, [layout]);
  else await redis.del(keys.meta);
  return count;
}

/** Returns the error of a restore with the state of the data, if Redis has failed; any other error as it is. */
const ifRedisFailed = (err: unknown, what: string, state: string): unknown =>
  err instanceof Error && hasRedisFailed(err)
    ? new CliError(`${what} (${err.message}). ${state}`, { cause: err })
    : err;

/**
 * Makes sure that the records of a backup can be written, before anything is deleted.
 *
 * @throws {CliError} if a user of Redis may not write them, or if a Redis cannot read them
 */
async function refuseUnwritable(
  context: CliContext,
  jobs: Redis | undefined,
  { samples: { data, jobs: ofJobs } }: CheckedBackup,
): Promise<void> {
  await refuseMissing(context, jobs, findMissingToRestore);
  const name = `${context.keys.meta}:trial`;
  const tries = [
    { redis: context.redis, setting: "REDIS_URL", sample: data },
    jobs
      ? { redis: jobs, setting: "JOBS_REDIS_URL", sample: ofJobs }
      : { redis: context.redis, setting: "REDIS_URL", sample: ofJobs },
  ];
  for (const { redis, setting, sample } of tries) {
    if (!sample) continue;
    try {
      await tryRestore(redis, name, sample.payload);
    } catch (err) {
      if (!isUnreadableDump(err))
        throw ifRedisFailed(err, `cannot write to the Redis of ${setting}`, "Nothing was changed.");
      throw new CliError(
        `the Redis of ${setting} is older than that of the backup, and cannot read its data: use the same version, or a newer one. Nothing was changed.`,
        { cause: err },
      );
    }
  }
}

/** Writes the keys that open the secrets of a backup into the data directory. */
function writeKeys(text: string, { DATA_DIR }: Readonly<Config>): void {
  const target = keyFile(DATA_DIR);
  mkdirSync(dirname(target), { recursive: true });
  writeKeyFile(target, text);
}

async function refuseServed({ redis, keys }: CliContext, hint: string): Promise<void> {
  if (await isServed(redis, keys))
    throw new CliError(`the service runs, or was killed less than a minute ago: stop it${hint}`);
}

export const backupCommands = [
  command({
    name: "backup",
    args: ["file"],
    opensStore: true,
    options: {
      online: {
        type: "boolean",
        help: "back up while the service runs: keys are from different moments, see docs/backup-and-upgrade.md",
      },
    },
    help: "write all data, the job queues and the credentials key to a file; keep the file safe",
    run: (context, { args: { file = "" }, options }) =>
      withOwnJobsStore(context, async (jobs) => {
        const online = options["online"] === true;
        if (!online) await refuseServed(context, ", or use --online");
        const keys = await writeBackup(file, await headerOf(context, online), recordsOf(context, jobs));
        // A service that was started meanwhile may have written.
        if (!online) await refuseServed(context, "; the backup may be inconsistent");
        return { file, keys };
      }),
    text: ({ file, keys }) => `${keys} keys are in ${file}. The file contains all secrets: keep it safe.`,
  }),
  command({
    name: "restore",
    args: ["file"],
    opensStore: true,
    options: { replace: { type: "boolean", help: "delete the current data of the service first" } },
    help: "write a backup into an empty Redis; stop the service first",
    run: (context, { args: { file = "" }, options }) =>
      withOwnJobsStore(context, async (jobs) => {
        const { redis, keys } = context;
        const backup = await checkBackup(file);
        const { header } = backup;
        // The service migrates older data when it starts.
        if (header.layout !== LAYOUT_VERSION && !MIGRATED_LAYOUTS.includes(header.layout))
          throw new CliError(
            `${file} has layout ${header.layout}, this program reads layout ${LAYOUT_VERSION}`,
          );
        if (header.prefix !== keys.prefix)
          throw new CliError(`the keys of ${file} start with ${header.prefix}: set REDIS_PREFIX to it`);
        await refuseServed(context, "");
        if (options["replace"] !== true) {
          if (await holdsKeys(redis, keys.prefix))
            throw new CliError("Redis has data of the service: use --replace to delete it first");
          if (jobs && (await holdsKeys(jobs, keys.everyJob)))
            throw new CliError(
              "the Redis of JOBS_REDIS_URL has job queues: leave JOBS_REDIS_URL out if they belong to another service, or use --replace to delete them first",
            );
        }
        const missing = missingKeys(header, context);
        await refuseUnwritable(context, jobs, backup);
        // Before the data, because the data is worth nothing without the key.
        if (missing !== undefined) writeKeys(missing, context.config);
        const count = await replaceData(context, jobs, file).catch((err: unknown) => {
          throw ifRedisFailed(
            err,
            "Redis failed during the restore",
            "The data is incomplete, and the service does not start, until the backup is restored again with --replace.",
          );
        });
        return { file, keys: count, createdTime: header.createdTime };
      }),
    text: ({ keys, createdTime }) => `Restored ${keys} keys from the backup of ${createdTime}.`,
  }),
];
