import { rm, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import type { ExportRuns } from "../../store/exports/export-runs.ts";
import type { ExportRecord, Exports } from "../../store/exports/exports.ts";
import type { Now } from "../../store/redis/clock.ts";
import { tenantOf } from "../../store/tenants/tenant.ts";
import { fileNamesIn, ifPresent } from "../files.ts";
import { forAll } from "../queue/for-all.ts";
import {
  exportDirectory,
  isOfActiveRun,
  removeAllFiles,
  runOfName,
  tenantDirectory,
} from "./connectors/file.ts";

interface KeptFile {
  exportId: string;
  runId: string;
  path: string;
  bytes: number;
  /** Time when it was made, in milliseconds since 1970. */
  ms: number;
}

/** Finds the finished files of a tenant's exports, the oldest first. */
async function keptFiles(dataDir: string, tenant: string): Promise<KeptFile[]> {
  const files: KeptFile[] = [];
  for (const exportId of await fileNamesIn(tenantDirectory(dataDir, tenant))) {
    const directory = exportDirectory(dataDir, tenant, exportId);
    for (const name of await fileNamesIn(directory)) {
      if (isOfActiveRun(name)) continue;
      const path = join(directory, name);
      // Another process may have removed it in the meantime.
      const found = await ifPresent(stat(path));
      if (!found?.isFile()) continue;
      files.push({ exportId, runId: runOfName(name), path, bytes: found.size, ms: found.mtimeMs });
    }
  }
  return files.sort((a, b) => a.ms - b.ms);
}

interface KeptFilesParts {
  exports: Exports;
  runs: ExportRuns;
  connectors: { dataDir: string; fileBytes: number };
  /** The store's clock. */
  now: Now;
}

/**
 * Removes a tenant's oldest files until the others have at most `fileBytes` together, and records the removal in their
 * runs. The file of a run that has not ended stays: it may still have to be uploaded.
 */
async function limitFiles({ exports, runs, connectors, now }: KeptFilesParts, tenant: string): Promise<void> {
  const { dataDir, fileBytes } = connectors;
  const files = await keptFiles(dataDir, tenant);
  let bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  for (const { exportId, runId, path, bytes: freed } of files) {
    if (bytes <= fileBytes) return;
    const storeKey = await exports.storeKeyOf(tenant, exportId);
    if (storeKey !== undefined && (await runs.active(storeKey, exportId)) === runId) continue;
    // First the record: a file that no run names is removed anyway, but nothing finds a run that names a missing file.
    if (storeKey !== undefined) await runs.markFileRemoved(storeKey, runId, new Date(now()).toISOString());
    await rm(path, { force: true });
    bytes -= freed;
  }
}

/**
 * Removes the files of an export that neither its active run needs, nor an ended run has as its file. A process may have
 * been killed before it did so, and a run that waits for its next attempt may have been cancelled.
 */
async function removeLeftFiles(
  { runs, connectors: { dataDir } }: KeptFilesParts,
  storeKey: string,
  exportId: string,
): Promise<void> {
  const directory = exportDirectory(dataDir, tenantOf(storeKey), exportId);
  // In this order: a run that begins meanwhile has no files among these, and one that ends meanwhile names its file.
  const names = await fileNamesIn(directory);
  const active = await runs.active(storeKey, exportId);
  for (const name of names) {
    const [runId, path] = [runOfName(name), join(directory, name)];
    if (runId === active || (await runs.fileOf(storeKey, runId)) === relative(dataDir, path)) continue;
    await rm(path, { recursive: true, force: true });
  }
}

/** Deletes the runs, the state and the files of a deleted export. A repeated call removes the rest. */
export async function forgetExport(
  { runs }: Pick<KeptFilesParts, "runs">,
  dataDir: string,
  { storeKey, exportId }: { storeKey: string; exportId: string },
): Promise<void> {
  await runs.forget(storeKey, exportId);
  await removeAllFiles(dataDir, tenantOf(storeKey), exportId);
}

/** Deletes an export's old runs with their files, and keeps the tenant's files within their limit. */
export async function pruneExport(
  parts: KeptFilesParts,
  storeKey: string,
  { id }: ExportRecord,
): Promise<void> {
  await parts.runs.prune(storeKey, id, parts.now());
  await removeLeftFiles(parts, storeKey, id);
  await limitFiles(parts, tenantOf(storeKey));
}

/**
 * Prunes the exports of a store, and removes what is left of deleted exports. A process may have died before it queued
 * or finished the removal; another one may have started a run or written a file after it.
 */
async function pruneStore(parts: KeptFilesParts, storeKey: string, signal?: AbortSignal): Promise<void> {
  const { exports, connectors } = parts;
  const forget = async (exportId: string) => {
    await forgetExport(parts, connectors.dataDir, { storeKey, exportId });
    await exports.markForgotten(storeKey, exportId);
  };
  const prune = (record: ExportRecord) => pruneExport(parts, storeKey, record);
  const works = [
    async () => forAll(await exports.deletedIds(storeKey), forget, { signal }),
    async () => forAll(await exports.list(storeKey), prune, { signal }),
  ];
  await forAll(works, (work) => work());
}

/**
 * Prunes every export of every store: the runs of an export end in any way, and its last run may be long ago. A failure
 * of one export, such as a file that cannot be removed, does not stop the others.
 */
export async function pruneExports(parts: KeptFilesParts, signal?: AbortSignal): Promise<void> {
  const prune = (storeKey: string) => pruneStore(parts, storeKey, signal);
  await forAll(await parts.exports.storeKeys(), prune, { signal });
}
