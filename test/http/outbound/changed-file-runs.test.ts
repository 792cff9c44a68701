import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { EXPORTS, newExport, newWisher, overRun } from "../../support/exports.ts";
import { startS3 } from "../../support/platforms/s3.ts";
import { answers } from "../../support/platforms/server.ts";
import { atEnd, type Cleanup } from "../../support/redis.ts";
import { type Caller, type Service, startService, WS } from "../../support/service.ts";
import { until } from "../../support/until.ts";

const suite = atEnd();
let service: Service;
before(async () => {
  service = await startService(suite, { ALLOW_PRIVATE_TARGETS: "true" });
});

/** Begins a run whose complete file waits, because its bucket fails until `over` is called. */
async function waitingRun(t: Cleanup, shop: Caller, fields: object = {}, format = "ndjson") {
  const bucket = await startS3(t);
  const connector = {
    ...{ type: "s3", format, bucket: "exports", baseUrl: bucket.url },
    ...{ accessKeyId: "key", secretAccessKey: "s3-secret" },
  };
  const { id } = await newExport(shop, { connector, mode: "full", ...fields });
  bucket.faults.push(...Array.from({ length: 1000 }, () => answers(503)));
  const { body: begun } = await shop.post(`${EXPORTS}/${id}/runs`);
  const path = `${EXPORTS}/${id}/runs/${begun.id}`;
  await until(
    "the bucket has failed",
    async () => (await shop.get(path)).body.reasonCode === "platform_answer",
  );
  return {
    id: id as string,
    connector,
    over: () => {
      bucket.faults.splice(0);
      return overRun(shop, id, begun.id);
    },
    /** The texts of all objects. */
    texts: () => [...bucket.objects.values()].map(({ body }) => body.toString()),
  };
}

describe("a file that an export writes", () => {
  it("has nothing of a person who was erased meanwhile, and everything of the others", async (t) => {
    const shop = await service.newCaller();
    const [erased, kept] = [await newWisher(shop, 2), await newWisher(shop, 2)];
    const run = await waitingRun(t, shop);
    const erasure = await shop.post(`${WS}/privacy/erase`, { customerRef: erased.person.id });
    assert.equal(erasure.status, 200, erasure.text);
    const { status, counts } = await run.over();
    assert.deepEqual([status, counts.read, counts.accepted], ["succeeded", 2, 2]);
    const [text = "", ...others] = run.texts();
    assert.equal(others.length, 0);
    assert.ok(!text.includes(erased.person.id) && !text.includes(erased.person.svc_customer_id));
    for (const { id } of kept.items) assert.ok(text.includes(id), "the wish of another person is missing");
  });

  it("has one form, also if its mapping and its format are changed meanwhile; the next run has the new form", async (t) => {
    const shop = await service.newCaller();
    const { person } = await newWisher(shop, 2);
    const run = await waitingRun(t, shop, { mapping: { who: "customer.customerRef" } }, "csv");
    const next = { mapping: { person: "customer.customerRef" }, connector: { ...run.connector, gzip: true } };
    assert.equal((await shop.put(`${EXPORTS}/${run.id}`, next)).status, 200);
    assert.equal((await run.over()).status, "succeeded");
    assert.deepEqual(run.texts(), [`who\r\n${person.id}\r\n${person.id}\r\n`]);
    const { body } = await shop.post(`${EXPORTS}/${run.id}/runs`);
    const { file } = await overRun(shop, run.id, body.id);
    assert.match(file, /\.csv\.gz$/);
  });

  it("has no reason once it is written, although its bucket failed before", async (t) => {
    const shop = await service.newCaller();
    await newWisher(shop);
    const { status, reason, reasonCode } = await (await waitingRun(t, shop)).over();
    assert.deepEqual([status, reason, reasonCode], ["succeeded", undefined, undefined]);
  });
});
