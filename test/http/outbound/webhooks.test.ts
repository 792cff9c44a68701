import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { Webhook } from "standardwebhooks";
import { addTo } from "../../../src/collections/grouped.ts";
import { DAY_MS } from "../../../src/units/durations.ts";
import { queueOf } from "../../support/jobs/queue.ts";
import { startReceiver } from "../../support/receiver.ts";
import { atEnd } from "../../support/redis.ts";
import { type Caller, CS, type Json, type Service, startService, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { newProduct, setStock, wishFor } from "../../support/shop.ts";
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

describe("a webhook endpoint", () => {
  it("gets every event from the time when its creation or change is answered", async () => {
    const shop = await newShop();
    const receiver = await startReceiver(suite);
    const wish = async () => {
      const { id } = await shop.newWishlist();
      await until("the message", () => receiver.received.some(({ body }) => body.includes(id)));
    };
    for (let round = 0; round < 3; round++) {
      // The relay has just read the endpoints of the store.
      await shop.newWishlist();
      const { id } = await create(shop, { url: receiver.url, events: ["wishlist.created"] });
      await wish();
      await shop.put(`${ENDPOINTS}/${id}`, { events: ["alert.*"] });
      await shop.newWishlist();
      await shop.put(`${ENDPOINTS}/${id}`, { events: ["wishlist.created"] });
      await wish();
      await shop.delete(`${ENDPOINTS}/${id}`);
    }
  });

  it("shows its secret only after creation and rotation", async () => {
    const shop = await newShop();
    const { status, body } = await shop.post(ENDPOINTS, {
      url: "https://shop.example/hook",
      events: ["alert.*"],
    });
    assert.equal(status, 201);
    assert.match(body.secret, /^whsec_[A-Za-z0-9+/=]{40,}$/);
    for (const events of [["*"], ["alert.*", "*"]])
      assert.deepEqual((await shop.put(`${ENDPOINTS}/${body.id}`, { events })).body.events, events);
    for (const events of [["**"], ["a*b"], [""]])
      assert.equal((await shop.put(`${ENDPOINTS}/${body.id}`, { events })).status, 400);
    const unknown = await shop.put(`${ENDPOINTS}/${body.id}`, { events: ["alert.*", "order.sent", "foo*"] });
    assert.deepEqual(
      [unknown.status, unknown.body.errors.map(({ path }: Json) => path as string)],
      [400, ["/events/1", "/events/2"]],
    );
    await shop.put(`${ENDPOINTS}/${body.id}`, { events: ["alert.*"] });
    const one = await shop.get(`${ENDPOINTS}/${body.id}`);
    assert.deepEqual(
      [one.body.url, one.body.events, one.body.secret],
      ["https://shop.example/hook", ["alert.*"], undefined],
    );
    assert.ok(!(await shop.get(ENDPOINTS)).text.includes("whsec_"));
    const changed = await shop.put(`${ENDPOINTS}/${body.id}`, { events: [], description: "all" });
    assert.deepEqual([changed.body.events, changed.body.description], [[], "all"]);
    const rotated = await shop.post(`${ENDPOINTS}/${body.id}/rotate-secret`);
    assert.notEqual(rotated.body.secret, body.secret);
    assert.equal((await (await newShop()).get(`${ENDPOINTS}/${body.id}`)).status, 404);
    assert.equal((await shop.delete(`${ENDPOINTS}/${body.id}`)).status, 204);
    assert.equal((await shop.get(`${ENDPOINTS}/${body.id}`)).status, 404);
  });

  it("gets events of its types, signed with the current and the previous secret, with the ids of the change feed", async (t) => {
    const shop = await newShop();
    await shop.put(`${WS}/settings`, { alerts: { holdSeconds: 0 } });
    const { url, received } = await startReceiver(t);
    const { id, secret: former } = await create(shop, { url, events: ["alert.*", "wishlist.item.added"] });
    const { secret } = (await shop.post(`${ENDPOINTS}/${id}/rotate-secret`)).body;
    const product = await newProduct(shop, { available: 0 });
    const { customer, item } = await wishFor(shop, product, { notifyMe: true });
    await setStock(shop, product.variantRef, 5);
    await settled(service);
    const events = received.map(({ headers, body }) => {
      assert.equal(headers["webhook-id"], JSON.parse(body).id);
      const [event, same] = [secret, former].map((each: string) =>
        new Webhook(each).verify(body, headers as Record<string, string>),
      );
      assert.deepEqual(event, same);
      return event as Json;
    });
    assert.deepEqual(events.map(({ type }) => type).sort(), ["alert.back_in_stock", "wishlist.item.added"]);
    const alert = events.find(({ type }) => type === "alert.back_in_stock");
    const { customerRef, variantRef, itemIds } = alert.data;
    assert.deepEqual([customerRef, variantRef, itemIds], [customer.id, product.variantRef, [item.id]]);
    assert.equal(alert.tenant, shop.tenantId);
    const { text } = await shop.get(`${WS}/changes?limit=1000`);
    for (const { id } of events) assert.ok(text.includes(id as string));
  });

  it("gets again only the events of a group that it did not accept, with the same body", async (t) => {
    const shop = await newShop();
    const bodies = new Map<string, string[]>();
    const { url } = await startReceiver(t, ({ headers, body }) => {
      const id = String(headers["webhook-id"]);
      addTo(bodies, id, body);
      const isRefused = body.includes("refused") && bodies.get(id)?.length === 1;
      return { status: isRefused ? 500 : 204 };
    });
    await create(shop, { url, events: ["customer.created"] });
    const customers = Array.from({ length: 60 }, (_, i) => ({ id: i === 30 ? "refused" : `c${i}` }));
    await shop.post(`${CS}/upload-customers`, { customers });
    await settled(service);
    assert.equal(bodies.size, customers.length);
    const refused = [...bodies.values()].filter(([first = ""]) => first.includes("refused"));
    assert.equal(refused[0]?.length, 2);
    const [[before, after] = []] = refused;
    assert.equal(after, before);
    assert.equal([...bodies.values()].filter(({ length }) => length === 1).length, customers.length - 1);
  });

  it("gets the same id and exactly the same body again after a failure, and not before Retry-After", async (t) => {
    const shop = await newShop();
    const { url, received } = await startReceiver(t, (_, count) =>
      count === 1 ? { status: 503, headers: { "Retry-After": "1" } } : { status: 200 },
    );
    const { id } = await create(shop, { url, events: ["customer.created"] });
    const customer = await shop.newCustomer({ first_name: "Ann" });
    await until("the failed attempt is noted", async () => (await deliveries(shop, id)).length === 1);
    await shop.put(`/services/customerservice/api/customers`, { id: customer.id, first_name: "Beth" });
    await settled(service);
    assert.equal(received.length, 2);
    const [first, second] = received;
    assert.equal(first?.body, second?.body);
    assert.equal(first?.headers["webhook-id"], second?.headers["webhook-id"]);
    const log = await deliveries(shop, id);
    assert.deepEqual(
      log.map(({ attempt, outcome, status }) => [attempt, outcome, status]),
      [
        [2, "delivered", 200],
        [1, "failed", 503],
      ],
    );
  });

  it("is reported as disabled by another process if the one that disabled it was killed before", async (t) => {
    const shop = await newShop();
    const watch = await startReceiver(t);
    await create(shop, { url: watch.url, events: ["webhook.*"] });
    const { id } = await create(shop, { url: "https://gone.example/hook", events: ["customer.created"] });
    const storeKey = `${shop.tenantId}/default`;
    const hash = service.keys.endpoints(storeKey);
    const unreportedSince = new Date(Date.now() - 60_000).toISOString();
    const stored = JSON.parse((await service.redis.hget(hash, id)) ?? "{}");
    const disabled = { ...stored, status: "disabled", reason: "the receiver answered 410", unreportedSince };
    await service.redis.hset(hash, id, JSON.stringify(disabled));
    const queue = queueOf(t, service, "webhooks");
    // The job of the killed process runs again.
    for (const eventId of ["0-1-1", "0-1-2"]) {
      const data = { storeKey, endpoint: id, eventId, type: "customer.created", body: "{}", failures: 0 };
      await queue.add("webhook", data, { jobId: `${id}-${eventId}` });
      await settled(service, { withinMs: 0 });
    }
    const bodies = watch.received.map(({ body }) => JSON.parse(body));
    assert.deepEqual(
      bodies.map(({ type, timestamp, data }) => [type, timestamp, data.endpointId]),
      [["webhook.endpoint_disabled", unreportedSince, id]],
    );
    assert.ok((await shop.get(`${WS}/changes`)).text.includes(bodies[0]?.id));
    assert.ok(!("unreportedSince" in (await shop.get(`${ENDPOINTS}/${id}`)).body));
  });

  it("is not disabled at its new address because its former one has failed for days", async (t) => {
    const shop = await newShop();
    const receiver = await startReceiver(t, () => ({ status: 503 }));
    const { id } = await create(shop, { url: "https://gone.example/hook", events: ["customer.created"] });
    const hash = service.keys.endpoints(`${shop.tenantId}/default`);
    const stored = JSON.parse((await service.redis.hget(hash, id)) ?? "{}");
    const failingSince = new Date(Date.now() - 6 * DAY_MS).toISOString();
    await service.redis.hset(hash, id, JSON.stringify({ ...stored, failingSince }));
    const path = `${ENDPOINTS}/${id}`;
    const same = await shop.put(path, { url: stored.url, description: "x" });
    assert.equal(same.body.failingSince, failingSince);
    assert.ok(!("failingSince" in (await shop.put(path, { url: receiver.url })).body));
    await shop.newCustomer();
    await until("the failure", async () => (await deliveries(shop, id)).length === 1);
    await until("its record", async () => (await shop.get(path)).body.failingSince);
    assert.equal((await shop.get(path)).body.status, "enabled");
  });

  it("is never redirected to another address, and is disabled by 410", async (t) => {
    const shop = await newShop();
    const other = await startReceiver(t);
    const moved = await startReceiver(t, () => ({ status: 301, headers: { Location: other.url } }));
    const gone = await startReceiver(t, () => ({ status: 410 }));
    const watch = await startReceiver(t);
    await create(shop, { url: watch.url, events: ["webhook.*"] });
    const first = await create(shop, { url: moved.url, events: ["customer.created"] });
    const second = await create(shop, { url: gone.url, events: ["customer.created"] });
    await shop.newCustomer();
    await settled(service, { withinMs: 0 });
    assert.equal((await deliveries(shop, first.id))[0]?.status, 301);
    assert.equal(other.received.length, 0);
    const { status, reason, reasonCode } = (await shop.get(`${ENDPOINTS}/${second.id}`)).body;
    assert.deepEqual([status, reasonCode], ["disabled", "receiver_gone"]);
    assert.match(reason, /410/);
    assert.equal(watch.received.length, 1);
    const { id, type, data } = JSON.parse(watch.received[0]?.body ?? "{}");
    assert.deepEqual(
      [type, data.endpointId, data.reason, data.reasonCode],
      ["webhook.endpoint_disabled", second.id, reason, reasonCode],
    );
    assert.ok((await shop.get(`${WS}/changes`)).text.includes(id));
    const before = moved.received.length;
    await shop.newCustomer();
    await settled(service, { withinMs: 0 });
    assert.ok(moved.received.length > before);
    assert.equal(gone.received.length, 1);
    const enabled = await shop.put(`${ENDPOINTS}/${second.id}`, { status: "enabled" });
    assert.deepEqual([enabled.body.status, enabled.body.reason], ["enabled", undefined]);
    assert.ok(!("reasonCode" in enabled.body));
    watch.received.length = 0;
    const eventIds = [id, id];
    const again = [first, await create(shop, { url: watch.url, events: ["*"] })].map((endpoint) =>
      shop.post(`${ENDPOINTS}/${endpoint.id}/replay`, { eventIds }),
    );
    assert.deepEqual(
      (await Promise.all(again)).map(({ body }) => body),
      [
        { eventIds: [], notSent: [{ eventId: id, reason: "not_subscribed" }] },
        { eventIds: [id], notSent: [] },
      ],
    );
    await settled(service, { withinMs: 0 });
    assert.deepEqual(
      watch.received.map(({ headers }) => headers["webhook-id"]),
      [id],
    );
  });

  it("can be tested, and can get missed events again", async (t) => {
    const shop = await newShop();
    const { url, received } = await startReceiver(t);
    const witness = await startReceiver(t);
    const since = new Date(Date.now() - 60_000).toISOString();
    await create(shop, { url: witness.url, events: ["customer.created"] });
    for (let i = 0; i < 3; i++) await shop.newCustomer();
    await settled(service, { withinMs: 0 });
    assert.equal(witness.received.length, 3);

    const { id } = await create(shop, { url, events: ["customer.*"] });
    assert.equal((await shop.post(`${ENDPOINTS}/${id}/test`)).status, 202);
    await settled(service, { withinMs: 0 });
    assert.equal(received.length, 1);
    assert.equal(JSON.parse(received[0]?.body ?? "{}").type, "webhook.test");

    const idsSent = () => received.map(({ headers }) => headers["webhook-id"]).sort();
    const started = await shop.post(`${ENDPOINTS}/${id}/replay`, { since });
    assert.deepEqual([started.status, started.body.replay.since], [202, since]);
    await settled(service, { withinMs: 0 });
    const { status, sent } = await replayOf(shop, id);
    assert.deepEqual([status, sent], ["completed", 3]);
    assert.equal(received.length, 4);
    const { events } = (await shop.get(`${WS}/changes`)).body;
    const [first, , last] = events.map((event: Json) => event.id as string);
    received.length = 0;
    const named = await shop.post(`${ENDPOINTS}/${id}/replay`, { eventIds: [last, "1-1-1", first] });
    assert.deepEqual(named.body, {
      eventIds: [first, last],
      notSent: [{ eventId: "1-1-1", reason: "not_found" }],
    });
    await settled(service, { withinMs: 0 });
    assert.deepEqual(idsSent(), [first, last].sort());
    received.length = 0;
    const future = new Date(Date.now() + 3_600_000).toISOString();
    for (const body of [{}, { since, eventIds: [first] }, { since, eventIds: [] }, { since: future }]) {
      const refused = await shop.post(`${ENDPOINTS}/${id}/replay`, body);
      assert.deepEqual([refused.status, refused.body.errors?.[0].path], [400, "/since"], refused.text);
    }
    await settled(service, { withinMs: 0 });
    assert.deepEqual(received, []);
  });
});
