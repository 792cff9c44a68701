import assert from "node:assert/strict";
import { nextWindow } from "../../../src/jobs/exports/window.ts";
import { ArchiveReader } from "../../../src/store/changes/archive-reader.ts";
import { ChangeFeed } from "../../../src/store/changes/change-feed.ts";
import { ExportRuns } from "../../../src/store/exports/export-runs.ts";
import { openLayout } from "../../../src/store/layout/layout.ts";
import { EXPORTS, overRun } from "../exports.ts";
import { PARTITIONS } from "../redis.ts";
import type { Caller, Json, Service } from "../service.ts";

/** A change feed that makes changes before it reads its end for the second time. */
class ChangingFeed extends ChangeFeed {
  change: (() => Promise<void>) | undefined;
  #reads = 0;

  override async end(storeKey: string): Promise<string> {
    if (++this.#reads === 2) await this.change?.();
    return super.end(storeKey);
  }
}

/**
 * Begins a run of an export and determines its window, like a process that is killed before it reads. `change` makes
 * changes after the end of the window that are already in the change feed. Resolves to a function that continues the
 * run to its end.
 */
export async function beginRun(
  { redis, keys }: Service,
  shop: Caller,
  { id: exportId, mode, events }: Json,
  change?: () => Promise<void>,
): Promise<() => Promise<Json>> {
  const storeKey = `${shop.tenantId}/default`;
  const runs = new ExportRuns(redis, keys);
  const changes = new ChangingFeed(
    ...[redis, keys, await openLayout(redis, keys, PARTITIONS), new ArchiveReader({})],
  );
  changes.change = change;
  const parts = { redis, keys, partitions: PARTITIONS, changes };
  const { runId } = await runs.begin(storeKey, exportId, { trigger: "request" });
  const reached = await runs.reached(storeKey, exportId);
  const position = await nextWindow(parts, storeKey, { mode, events }, reached);
  assert.ok(await runs.write(storeKey, { id: runId, exportId }, "", { changes: { position } }));
  return async () => {
    // The export has this run already, so the request continues it.
    const { status, body } = await shop.post(`${EXPORTS}/${exportId}/runs`);
    assert.deepEqual([status, body.runId], [409, runId]);
    return overRun(shop, exportId, runId);
  };
}
