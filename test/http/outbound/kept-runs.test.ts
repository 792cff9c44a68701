import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { ExportRuns } from "../../../src/store/exports/export-runs.ts";
import type { RejectedRecord } from "../../../src/store/exports/rejected-record.ts";
import { DAY_MS } from "../../../src/units/durations.ts";
import { CONSENTING, EXPORTS, newExport, runOf } from "../../support/exports.ts";
import { runNightly } from "../../support/jobs/nightly.ts";
import { answers } from "../../support/platforms/server.ts";
import { startWebhookReceiver } from "../../support/platforms/webhook.ts";
import { atEnd } from "../../support/redis.ts";
import { type Caller, type Json, type Service, startService } from "../../support/service.ts";
import { until } from "../../support/until.ts";

const SECRET = `whsec_${Buffer.from("of a receiver in this test").toString("base64")}`;
/** Runs that are kept of an export. */
const KEPT = 100;
const REJECTED: RejectedRecord = {
  id: "i",
  reason: { code: "platform_answer", platform: "webhook", status: 400 },
  time: "2026-01-01T00:00:00.000Z",
  type: "item",
};

const suite = atEnd();
let service: Service;
let runs: ExportRuns;
before(async () => {
  service = await startService(suite, { ALLOW_PRIVATE_TARGETS: "true" });
  runs = new ExportRuns(service.redis, service.keys);
});

/** Adds runs of an export that have failed, with a rejected record each. */
async function addFailed(storeKey: string, exportId: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    const { runId: id } = await runs.begin(storeKey, exportId, { trigger: "schedule" });
    await runs.write(storeKey, { id, exportId }, "", { changes: { status: "failed" }, rejected: [REJECTED] });
    ids.push(id);
  }
  return ids;
}

it("the sentences of a run of an earlier version are shown as they are, without codes", async () => {
  const { newCaller, redis, keys } = service;
  const shop = await newCaller();
  const storeKey = `${shop.tenantId}/default`;
  const { id: exportId } = await newExport(shop);
  const { runId: id } = await runs.begin(storeKey, exportId, { trigger: "request" });
  await runs.write(storeKey, { id, exportId }, "", { changes: { status: "failed" }, rejected: [REJECTED] });
  await redis.hset(keys.exportRun(storeKey, id), "reason", "Klaviyo answered 401: so");
  const earlier = { ...REJECTED, reason: "Klaviyo answered 400: no" };
  await redis.rpush(keys.rejected(storeKey, id), JSON.stringify(earlier));
  const { body: run } = await shop.get(`${EXPORTS}/${exportId}/runs/${id}`);
  assert.deepEqual([run.reason, run.reasonCode], ["Klaviyo answered 401: so", undefined]);
  assert.deepEqual(
    run.rejected.map(({ reason, reasonCode }: Json) => [reason, reasonCode]),
    [
      ["the receiver answered 400", "platform_answer"],
      ["Klaviyo answered 400: no", undefined],
    ],
  );
});

describe("the runs of an export that never succeeds", () => {
  let shop: Caller;
  let storeKey: string;
  let exportId: string;
  const left = () => service.redis.zcard(service.keys.exportRuns(storeKey, exportId));
  before(async () => {
    shop = await service.newCaller();
    storeKey = `${shop.tenantId}/default`;
    ({ id: exportId } = await newExport(shop));
  });

  it("are removed when a run fails, except the newest", async (t) => {
    const { id: customerRef } = await shop.newCustomer(CONSENTING);
    await shop.newItem((await shop.newWishlist({ customerRef })).id);
    const receiver = await startWebhookReceiver(t, { secret: SECRET });
    const connector = { type: "webhook", url: receiver.url, secret: SECRET };
    await shop.put(`${EXPORTS}/${exportId}`, { connector });
    const [oldest = ""] = await addFailed(storeKey, exportId, KEPT + 5);
    receiver.faults.push(answers(401));
    assert.equal((await runOf(shop, exportId)).status, "failed");
    await until("old runs are removed", async () => (await left()) === KEPT);
    assert.equal(await runs.find(storeKey, oldest), undefined);
    assert.equal(await runs.countRejected(storeKey, oldest), 0);
  });

  const makeOld = (id: string) => service.redis.zadd(service.keys.exportRuns(storeKey, exportId), 0, id);

  it("are removed at night if they are older than 30 days", async () => {
    const old = await addFailed(storeKey, exportId, 2);
    for (const id of old) await makeOld(id);
    await runNightly(service);
    for (const id of old) assert.equal(await runs.find(storeKey, id), undefined);
  });

  it("stay if they have not ended, however old they are", async () => {
    const { runId: active } = await runs.begin(storeKey, exportId, { trigger: "schedule" });
    await makeOld(active);
    await runs.prune(storeKey, exportId, Date.now());
    assert.equal((await runs.find(storeKey, active))?.status, "queued");
  });

  it("stay for 30 days after their end, however old they are", async () => {
    ({ id: exportId } = await newExport(shop));
    const { runId } = await runs.begin(storeKey, exportId, { trigger: "request" });
    await makeOld(runId);
    const now = Date.now();
    const finishedTime = new Date(now).toISOString();
    await runs.write(storeKey, { id: runId, exportId }, "", { changes: { status: "failed", finishedTime } });
    await runs.prune(storeKey, exportId, now + 29 * DAY_MS);
    assert.equal((await runs.find(storeKey, runId))?.status, "failed");
    await runs.prune(storeKey, exportId, now + 31 * DAY_MS);
    assert.equal(await runs.find(storeKey, runId), undefined);
  });
});
