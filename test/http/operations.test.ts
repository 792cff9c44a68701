import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { pino } from "pino";
import { topTenants } from "../../src/app/store-metrics.ts";
import { partitionOfWishlist } from "../../src/store/ids.ts";
import { freePort } from "../support/programs.ts";
import { startProxy } from "../support/proxy.ts";
import { startReceiver } from "../support/receiver.ts";
import { atEnd, redisUrl } from "../support/redis.ts";
import {
  type Caller,
  CS,
  type Json,
  send,
  type Service,
  startService,
  tokenRequest,
  WS,
} from "../support/service.ts";
import { settled } from "../support/settled.ts";
import { newProduct, setStock } from "../support/shop.ts";
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
    assert.deepEqual(checksOf(answer), { serving: "UP", redis: "UP", primary: "UP" });
    const { usedBytes, limitBytes, isNearLimit } = answer.body.storeMemory;
    assert.ok(usedBytes > 0);
    assert.deepEqual([limitBytes, isNearLimit], [0, false]);
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
    assert.deepEqual(checksOf(answer), { serving: "DOWN", redis: "DOWN", primary: "DOWN" });
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
    assert.deepEqual(checksOf(await ready(baseUrl)), { serving: "UP", redis: "DOWN", primary: "DOWN" });
    assert.equal((await live(baseUrl)).status, 200);
    proxy.heal();
    await until("it is ready", async () => (await ready(baseUrl)).status === 200);
    await stop();
  });

  it("is not ready for the drain delay, in which requests are still served", async (t) => {
    const draining = await startService(t, { DRAIN_DELAY_MS: "5000", STORE_MEMORY_MB: "1" });
    const caller = await draining.newCaller();
    // Its store is near the limit: that is told, and makes nothing unready.
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
      wishlist_webhook_deliveries_total: "counter",
      wishlist_export_runs_total: "counter",
      wishlist_pending_asks: "gauge",
      wishlist_outbox_events: "gauge",
      wishlist_outbox_oldest_event_age_seconds: "gauge",
      wishlist_queue_jobs: "gauge",
      wishlist_queue_oldest_job_age_seconds: "gauge",
      wishlist_store_memory_bytes: "gauge",
      wishlist_store_memory_limit_bytes: "gauge",
      wishlist_store_memory_near_limit: "gauge",
      wishlist_partitions: "gauge",
      wishlist_commands_waiting: "gauge",
      wishlist_commands_oldest_age_seconds: "gauge",
      wishlist_command_reply_seconds: "histogram",
      wishlist_batch_commands: "histogram",
      wishlist_commit_duration_seconds: "histogram",
      wishlist_durability_wait_seconds: "histogram",
      wishlist_store_went_back_seconds: "histogram",
      wishlist_events_relayed_total: "counter",
      wishlist_mails_total: "counter",
      wishlist_tenant_stored_bytes: "gauge",
      wishlist_tenant_jobs_waiting: "gauge",
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

  it("tells what waits in outboxes and queues, and the memory of the store", async () => {
    await shop.newCustomer();
    await until("the outboxes are empty", async () => value(await read(), "wishlist_outbox_events") === 0);
    const text = await read();
    assert.equal(value(text, "wishlist_outbox_oldest_event_age_seconds"), 0);
    assert.ok(value(text, "wishlist_store_memory_bytes") > 0);
    assert.match(text, /^wishlist_store_memory_limit_bytes \d+$/m);
    for (const queue of ["webhooks", "export-runs", "feeds", "mail"]) {
      assert.match(text, new RegExp(`^wishlist_queue_oldest_job_age_seconds\\{queue="${queue}"\\} \\d`, "m"));
      for (const state of ["waiting", "prioritized", "active", "delayed", "failed"])
        assert.ok(
          text.includes(`wishlist_queue_jobs{queue="${queue}",state="${state}"} `),
          `${queue} ${state}`,
        );
    }
  });

  it("names the ten tenants that use most, the highest first, and none that uses nothing", async () => {
    const uses = new Map(Array.from({ length: 1200 }, (_, i) => [`t${i}`, (i * 7) % 1201]));
    const read = (tenants: readonly string[]) =>
      Promise.resolve(tenants.map((tenant) => uses.get(tenant) ?? 0));
    const top = await topTenants([...uses.keys()], read);
    assert.deepEqual(
      top.map(([, use]) => use),
      [...uses.values()].sort((a, b) => b - a).slice(0, 10),
    );
    for (const [tenant, use] of top) assert.equal(uses.get(tenant), use);
    assert.deepEqual(await topTenants(["a", "b"], () => Promise.resolve([0, 3])), [["b", 3]]);
  });

  it("names no id and no path, and a tenant only with its use of budgets", async () => {
    const { id } = await shop.newWishlist();
    await shop.get(`${WS}/wishlists?id=${id}`);
    await shop.get("/some/path/of/mine");
    const text = (await read()).replace(/^wishlist_tenant_.*$/gm, "");
    for (const secret of [id, shop.tenantId, "/some", "mine", WS]) assert.ok(!text.includes(secret), secret);
  });
});

describe("the log at info", () => {
  it("has one line for each burst of refusals, lockout, suspension and change of settings, and names nobody", async (t) => {
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
      assert.equal((await tokenRequest(logged.baseUrl, tenant, form)).status, i < 3 ? 400 : 429);
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
      [[tenant, 3]],
    );
    assert.equal(lines("tenant suspended").length, 1);
    assert.equal(lines("tenant resumed").length, 1);
    const [refused, ...more] = lines("requests refused");
    assert.deepEqual(more, []);
    assert.deepEqual([refused.statuses[400], refused.statuses[404], refused.statuses[429]], [3, 2, 3]);
    assert.deepEqual(lines("requests failed"), []);
    assert.deepEqual(
      log.filter(({ level }) => level >= 50),
      [],
    );
    assert.doesNotMatch(JSON.stringify(log), /smith|secret-guess/i);
  });

  it("names store and ids of what ends or fails in the background, and no person", async (t) => {
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
    await caller.put(`${WS}/settings`, { alerts: { holdSeconds: 0 } });
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

  it("has no error for what is refused while the service starts, and no path at debug", async (t) => {
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
