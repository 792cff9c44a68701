import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { MAX_REJECTED } from "../../../src/store/exports/export-runs.ts";
import { CONSENTING, EXPORTS, newExport, newWisher, overRun, runOf } from "../../support/exports.ts";
import { startBraze } from "../../support/platforms/braze.ts";
import { answers, busy } from "../../support/platforms/server.ts";
import { startWebhookReceiver } from "../../support/platforms/webhook.ts";
import { CS, startService } from "../../support/service.ts";
import { until } from "../../support/until.ts";

const SECRET = `whsec_${Buffer.from("signs the batches of this test file").toString("base64")}`;

/** A shop with wishes of one customer, and an export to a receiver in batches. */
async function setUp(t: TestContext, { wishes, batchSize }: { wishes: number; batchSize: number }) {
  const { newCaller, redis, keys } = await startService(t, { ALLOW_PRIVATE_TARGETS: "true" });
  const shop = await newCaller();
  const receiver = await startWebhookReceiver(t, { secret: SECRET });
  await newWisher(shop, wishes);
  const connector = { type: "webhook", url: receiver.url, secret: SECRET, batchSize };
  const { id } = await newExport(shop, { connector });
  return { redis, keys, shop, receiver, id };
}

describe("a run whose records a platform rejects", () => {
  it("has failed if there are many and all are rejected, and sends them again when it is redriven", async (t) => {
    const { shop, receiver, id } = await setUp(t, { wishes: 100, batchSize: 50 });
    receiver.faults.push(answers(422), answers(422));
    const run = await runOf(shop, id);
    assert.deepEqual([run.status, run.reasonCode, run.counts.failed], ["failed", "all_refused", 100]);
    const { body } = await shop.post(`${EXPORTS}/${id}/runs/${run.id}/redrive`);
    const again = await overRun(shop, id, body.id);
    assert.deepEqual([again.status, again.counts.accepted], ["succeeded", 100]);
    await newWisher(shop, 5);
    receiver.faults.push(answers(422));
    const few = await runOf(shop, id);
    assert.deepEqual([few.status, few.counts.failed], ["succeeded", 5]);
  });

  it("has its records no more once all of them were rejected again in a run that sent them again", async (t) => {
    const { shop, receiver, id } = await setUp(t, { wishes: 100, batchSize: 50 });
    receiver.faults.push(answers(422), answers(422));
    const run = await runOf(shop, id);
    const redrive = (of: string) => shop.post(`${EXPORTS}/${id}/runs/${of}/redrive`);
    receiver.faults.push(answers(422), answers(422));
    const { body } = await redrive(run.id);
    const again = await overRun(shop, id, body.id);
    assert.deepEqual([again.status, again.reasonCode], ["failed", "all_refused"]);
    assert.equal((await redrive(run.id)).status, 400);
    const last = await overRun(shop, id, (await redrive(again.id)).body.id);
    assert.deepEqual([last.status, last.counts.accepted], ["succeeded", 100]);
  });

  it("has failed also if its other records are skipped, because the platform could not identify the person", async (t) => {
    const { shop } = await setUp(t, { wishes: 100, batchSize: 50 });
    const unnamed = { id: undefined, email: "sold@example.com", ...CONSENTING };
    const { person } = await newWisher(shop, 1, unnamed);
    assert.equal((await shop.put(`${CS}/customers`, { id: person.id, email: null })).status, 200);
    const braze = await startBraze(t);
    braze.faults.push(answers(400), answers(400));
    const { id } = await newExport(shop, {
      connector: { type: "braze", baseUrl: braze.url, apiKey: "braze-secret" },
    });
    const run = await runOf(shop, id);
    assert.deepEqual([run.status, run.reasonCode], ["failed", "all_refused"]);
    assert.deepEqual(
      [run.counts.failed, run.counts.skipped],
      [100, { ...run.counts.skipped, noIdentifier: 1 }],
    );
  });

  it("ends before it rejects more than are kept, and the next run continues with the others", async (t) => {
    const { redis, keys, shop, receiver, id } = await setUp(t, { wishes: 30, batchSize: 10 });
    receiver.faults.push(busy(2), answers(422));
    const { body: started } = await shop.post(`${EXPORTS}/${id}/runs`);
    await until("the run waits", () => receiver.requests.length > 0);
    const stored = keys.exportRun(`${shop.tenantId}/default`, started.id);
    const counts = JSON.parse((await redis.hget(stored, "counts")) ?? "");
    await redis.hset(stored, "counts", JSON.stringify({ ...counts, failed: MAX_REJECTED - 15 }));
    const run = await overRun(shop, id, started.id);
    assert.deepEqual([run.status, run.reasonCode], ["failed", "too_many_refused"]);
    assert.equal(run.counts.failed, MAX_REJECTED - 5);
    const next = await runOf(shop, id);
    assert.deepEqual([next.status, next.counts.accepted], ["succeeded", 20]);
  });
});
