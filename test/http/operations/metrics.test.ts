import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, describe, it } from "node:test";
import { Registry } from "prom-client";
import { ALL_EVENT_TYPES } from "../../../src/actors/events/public-events.ts";
import { watchRefusals } from "../../../src/app/metrics/budget-refusals.ts";
import { topTenants } from "../../../src/app/metrics/top-tenants.ts";
import { QUEUES } from "../../../src/jobs/queue/queues.ts";
import { RECORD_KINDS } from "../../../src/store/records/decode.ts";
import { UNMATCHED_CODES } from "../../../src/store/records/orders.ts";
import { atEnd } from "../../support/redis.ts";
import {
  type Caller,
  send,
  type Service,
  startService,
  tokenRequest,
  unique,
  WS,
} from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { newProduct, setStock, wishFor } from "../../support/shop.ts";
import { until } from "../../support/until.ts";

const suite = atEnd();
let service: Service;
let shop: Caller;
/** The metrics before the first request to the API. */
let atStart: string;
before(async () => {
  // Nothing is sent: no tenant has e-mail.
  const mail = { SMTP_URL: "smtp://127.0.0.1:9", SMTP_ALLOW_PLAIN: "true", MAIL_FROM: "shop@example.com" };
  service = await startService(suite, { RATE_LIMIT: "1000", ...mail });
  atStart = (await send(service.baseUrl, "GET", "/metrics")).text;
  shop = await service.newCaller();
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

  it("is Prometheus text with series of the service and of the process", async () => {
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
      wishlist_undecodable_records_total: "counter",
      wishlist_commits_fenced_total: "counter",
      wishlist_jobs_total: "counter",
      wishlist_webhook_deliveries_total: "counter",
      wishlist_export_records_total: "counter",
      wishlist_export_runs_total: "counter",
      wishlist_pending_commands: "gauge",
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
      wishlist_events_repeated_total: "counter",
      wishlist_references_repaired_total: "counter",
      wishlist_changes_archived_total: "counter",
      wishlist_change_segments_total: "counter",
      wishlist_change_segment_bytes_total: "counter",
      wishlist_mails_total: "counter",
      wishlist_matches_total: "counter",
      wishlist_alerts_total: "counter",
      wishlist_tenant_refusals_total: "counter",
      wishlist_tenant_stored_bytes: "gauge",
      wishlist_tenant_jobs_waiting: "gauge",
    });
    assert.equal(kinds["process_cpu_seconds_total"], "counter");
    await until("all partitions are served", async () =>
      /^wishlist_partitions_owned 16$/m.test(await read()),
    );
  });

  it("has all series of a counter with known labels from the start with 0, so that rules see the first event", () => {
    const seriesOf = (name: string) =>
      [...atStart.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)].flatMap(([, each, labels = "", count]) =>
        each === name ? [{ labels, count }] : [],
      );
    const rules = readFileSync(new URL("../../../deploy/prometheus/alerts.yml", import.meta.url), "utf8");
    const names = [...rules.matchAll(/(?:increase|rate)\((\w+_total)\b/g)].map(([, name = ""]) => name);
    assert.deepEqual([...new Set(names)].sort(), [
      "wishlist_commits_fenced_total",
      "wishlist_dead_letters_total",
      "wishlist_export_runs_total",
      "wishlist_mails_total",
      "wishlist_undecodable_records_total",
      "wishlist_webhook_deliveries_total",
    ]);
    const outcomes = {
      wishlist_export_records_total: ["accepted", "rejected"],
      wishlist_export_runs_total: ["succeeded", "failed"],
      wishlist_webhook_deliveries_total: ["delivered", "failed", "given_up"],
      wishlist_mails_total: ["sent", "refused", "failed"],
      wishlist_alerts_total: ["raised", "notified_before", "no_wish", "failed"],
      wishlist_matches_total: ["matched", ...UNMATCHED_CODES],
      wishlist_references_repaired_total: ["claimed", "taken"],
    };
    const expected: Record<string, string[]> = {
      ...Object.fromEntries(
        Object.entries(outcomes).map(([name, all]) => [name, all.map((outcome) => `outcome="${outcome}"`)]),
      ),
      wishlist_commits_fenced_total: [""],
      wishlist_dead_letters_total: [""],
      wishlist_undecodable_records_total: RECORD_KINDS.map((kind) => `record="${kind.replaceAll(" ", "_")}"`),
      wishlist_events_relayed_total: ALL_EVENT_TYPES.map((type) => `type="${type}"`),
      wishlist_events_repeated_total: ['target="indexes"', 'target="queues"'],
    };
    for (const name of names) assert.ok(name in expected, name);
    for (const [name, all] of Object.entries(expected))
      assert.deepEqual(new Set(seriesOf(name)), new Set(all.map((labels) => ({ labels, count: "0" }))), name);
    // The nightly work of the start may have ended.
    const jobs = seriesOf("wishlist_jobs_total").map(({ labels }) => labels);
    const ends = ["completed", "failed", "retried"];
    assert.deepEqual(
      new Set(jobs),
      new Set(Object.keys(QUEUES).flatMap((queue) => ends.map((end) => `queue="${queue}",outcome="${end}"`))),
    );
    assert.ok([...atStart.matchAll(/^wishlist_\w+_total\{/gm)].length < 200);
  });

  it("counts requests by operation and status, and their commands", async () => {
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
    assert.equal(value(then, "wishlist_pending_commands"), 0);
  });

  it("shows the length of outboxes and queues, and the memory of Redis", async () => {
    await shop.newCustomer();
    let text = "";
    await until("the outboxes are empty, and no event is old", async () => {
      text = await read();
      const names = ["wishlist_outbox_events", "wishlist_outbox_oldest_event_age_seconds"];
      return names.every((name) => value(text, name) === 0);
    });
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

  it("counts the lines of orders and the alerted customers, by outcome", async () => {
    await shop.put(`${WS}/settings`, { alerts: { holdSeconds: 0, waveSeconds: 0 } });
    const outcomes = [
      'wishlist_alerts_total{outcome="raised"}',
      'wishlist_matches_total{outcome="matched"}',
      'wishlist_matches_total{outcome="no_wish"}',
    ];
    const first = await read();
    const [wished, other] = [await newProduct(shop, { available: 0 }), await newProduct(shop)];
    const { customer } = await wishFor(shop, wished, { notifyMe: true });
    await setStock(shop, wished.variantRef, 5);
    await settled(service);
    const line = ({ productRef, variantRef }: typeof wished, lineRef: string) => {
      return { lineRef, productRef, variantRef, quantity: 1 };
    };
    await shop.post(`${WS}/orders`, {
      orderRef: unique("o"),
      customerRef: customer.id,
      createdTime: new Date(Date.now() + 1000).toISOString(),
      lines: [line(wished, "1"), line(other, "2")],
    });
    await settled(service, { withinMs: 0 });
    const then = await read();
    for (const series of outcomes) assert.equal(value(then, series) - value(first, series), 1, series);
  });

  it("counts the requests that each budget of a tenant refused, for the ten tenants with the most", async () => {
    const refusals = (tenant: string, budget: string) =>
      `wishlist_tenant_refusals_total{tenant="${tenant}",budget="${budget}"}`;
    const credentials = await service.tenants.create(unique("t"));
    const { tenantId } = credentials;
    await service.tenants.setSettings(tenantId, { budgets: { tokens: 2 }, rateLimit: 1 });
    const limited = await service.callerFor(credentials);
    const { clientId: client_id, clientSecret: client_secret } = credentials;
    const form = { grant_type: "client_credentials", client_id, client_secret };
    const tokens = await Promise.all(
      Array.from({ length: 4 }, () => tokenRequest(service.baseUrl, tenantId, form)),
    );
    const requests = await Promise.all(Array.from({ length: 20 }, () => limited.get(`${WS}/settings`)));
    const refused = (answers: { status: number }[]) => answers.filter(({ status }) => status === 429).length;
    assert.ok(refused(tokens) > 0 && refused(requests) > 0);
    const text = await read();
    assert.equal(value(text, refusals(tenantId, "tokens")), refused(tokens));
    assert.equal(value(text, refusals(tenantId, "requests")), refused(requests));

    const registry = new Registry();
    const count = watchRefusals(registry);
    for (let i = 1; i <= 30; i++) for (let n = 0; n < i; n++) count(`t${i}`, n % 2 ? "rows" : "jobs");
    const shown = await registry.metrics();
    const names = new Set([...shown.matchAll(/tenant="(\w+)"/g)].map(([, name]) => name));
    assert.deepEqual(
      [...names].sort(),
      Array.from({ length: 10 }, (_, i) => `t${21 + i}`),
    );
    assert.match(shown, /\{tenant="t30",budget="rows"\} 15$/m);
  });

  it("names the ten tenants with the highest usage in descending order, and none without usage", async () => {
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
