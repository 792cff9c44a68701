import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { freePort } from "../support/programs.ts";
import { startProxy } from "../support/proxy.ts";
import { atEnd, redisUrl } from "../support/redis.ts";
import { type Caller, CS, type Json, send, type Service, startService, WS } from "../support/service.ts";
import { until } from "../support/until.ts";

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
  it("is up, in words for people and machines, while the service serves", async () => {
    const answer = await ready(service.baseUrl);
    assert.equal(answer.status, 200);
    assert.equal(answer.body.status, "UP");
    assert.deepEqual(checksOf(answer), { serving: "UP", redis: "UP" });
    assert.deepEqual((await live(service.baseUrl)).body, { status: "UP" });
    for (const { headers } of [answer, await live(service.baseUrl)])
      assert.equal(headers["cache-control"], "no-store");
  });

  it("is live but not ready while the service starts, and all else is 503", async (t) => {
    const proxy = await startProxy(t, redisUrl());
    proxy.cut();
    const abort = new AbortController();
    t.after(() => abort.abort());
    const port = await freePort();
    const baseUrl = `http://127.0.0.1:${port}`;
    const options = { redisUrl: proxy.url, signal: abort.signal };
    const starting = startService(t, { PORT: port.toString() }, options);
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
    assert.deepEqual(checksOf(answer), { serving: "DOWN", redis: "DOWN" });
    const early = await send(baseUrl, "GET", `${WS}/wishlists?id=x`);
    assert.equal(early.status, 503);
    assert.equal(early.body.code, "Unavailable");
    assert.ok(Number(early.headers["retry-after"]) >= 1);
    assert.equal((await send(baseUrl, "GET", "/metrics")).status, 200);
    proxy.heal();
    const started = await starting;
    assert.equal((await ready(baseUrl)).status, 200);
    assert.equal((await send(baseUrl, "GET", `${WS}/wishlists?id=x`)).status, 401);
    await started.stop();
  });

  it("is live but not ready without the store, and ready again by itself", async (t) => {
    const proxy = await startProxy(t, redisUrl());
    const { baseUrl, stop } = await startService(t, {}, { redisUrl: proxy.url });
    assert.equal((await ready(baseUrl)).status, 200);
    proxy.cut();
    await until("it is not ready", async () => (await ready(baseUrl)).status === 503);
    assert.deepEqual(checksOf(await ready(baseUrl)), { serving: "UP", redis: "DOWN" });
    assert.equal((await live(baseUrl)).status, 200);
    proxy.heal();
    await until("it is ready", async () => (await ready(baseUrl)).status === 200);
    await stop();
  });

  it("is not ready for the drain delay, in which requests are still served", async (t) => {
    const draining = await startService(t, { DRAIN_DELAY_MS: "1000" });
    const caller = await draining.newCaller();
    const stopped = draining.stop();
    const answer = await ready(draining.baseUrl);
    assert.equal(answer.status, 503);
    assert.deepEqual(checksOf(answer), { serving: "DOWN", redis: "UP" });
    assert.equal((await live(draining.baseUrl)).status, 200);
    const { name, ...rest } = await caller.newWishlist({ name: "while it drains" });
    assert.equal(name, "while it drains");
    assert.ok(rest.id);
    // Told to come back on another connection, which a balancer leads elsewhere.
    assert.equal((await live(draining.baseUrl)).headers.connection, "close");
    await stopped;
    await assert.rejects(live(draining.baseUrl));
  });

  it("and metrics are there in a process without the API", async (t) => {
    const worker = await startService(t, { ROLE: "worker" });
    assert.equal((await ready(worker.baseUrl)).status, 200);
    const metrics = async () => (await send(worker.baseUrl, "GET", "/metrics")).text;
    await until("it serves all partitions", async () =>
      /^wishlist_partitions_owned 16$/m.test(await metrics()),
    );
    assert.equal((await send(worker.baseUrl, "GET", `${WS}/wishlists?id=x`)).status, 503);
  });
});

describe("/metrics", () => {
  const LINE = /^(# (HELP|TYPE) \w+ .+|\w+(\{(\w+="[^"\n]*",?)+\})? (-?[\d.]+(e[+-]?\d+)?|\+Inf|Nan))$/;
  const read = async () => (await send(service.baseUrl, "GET", "/metrics")).text;
  const value = (text: string, series: string) =>
    Number(
      text
        .split("\n")
        .find((line) => line.startsWith(`${series} `))
        ?.slice(series.length) ?? 0,
    );

  it("is Prometheus text with the service's own series and the process's", async () => {
    const { status, headers, text } = await send(service.baseUrl, "GET", "/metrics");
    assert.equal(status, 200);
    assert.match(headers["content-type"] ?? "", /^text\/plain; version=0\.0\.4/);
    assert.equal(headers["cache-control"], "no-store");
    for (const line of text.trim().split("\n")) if (line !== "") assert.match(line, LINE);
    const kinds = Object.fromEntries(
      [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = "", kind]) => [name, kind]),
    );
    const own = Object.fromEntries(Object.entries(kinds).filter(([name]) => name.startsWith("wishlist_")));
    assert.deepEqual(own, {
      wishlist_http_request_duration_seconds: "histogram",
      wishlist_partitions_owned: "gauge",
      wishlist_commands_applied_total: "counter",
      wishlist_batch_duration_seconds: "histogram",
      wishlist_dead_letters_total: "counter",
      wishlist_commits_fenced_total: "counter",
      wishlist_jobs_total: "counter",
      wishlist_pending_asks: "gauge",
    });
    assert.equal(kinds["process_cpu_seconds_total"], "counter");
    await until("all partitions are served", async () =>
      /^wishlist_partitions_owned 16$/m.test(await read()),
    );
  });

  it("counts requests by operation and status, and the commands behind them", async () => {
    const series = (operation: string, status: number) =>
      `wishlist_http_request_duration_seconds_count{operation="${operation}",status="${status}"}`;
    const first = await read();
    const { customerRef } = await shop.newWishlist();
    await shop.post(`${WS}/wishlists`, { customerRef, name: "" });
    await shop.get("/no/such/path");
    const then = await read();
    const more = (name: string) => value(then, name) - value(first, name);
    assert.equal(more(series("createCustomer", 201)), 1);
    assert.equal(more(series("createWishlist", 201)), 1);
    assert.equal(more(series("createWishlist", 405)), 1);
    assert.equal(more(series("none", 404)), 1);
    assert.equal(more("wishlist_commands_applied_total"), 2);
    assert.ok(more("wishlist_batch_duration_seconds_count") >= 1);
    assert.equal(value(then, "wishlist_pending_asks"), 0);
  });

  it("names no tenant, no id and no path", async () => {
    const { id } = await shop.newWishlist();
    await shop.get(`${WS}/wishlists?id=${id}`);
    await shop.get("/some/path/of/mine");
    const text = await read();
    for (const secret of [id, shop.tenantId, "/some", "mine", WS]) assert.ok(!text.includes(secret), secret);
  });
});

describe("any path", () => {
  it("answers HEAD as GET, without the body", async () => {
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

  it("answers OPTIONS with its methods, without a token; an unknown one is 404", async () => {
    const methods: [string, string[]][] = [
      ["/health/live", ["GET"]],
      ["/metrics", ["GET"]],
      [`${WS}/wishlists`, ["POST", "PUT", "GET", "DELETE"]],
      [`${CS}/upload-customers`, ["POST"]],
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

  it("is 405 with Allow for another method", async () => {
    for (const method of ["POST", "PATCH", "DELETE"]) {
      const { status, headers, body } = await send(service.baseUrl, method, "/health/live");
      assert.equal(status, 405);
      assert.equal(body.code, "MethodNotAllowed");
      assert.equal(headers.allow, "HEAD, GET, OPTIONS");
    }
  });

  it("may end with a slash, and is otherwise matched as it is written", async () => {
    const { id } = await shop.newWishlist();
    for (const path of ["/health/live/", "/metrics/", "/openapi.json/", `${WS}/wishlists/?id=${id}`])
      assert.equal((await shop.get(path)).status, 200, path);
    for (const path of ["/Health/live", "/health//live", "//health/live", "/health/live//", "/health"])
      assert.equal((await shop.get(path)).status, 404, path);
  });
});
