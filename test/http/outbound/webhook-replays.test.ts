import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { startHangingReceiver, startReceiver } from "../../support/receiver.ts";
import { atEnd, withRedis } from "../../support/redis.ts";
import { newestFirst } from "../../support/runner/newest-first.ts";
import { type Caller, CS, type Json, type Service, startService, unique, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { until } from "../../support/until.ts";

const suite = atEnd();
let service: Service;
let newShop: () => Promise<Caller>;
before(async () => {
  service = await startService(suite, { ALLOW_PRIVATE_TARGETS: "true" });
  newShop = service.newCaller;
});

const ENDPOINTS = `${WS}/webhook-endpoints`;
const create = async (shop: Caller, body: object) => (await shop.post(ENDPOINTS, body)).body;
const replayOf = async (shop: Caller, id: string) => (await shop.get(`${ENDPOINTS}/${id}`)).body.replay;
const deliveries = async (shop: Caller, id: string) =>
  (await shop.get(`${ENDPOINTS}/${id}/deliveries`)).body.deliveries as Json[];

describe("a replay of many events", () => {
  const EVENTS = 60;
  const BATCH = 25;
  const since = new Date(0).toISOString();
  const setUp = async (of: Service, shop: Caller, url: string) => {
    const rows = Array.from({ length: EVENTS }, () => ({ id: unique("c") }));
    await shop.post(`${CS}/upload-customers`, { customers: rows });
    await settled(of, { withinMs: 0 });
    return (await create(shop, { url, events: ["customer.created"] })).id as string;
  };

  it("runs alone, continues in another process after the last sent event, and sends each event once", async (test) => {
    const t = newestFirst(test);
    const { prefix } = withRedis(t);
    const env = { ALLOW_PRIVATE_TARGETS: "true" };
    const first = await startService(t, env, { prefix });
    const shop = await first.newCaller();
    const hanging = await startHangingReceiver(t, BATCH);
    const id = await setUp(first, shop, hanging.url);
    const { body } = await shop.post(`${ENDPOINTS}/${id}/replay`, { since });
    await until("the second batch hangs", () => hanging.received.length > BATCH && hanging.open() > 0);
    const again = await shop.post(`${ENDPOINTS}/${id}/replay`, { since });
    assert.deepEqual([again.status, again.body.code], [409, "ReplayInProgress"]);
    assert.equal(again.body.replay.id, body.replay.id);
    const { status, sent } = await replayOf(shop, id);
    assert.deepEqual([status, sent], ["running", BATCH]);
    await first.stop();

    const successor = await startService(t, env, { prefix });
    const caller = await successor.callerFor(shop.credentials);
    hanging.answer();
    await settled(successor);
    const over = await replayOf(caller, id);
    assert.deepEqual(
      [over.id, over.status, over.sent, over.place],
      [body.replay.id, "completed", EVENTS, undefined],
    );
    const ids = hanging.received;
    assert.equal(new Set(ids).size, EVENTS);
    const answered = ids.slice(0, BATCH);
    assert.ok(answered.every((each) => ids.filter((other) => other === each).length === 1));
  });

  it("stops at a receiver that accepts nothing, shows its progress, and may be started again", async (t) => {
    const shop = await newShop();
    let isTaken = false;
    const { url } = await startReceiver(t, () => ({ status: isTaken ? 204 : 500 }));
    const id = await setUp(service, shop, url);
    await shop.post(`${ENDPOINTS}/${id}/replay`, { since });
    await settled(service, { withinMs: 0 });
    const { status, reason, reasonCode, sent, reachedTime } = await replayOf(shop, id);
    assert.deepEqual([status, reason, sent], ["stopped", "the receiver accepted no event of a batch", BATCH]);
    assert.equal(reasonCode, "nothing_accepted");
    isTaken = true;
    const next = await shop.post(`${ENDPOINTS}/${id}/replay`, { since: reachedTime });
    assert.equal(next.status, 202);
    await settled(service);
    assert.equal((await replayOf(shop, id)).status, "completed");
    await shop.put(`${ENDPOINTS}/${id}`, { status: "disabled" });
    for (const sent of ["replay", "test"])
      assert.equal((await shop.post(`${ENDPOINTS}/${id}/${sent}`, { since })).status, 400, sent);
  });
});

describe("the URL of a webhook endpoint", () => {
  const REFUSED = [
    "http://shop.example/hook",
    "https://127.0.0.1/",
    "https://2130706433/",
    "https://[::1]/",
    "https://[::ffff:10.0.0.1]/",
    "https://0.0.0.0/",
    "https://169.254.169.254/latest/meta-data",
    "https://metadata.internal./",
    "https://100.64.0.1/",
    "https://[fd00::1]/",
    "https://localhost/",
    "https://redis.internal/",
    "https://shop.example:6379/",
    "https://user:secret@shop.example/",
    "ftp://shop.example/",
    "no url",
    "https://shop.example/\r\nhook",
    " https://shop.example/hook",
  ];

  it("must be public: https, a usual port, no private network, in any notation", async () => {
    const shop = await (await startService(suite)).newCaller();
    for (const url of REFUSED) {
      const { status, body } = await shop.post(ENDPOINTS, { url });
      assert.equal(status, 400, url);
      assert.equal(body.errors[0].path, "/url");
    }
    const { id } = await create(shop, { url: "https://shop.example:8443/hook" });
    assert.equal((await shop.put(`${ENDPOINTS}/${id}`, { url: "https://10.0.0.1/" })).status, 400);
  });

  it("is checked again at connection time, because its DNS name may change", async () => {
    const strict = await startService(suite);
    const shop = await strict.newCaller();
    const { id } = await create(shop, {
      url: "https://localhost.localdomain.example/hook",
      events: ["customer.*"],
    });
    await shop.newCustomer();
    await settled(strict, { withinMs: 0 });
    const [delivery] = await deliveries(shop, id);
    assert.equal(delivery.outcome, "failed");
    assert.ok(delivery.error);
  });
});
