import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { pino } from "pino";
import { feedKeys } from "../../../src/store/changes/feed-keys.ts";
import { ExportRuns } from "../../../src/store/exports/export-runs.ts";
import { openLayout } from "../../../src/store/layout/layout.ts";
import { newExport } from "../../support/exports.ts";
import { runNightly } from "../../support/jobs/nightly.ts";
import { atEnd, PARTITIONS } from "../../support/redis.ts";
import { type Caller, type Json, type Service, startService } from "../../support/service.ts";

const OLD_MS = 40 * 86_400_000;
/** Tenants of which only one has a fault: work goes through them in any order. */
const TENANTS = 6;

const suite = atEnd();
const log: Json[] = [];
let service: Service;
let runs: ExportRuns;
before(async () => {
  const write = (line: string) => void log.push(JSON.parse(line));
  service = await startService(suite, {}, { log: pino({ level: "warn" }, { write }) });
  runs = new ExportRuns(service.redis, service.keys);
});

/** A tenant with an old run of an export. */
async function newShop() {
  const shop = await service.newCaller();
  const storeKey = `${shop.tenantId}/default`;
  const { id: exportId } = await newExport(shop);
  const { runId } = await runs.begin(storeKey, exportId, { trigger: "schedule" });
  await runs.write(storeKey, { id: runId, exportId }, "", { changes: { status: "failed" } });
  await service.redis.zadd(service.keys.exportRuns(storeKey, exportId), 0, runId);
  return { shop, storeKey, exportId, runId };
}

/** A change in a store that is older than changes are kept. Resolves to a function that counts the store's changes. */
async function withOldChange(shop: Caller): Promise<() => Promise<number>> {
  const layout = await openLayout(service.redis, service.keys, PARTITIONS);
  const { feed } = feedKeys(service.keys, layout, `${shop.tenantId}/default`);
  await service.redis.xadd(feed, `${Date.now() - OLD_MS}-0`, "i", "0-1-1", "e", "{}");
  return () => service.redis.xlen(feed);
}

describe("nightly work that fails for one tenant", () => {
  it("is done for the other tenants, and so is the other work of the night", async () => {
    const shops = await Promise.all(Array.from({ length: TENANTS }, newShop));
    const [broken, ...others] = shops;
    assert.ok(broken);
    const countChanges = await withOldChange(broken.shop);
    const brokenRuns = service.keys.exportRuns(broken.storeKey, broken.exportId);
    await service.redis.set(brokenRuns, "not a sorted set");

    await runNightly(service);
    const left = await Promise.all(others.map(({ storeKey, runId }) => runs.find(storeKey, runId)));
    assert.deepEqual(
      left,
      others.map(() => undefined),
    );
    assert.equal(await countChanges(), 0);
    const failures = log.filter(({ msg, level }) => msg === "job failed" || level >= 50);
    assert.deepEqual(
      failures.map(({ msg, queue, willRetry }) => [msg, queue, willRetry]),
      [["job failed", "maintenance", true]],
      "the failure is logged",
    );
  });
});
