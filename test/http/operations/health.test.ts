import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { freePort } from "../../support/programs.ts";
import { atEnd, redisUrl } from "../../support/redis.ts";
import { startProxy } from "../../support/servers/proxy.ts";
import { type Caller, CS, type Json, send, type Service, startService, WS } from "../../support/service.ts";
import { until } from "../../support/until.ts";

const suite = atEnd();
let service: Service;
let shop: Caller;
before(async () => {
  service = await startService(suite);
  shop = await service.newCaller();
});

const ready = (baseUrl: string) => send(baseUrl, "GET", "/health/ready");
const live = (baseUrl: string) => send(baseUrl, "GET", "/health/live");
const checksOf = ({ body }: { body: Json }) =>
  Object.fromEntries(
    (body.checks as { name: string; status: string }[]).map(({ name, status }) => [name, status]),
  );

describe("health", () => {
  it("is up, in text for people and programs, while the service serves", async () => {
    const answer = await ready(service.baseUrl);
    assert.equal(answer.status, 200);
    assert.equal(answer.body.status, "UP");
    assert.deepEqual(checksOf(answer), { serving: "UP", redis: "UP", primary: "UP" });
    const { usedBytes, limitBytes, isNearLimit } = answer.body.storeMemory;
    assert.ok(usedBytes > 0);
    assert.deepEqual([limitBytes, isNearLimit], [0, false]);
    assert.deepEqual((await live(service.baseUrl)).body, { status: "UP" });
    for (const { headers } of [answer, await live(service.baseUrl)])
      assert.equal(headers["cache-control"], "no-store");
  });

  it("is live but not ready while the service starts, and all other paths are answered 503", async (t) => {
    const proxy = await startProxy(t, redisUrl());
    proxy.cut();
    const abort = new AbortController();
    t.after(() => abort.abort());
    const port = await freePort();
    const baseUrl = `http://127.0.0.1:${port}`;
    const options = { redisUrl: proxy.url, signal: abort.signal };
    const shopOrigin = "https://shop.example";
    const settings = { PORT: port.toString(), CORS_ORIGINS: shopOrigin };
    const starting = startService(t, settings, options);
    starting.catch(() => undefined);
    await until("it listens", () =>
      live(baseUrl).then(
        ({ status }) => status === 200,
        () => false,
      ),
    );
    const answer = await ready(baseUrl);
    assert.equal(answer.status, 503);
    assert.equal(answer.body.status, "DOWN");
    assert.equal(answer.headers["retry-after"], "1");
    assert.deepEqual(checksOf(answer), { serving: "DOWN", redis: "DOWN", primary: "DOWN" });
    const headers = { Origin: shopOrigin };
    const early = await send(baseUrl, "GET", `${WS}/wishlists?id=x`, undefined, { headers });
    assert.equal(early.status, 503);
    assert.equal(early.headers["access-control-allow-origin"], shopOrigin);
    assert.equal(early.body.code, "Unavailable");
    assert.ok(Number(early.headers["retry-after"]) >= 1);
    assert.equal((await send(baseUrl, "GET", "/metrics")).status, 200);
    proxy.heal();
    const started = await starting;
    assert.equal((await ready(baseUrl)).status, 200);
    assert.equal((await send(baseUrl, "GET", `${WS}/wishlists?id=x`)).status, 401);
    await started.stop();
  });

  it("is live but not ready without Redis, and becomes ready again by itself", async (t) => {
    const proxy = await startProxy(t, redisUrl());
    const { baseUrl, stop } = await startService(t, {}, { redisUrl: proxy.url });
    assert.equal((await ready(baseUrl)).status, 200);
    proxy.cut();
    await until("it is not ready", async () => (await ready(baseUrl)).status === 503);
    assert.deepEqual(checksOf(await ready(baseUrl)), { serving: "UP", redis: "DOWN", primary: "DOWN" });
    assert.equal((await live(baseUrl)).status, 200);
    proxy.heal();
    await until("it is ready", async () => (await ready(baseUrl)).status === 200);
    await stop();
  });

  it("is not ready for the drain delay, in which requests are still served", async (t) => {
    const draining = await startService(t, { DRAIN_DELAY_MS: "5000", STORE_MEMORY_MB: "1" });
    const caller = await draining.newCaller();
    // Its Redis is near the memory limit: the answer says so, and stays ready.
    const { status, body } = await ready(draining.baseUrl);
    assert.deepEqual([status, body.storeMemory.limitBytes, body.storeMemory.isNearLimit], [200, 1e6, true]);
    const { text } = await send(draining.baseUrl, "GET", "/metrics");
    assert.match(text, /^wishlist_store_memory_near_limit 1$/m);
    const stopped = draining.stop();
    const answer = await ready(draining.baseUrl);
    assert.equal(answer.status, 503);
    assert.deepEqual(checksOf(answer), { serving: "DOWN", redis: "UP", primary: "UP" });
    assert.equal((await live(draining.baseUrl)).status, 200);
    const { name, ...rest } = await caller.newWishlist({ name: "while it drains" });
    assert.equal(name, "while it drains");
    assert.ok(rest.id);
    // The client is asked to use another connection, which a balancer sends elsewhere.
    assert.equal((await live(draining.baseUrl)).headers.connection, "close");
    await stopped;
    await assert.rejects(live(draining.baseUrl));
  });

  it("and metrics exist in a process without the API", async (t) => {
    const worker = await startService(t, { ROLE: "worker" });
    assert.equal((await ready(worker.baseUrl)).status, 200);
    const metrics = async () => (await send(worker.baseUrl, "GET", "/metrics")).text;
    await until("it serves all partitions", async () =>
      /^wishlist_partitions_owned 16$/m.test(await metrics()),
    );
    assert.equal((await send(worker.baseUrl, "GET", `${WS}/wishlists?id=x`)).status, 503);
  });
});

describe("any path", () => {
  it("answers HEAD like GET, without the body", async () => {
    const { id } = await shop.newWishlist();
    for (const path of ["/health/live", "/health/ready", "/openapi.json", `${WS}/wishlists?id=${id}`]) {
      const got = await shop.get(path);
      const { status, headers, text } = await shop.send("HEAD", path);
      assert.equal(status, 200, path);
      assert.equal(text, "");
      for (const name of ["content-type", "content-length", "etag", "cache-control"])
        assert.equal(headers[name], got.headers[name], `${path} ${name}`);
    }
    assert.equal((await shop.send("HEAD", "/metrics")).status, 200);
    assert.equal((await shop.send("HEAD", "/nothing")).status, 404);
  });

  it("answers OPTIONS with its methods, without a token; an unknown one is answered 404", async () => {
    const methods: [string, string[]][] = [
      ["/health/live", ["GET"]],
      ["/metrics", ["GET"]],
      [`${WS}/wishlists`, ["POST", "PUT", "GET", "DELETE"]],
      [`${CS}/upload-customers`, ["POST"]],
      ["*", ["GET", "POST", "PUT", "DELETE"]],
      ["/auth/realms/any/protocol/openid-connect/token", ["POST"]],
    ];
    for (const [path, expected] of methods) {
      const { status, headers, text } = await send(service.baseUrl, "OPTIONS", path);
      assert.equal(status, 204, path);
      assert.equal(text, "");
      const head = expected.includes("GET") ? ["HEAD"] : [];
      assert.deepEqual((headers.allow ?? "").split(", ").sort(), [...expected, ...head, "OPTIONS"].sort());
    }
    assert.equal((await send(service.baseUrl, "OPTIONS", "/nothing")).status, 404);
  });

  it("is answered 405 with Allow for another method", async () => {
    for (const method of ["POST", "PATCH", "DELETE"]) {
      const { status, headers, body } = await send(service.baseUrl, method, "/health/live");
      assert.equal(status, 405);
      assert.equal(body.code, "MethodNotAllowed");
      assert.equal(headers.allow, "HEAD, GET, OPTIONS");
    }
  });

  it("may end with a slash, and is otherwise matched exactly", async () => {
    const { id } = await shop.newWishlist();
    for (const path of ["/health/live/", "/metrics/", "/openapi.json/", `${WS}/wishlists/?id=${id}`])
      assert.equal((await shop.get(path)).status, 200, path);
    for (const path of ["/Health/live", "/health//live", "//health/live", "/health/live//", "/health"])
      assert.equal((await shop.get(path)).status, 404, path);
  });
});
