import assert from "node:assert/strict";
import { it } from "node:test";
import { CONSENTING, EXPORTS, newExport, runOf } from "../../support/exports.ts";
import { startWebhookReceiver } from "../../support/platforms/webhook.ts";
import { startService } from "../../support/service.ts";
import { until } from "../../support/until.ts";

const SECRET = `whsec_${Buffer.from("of a receiver in this test").toString("base64")}`;

it("a run whose processes crash repeatedly fails with the reason, and the next can start", async (t) => {
  const service = await startService(t, { ALLOW_PRIVATE_TARGETS: "true" });
  const { redis, jobsRedis = redis, keys } = service;
  const shop = await service.newCaller();
  const receiver = await startWebhookReceiver(t, { secret: SECRET });
  const { id: customerRef } = await shop.newCustomer(CONSENTING);
  await shop.newItem((await shop.newWishlist({ customerRef })).id);
  const connector = { type: "webhook", url: receiver.url, secret: SECRET };
  const { id } = await newExport(shop, { connector });
  receiver.faults.push({ when: "before", what: "silence" });
  const { body: run } = await shop.post(`${EXPORTS}/${id}/runs`);
  await until("the receiver has the batch", () => receiver.requests.length > 0);
  const job = `${keys.jobs("export-runs")}:export-runs:${run.id}`;
  // As if the last of many processes had just crashed.
  await jobsRedis.hset(job, "stc", 10);
  const now = async () => (await shop.get(`${EXPORTS}/${id}/runs/${run.id}`)).body;
  await until("the run is given up", async () => {
    await jobsRedis.del(`${job}:lock`);
    return (await now()).status === "failed";
  });
  const { reason, reasonCode } = await now();
  assert.equal(reason, "the service stopped or failed too often during the run");
  assert.equal(reasonCode, "given_up");
  const next = await runOf(shop, id);
  assert.deepEqual([next.status, next.counts.accepted], ["succeeded", 1]);
});
