import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { EXPORTS, newExport, newWisher, overRun, runOf } from "../../support/exports.ts";
import { answers } from "../../support/platforms/server.ts";
import { startWebhookReceiver } from "../../support/platforms/webhook.ts";
import { startHangingReceiver } from "../../support/receiver.ts";
import { atEnd, keysLike } from "../../support/redis.ts";
import {
  type Answer,
  type Caller,
  type Json,
  type Service,
  startService,
  unique,
  WS,
} from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { until } from "../../support/until.ts";

const SECRET = `whsec_${Buffer.from("of a receiver in this test").toString("base64")}`;
const ENDPOINTS = `${WS}/webhook-endpoints`;
const PARTITIONS = 4;

const suite = atEnd();
let service: Service;
before(async () => {
  service = await startService(suite, { ALLOW_PRIVATE_TARGETS: "true", PARTITIONS: PARTITIONS.toString() });
});

/** Forgets all Idempotency-Keys, as if the processes had been killed before they could store their answers. */
async function forgetAnswers({ redis, keys }: Service): Promise<void> {
  for (let partition = 0; partition < PARTITIONS; partition++) {
    const held = await keysLike(redis, `${keys.idempotency(partition, "")}*`);
    for (const key of held) await redis.del(key);
  }
}

/** Sends a request, and again after its answer was lost and `meanwhile` was done. Resolves to both answers. */
async function sentTwice(
  shop: Caller,
  path: string,
  body: object | undefined,
  meanwhile: (first: Json) => Promise<unknown>,
): Promise<[Answer<Json>, Answer<Json>]> {
  const headers = { "Idempotency-Key": unique("k") };
  const first = await shop.post(path, body, { headers });
  await meanwhile(first.body);
  await forgetAnswers(service);
  return [first, await shop.post(path, body, { headers })];
}

describe("a start that is repeated under its Idempotency-Key, because its process died before it answered", () => {
  it("is answered with the run that has sent all rejected records again meanwhile", async (t) => {
    const shop = await service.newCaller();
    const receiver = await startWebhookReceiver(t, { secret: SECRET });
    await newWisher(shop, 2);
    const { id } = await newExport(shop, {
      connector: { type: "webhook", url: receiver.url, secret: SECRET },
    });
    receiver.faults.push(answers(422));
    const { id: rejected } = await runOf(shop, id);
    const path = `${EXPORTS}/${id}/runs/${rejected}/redrive`;
    const [first, second] = await sentTwice(shop, path, undefined, (run) => overRun(shop, id, run.id));
    assert.deepEqual([first.status, second.status, second.body.id], [202, 202, first.body.id]);
    assert.equal(second.body.counts.accepted, 2);
    assert.equal((await shop.post(path)).status, 400);
  });

  for (const [name, answered] of [
    ["runs", 0],
    ["has ended", Number.POSITIVE_INFINITY],
  ] as const)
    it(`is answered with its replay, which ${name}, and sends nothing again`, async (t) => {
      const shop = await service.newCaller();
      await shop.newCustomer();
      await settled(service, { withinMs: 0 });
      const receiver = await startHangingReceiver(t, answered);
      const { id } = (await shop.post(ENDPOINTS, { url: receiver.url, events: ["customer.created"] })).body;
      const since = new Date(0).toISOString();
      const path = `${ENDPOINTS}/${id}/replay`;
      const isReached = async () =>
        answered > 0
          ? (await shop.get(`${ENDPOINTS}/${id}`)).body.replay.status === "completed"
          : receiver.open() > 0;
      const [first, second] = await sentTwice(shop, path, { since }, () => until(`it ${name}`, isReached));
      assert.deepEqual([first.status, second.status], [202, 202], second.text);
      assert.equal(second.body.replay.id, first.body.replay.id);
      receiver.answer();
      await settled(service);
      assert.equal(receiver.received.length, 1);
    });
});
