import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { type Redaction, Redactions } from "../../../src/store/privacy/redactions.ts";
import { EXPORTS, newExport, newWisher, overRun, runOf } from "../../support/exports.ts";
import { queueOf } from "../../support/jobs/queue.ts";
import type { Fault } from "../../support/platforms/server.ts";
import { startWebhookReceiver } from "../../support/platforms/webhook.ts";
import { atEnd } from "../../support/redis.ts";
import { type Caller, type Json, type Service, startService, unique, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";

const SECRET = `whsec_${Buffer.from("signs the batches of this test file").toString("base64")}`;
const suite = atEnd();
let service: Service;
before(async () => {
  service = await startService(suite, { ALLOW_PRIVATE_TARGETS: "true" });
});

const refuses = (message: string): Fault => ({ when: "before", what: { status: 422, body: { message } } });

/** Returns a shop with an export, and a function that changes the wishes of some people, and runs it. */
async function newExporter(shop: Caller) {
  const receiver = await startWebhookReceiver(suite, { secret: SECRET });
  const connector = { type: "webhook", url: receiver.url, secret: SECRET };
  const { id } = await newExport(shop, { connector });
  await runOf(shop, id);
  const runRefused = async (message: string, ...wishers: Awaited<ReturnType<typeof newWisher>>[]) => {
    for (const { items } of wishers)
      await shop.put(`${WS}/wishlist/items/id=${items[0]?.id}`, { addedFromCart: true, notifyMe: true });
    receiver.faults.push(refuses(message));
    return runOf(shop, id);
  };
  return { id, receiver, runRefused };
}

describe("an erasure", () => {
  it("removes the words of platforms about the person's rejected records, and keeps the records", async () => {
    const shop = await service.newCaller();
    const [ada, bob] = [await newWisher(shop), await newWisher(shop)];
    const { id, receiver, runRefused } = await newExporter(shop);
    const both = await runRefused("Ada Lovelace is not known", ada, bob);
    await shop.put(`${WS}/wishlist/items/id=${bob.items[0]?.id}`, { notifyMe: false });
    const bobs = await runRefused("Bob is not known", bob);
    const reasonsOf = async ({ id: runId }: Json) => {
      const { body } = await shop.get(`${EXPORTS}/${id}/runs/${runId}`);
      return body.rejected.map(({ reasonCode, reason }: Json) => [reasonCode, /Ada|Bob/.exec(reason)?.[0]]);
    };
    assert.deepEqual(await reasonsOf(both), Array(2).fill(["platform_answer", "Ada"]));
    const named = { customerRef: ada.person.id };
    const { data } = (await shop.post(`${WS}/privacy/export`, named)).body;
    assert.deepEqual(
      data.rejections.map(({ customerId }: Json) => customerId),
      [ada.person.svc_customer_id],
    );
    const erasure = await shop.post(`${WS}/privacy/erase`, named);
    assert.equal(erasure.body.erased.rejections, 1, erasure.text);
    // The answer was about both records.
    assert.deepEqual(await reasonsOf(both), Array(2).fill(["platform_answer", undefined]));
    assert.deepEqual(await reasonsOf(bobs), [["platform_answer", "Bob"]]);
    receiver.taken.clear();
    const { body: again } = await shop.post(`${EXPORTS}/${id}/runs/${both.id}/redrive`);
    assert.equal((await overRun(shop, id, again.id)).counts.accepted, 1);
  });

  it("of a whole store deletes the rejected records", async () => {
    const shop = await service.newCaller();
    const ada = await newWisher(shop);
    const { runRefused } = await newExporter(shop);
    const { id: runId } = await runRefused("Ada is not known", ada);
    const storeKey = `${shop.tenantId}/default`;
    const key = service.keys.rejected(storeKey, runId);
    assert.match((await service.redis.lrange(key, 0, -1)).join(), /Ada/);
    const [domain, past] = [`${unique("leaving")}.myshopify.com`, new Date(0).toISOString()];
    const redaction: Redaction = {
      ...{ domain, storeKey, webhookId: "", state: "waiting" },
      ...{ requestedTime: past, dueTime: past },
    };
    await service.redis.hset(service.keys.redactions, domain, JSON.stringify(redaction));
    await queueOf(suite, service, "maintenance").add("sweep-references", {});
    await settled(service, { withinMs: 0 });
    assert.equal((await new Redactions(service.redis, service.keys).find(domain))?.state, "done");
    assert.equal(await service.redis.exists(key), 0);
  });
});
