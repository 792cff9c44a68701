import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { pino } from "pino";
import { partitionOfWishlist } from "../../../src/store/ids/ids.ts";
import { openLayout } from "../../../src/store/layout/layout.ts";
import { freePort } from "../../support/programs.ts";
import { startReceiver } from "../../support/receiver.ts";
import { PARTITIONS, redisUrl } from "../../support/redis.ts";
import { startProxy } from "../../support/servers/proxy.ts";
import { CS, type Json, send, startService, tokenRequest, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { newProduct, setStock } from "../../support/shop.ts";
import { until } from "../../support/until.ts";

const ready = (baseUrl: string) => send(baseUrl, "GET", "/health/ready");

describe("the log at info", () => {
  it("has one line for each burst of refusals, lockout, suspension and change of settings, and names no person", async (t) => {
    const log: Json[] = [];
    const write = (line: string) => void log.push(JSON.parse(line));
    const logged = await startService(
      t,
      { TOKEN_FAILURES: "2" },
      { log: pino({ level: "info" }, { write }) },
    );
    const caller = await logged.newCaller();
    const { tenantId: tenant, clientId: client } = caller.credentials;
    const lines = (msg: string) => log.filter((line) => line.msg === msg);
    await caller.newCustomer({ id: "ann-smith", email: "ann.smith@example.com" });
    for (const path of ["customers/ann-smith-2", "customers/ann.smith%40example.com"])
      assert.equal((await caller.get(`${CS}/${path}`)).status, 404);
    await caller.put(`${WS}/settings`, { alerts: { holdSeconds: 5 }, currency: "EUR" });
    for (let i = 0; i < 6; i++) {
      const form = { grant_type: "client_credentials", client_id: client, client_secret: "secret-guess" };
      assert.equal((await tokenRequest(logged.baseUrl, tenant, form)).status, i < 2 ? 400 : 429);
    }
    await logged.tenants.setState(tenant, "suspended");
    await until("the suspension", async () => (await caller.get(`${WS}/settings`)).status === 403);
    await logged.tenants.setState(tenant, "active");
    await until("the end of it", async () => (await caller.get(`${WS}/settings`)).status === 200);
    await logged.stop();

    assert.deepEqual(
      lines("settings changed").map((line) => [line.tenant, line.client, line.fields]),
      [[tenant, client, ["alerts.holdSeconds", "currency"]]],
    );
    assert.deepEqual(
      lines("client locked after too many refused token requests").map((line) => [line.tenant, line.client]),
      [[tenant, client]],
    );
    assert.deepEqual(
      lines("token requests refused").map((line) => [line.tenant, line.count]),
      [[tenant, 2]],
    );
    assert.equal(lines("tenant suspended").length, 1);
    assert.equal(lines("tenant resumed").length, 1);
    const [refused, ...more] = lines("requests refused");
    assert.deepEqual(more, []);
    assert.deepEqual([refused.statuses[400], refused.statuses[404], refused.statuses[429]], [2, 2, 4]);
    assert.deepEqual(lines("requests failed"), []);
    assert.deepEqual(
      log.filter(({ level }) => level >= 50),
      [],
    );
    assert.doesNotMatch(JSON.stringify(log), /smith|secret-guess/i);
  });

  it("names store and ids of background work that ends or fails, and no person", async (t) => {
    const log: Json[] = [];
    const write = (line: string) => void log.push(JSON.parse(line));
    const env = { ALLOW_PRIVATE_TARGETS: "true" };
    const logged = await startService(t, env, { log: pino({ level: "info" }, { write }) });
    const caller = await logged.newCaller();
    const line = async (msg: string) => {
      await until(msg, () => log.some((each) => each.msg === msg));
      return log.find((each) => each.msg === msg);
    };
    const storeKey = `${caller.tenantId}/default`;
    const layout = await openLayout(logged.redis, logged.keys, PARTITIONS);
    await caller.put(`${WS}/settings`, { alerts: { holdSeconds: 1 } });
    const raw = "id,email\nann-smith,ann.smith@example.com\n";
    const headers = { "Content-Type": "text/csv" };
    const feed = await caller.post(`${WS}/feeds/customers`, undefined, { raw, headers });
    const over = await line("feed applied");
    assert.deepEqual([over.storeKey, over.feed], [storeKey, feed.body.id]);

    const receiver = await startReceiver(t, () => ({ status: 410 }));
    const hook = await caller.post(`${WS}/webhook-endpoints`, { url: receiver.url, events: ["customer.*"] });
    const { svc_customer_id: customerId } = await caller.newCustomer({ id: "ann-smith-2" });
    const disabled = await line("webhook endpoint disabled");
    assert.deepEqual([disabled.storeKey, disabled.endpoint], [storeKey, hook.body.id]);
    assert.match(disabled.eventId, /^disabled-/);

    const product = await newProduct(caller, { available: 0 });
    const list = await caller.newWishlist({ customerId });
    await caller.newItem(list.id, {
      notifyMe: true,
      product: { productRef: product.productRef, selectedVariantRef: product.variantRef },
    });
    await settled(logged);
    const damaged = "ann.smith@example.com";
    await logged.redis.hset(logged.keys.wishlist(partitionOfWishlist(list.id) ?? 0, list.id), {
      m: damaged,
      j: damaged,
    });
    await setStock(caller, product.variantRef, 5);
    // The wave reads the product before it begins.
    const { partition, slot } = layout.slotOf("product", storeKey, product.productRef);
    await logged.redis.hset(logged.keys.product(partition, slot), "j", damaged);
    const failed = await line("job failed");
    assert.deepEqual([failed.storeKey, failed.queue, failed.job], [storeKey, "alerts", "wave"]);
    assert.match(failed.id, /^wave-/);
    const headerId = { headers: { "X-Request-Id": "request-of-ann" } };
    const refused = await caller.put(`${WS}/wishlists`, { id: list.id, name: "n" }, headerId);
    assert.equal(refused.status, 500, refused.text);
    const dead = await line("command moved to the dead letters");
    assert.deepEqual([dead.tenant, dead.command], [caller.tenantId, "UpdateWishlist"]);
    assert.match(dead.entryId, /^\d+-\d+$/);
    const request = log.find(({ requestId }) => requestId === "request-of-ann");
    assert.deepEqual([request.tenant, request.operation], [caller.tenantId, "updateWishlist"]);
    await logged.stop();
    assert.doesNotMatch(JSON.stringify(log), /smith/i);
  });

  it("has no error for requests that are refused while the service starts, and no path at debug", async (t) => {
    const proxy = await startProxy(t, redisUrl());
    proxy.cut();
    const log: Json[] = [];
    const write = (line: string) => void log.push(JSON.parse(line));
    const port = await freePort();
    const options = { redisUrl: proxy.url, log: pino({ level: "debug" }, { write }) };
    const starting = startService(t, { PORT: port.toString() }, options);
    starting.catch(() => undefined);
    const baseUrl = `http://127.0.0.1:${port}`;
    await until("it listens", () =>
      send(baseUrl, "GET", `${CS}/customers/ann-smith`).then(
        ({ status }) => status === 503,
        () => false,
      ),
    );
    assert.equal((await ready(baseUrl)).status, 503);
    proxy.heal();
    await (await starting).stop();
    const requests = log.filter(({ msg }) => msg === "request");
    assert.ok(requests.some(({ status }) => status === 503));
    for (const { level } of requests) assert.equal(level, 20);
    assert.deepEqual(
      log.filter(({ msg }) => msg === "requests failed"),
      [],
    );
    assert.doesNotMatch(JSON.stringify(log), /smith/);
  });
});
