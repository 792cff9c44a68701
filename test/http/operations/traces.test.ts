import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { before, describe, it } from "node:test";
import { inSpan, nearestOf } from "../../../src/trace/context.ts";
import { headersOf, traceContextOf } from "../../../src/trace/headers.ts";
import { traceContextsOf } from "../../../src/trace/trace-id.ts";
import { startReceiver } from "../../support/receiver.ts";
import { atEnd, newPrefix, withRedis } from "../../support/redis.ts";
import { type Caller, CS, type Json, type Service, startService, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { newProduct } from "../../support/shop.ts";

interface SpanRecord {
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  traceState?: string;
  attributes: Record<string, unknown>;
}

/** A collector that accepts OTLP over HTTP, as JSON. */
async function startCollector(t: Parameters<typeof startReceiver>[0]) {
  const { url, received } = await startReceiver(t, () => ({ status: 200 }));
  const valueOf = ({ stringValue, intValue, boolValue }: Json) => stringValue ?? intValue ?? boolValue;
  const spans = (): SpanRecord[] =>
    received
      .flatMap(({ body }) => JSON.parse(body).resourceSpans as Json[])
      .flatMap(({ scopeSpans }) => scopeSpans as Json[])
      .flatMap((scope) => scope.spans as Json[])
      .map((span) => ({
        ...span,
        attributes: Object.fromEntries(
          (span.attributes as Json[]).map(({ key, value }) => [key, valueOf(value)]),
        ),
      }));
  return { endpoint: new URL(url).origin, received, spans };
}

const newTraceparent = () => `00-${randomBytes(16).toString("hex")}-${randomBytes(8).toString("hex")}-01`;
const idsOf = (traceparent: string) => {
  const [, traceId = "", spanId = ""] = traceparent.split("-");
  return { traceId, spanId };
};

/** Trace state of two systems before the service: one entry is invalid, and one exceeds the limit. */
const STATES = {
  sent: `dd=s:2;o:rum, congo=t61 rcWk,\tnot valid,${"x".repeat(500)}=1`,
  kept: "dd=s:2;o:rum,congo=t61 rcWk",
};

const PERSON = { email: "canary.trace@mail.example", phone: "+4915112345678", first_name: "Canarina" };

describe("a trace", () => {
  const suite = atEnd();
  withRedis(suite);
  const wish = newTraceparent();
  const restock = newTraceparent();
  let api: Service;
  let shop: Caller;
  let collector: Awaited<ReturnType<typeof startCollector>>;
  let hook: Awaited<ReturnType<typeof startReceiver>>;
  let customerRef = "";
  const spansOf = (traceparent: string) =>
    collector.spans().filter(({ traceId }) => traceId === idsOf(traceparent).traceId);

  before(async () => {
    collector = await startCollector(suite);
    hook = await startReceiver(suite);
    const prefix = newPrefix();
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, ALLOW_PRIVATE_TARGETS: "true" };
    const others = await startService(suite, { ...env, ROLE: "worker,jobs" }, { prefix });
    api = await startService(suite, { ...env, ROLE: "http" }, { prefix });
    shop = await api.newCaller();
    await shop.put(`${WS}/settings`, { alerts: { holdSeconds: 0 } });
    const events = ["wishlist.item.added", "alert.back_in_stock"];
    await shop.post(`${WS}/webhook-endpoints`, { url: hook.url, events });
    const product = await newProduct(shop, { available: 0 });
    const customer = await shop.newCustomer(PERSON);
    customerRef = customer.id;
    const { id: wishlistId } = await shop.newWishlist({ customerRef });
    const body = {
      wishlistId,
      notifyMe: true,
      product: { productRef: product.productRef, selectedVariantRef: product.variantRef },
    };
    const { status, text } = await shop.post(`${WS}/wishlist/items`, body, {
      headers: { traceparent: wish, tracestate: STATES.sent },
    });
    assert.equal(status, 200, text);
    await settled(api);
    const level = { variantRef: product.variantRef, available: 5 };
    await shop.post(`${WS}/stock-levels`, level, { headers: { traceparent: restock } });
    await settled(api);
    const senseless = { traceparent: "00-secret", tracestate: "dd=s:1" };
    await shop.get(`${CS}/customers/${customerRef}`, { headers: senseless });
    // The remaining spans are sent when a process ends.
    await api.stop();
    await others.stop();
  });

  it("of a request leads through command, actor, event and job to the webhook, across processes", () => {
    const spans = spansOf(wish);
    const named = (name: string) => {
      const found = spans.filter((span) => span.name === name);
      assert.equal(found.length, 1, `${name} of ${spans.map((span) => span.name).join()}`);
      return found[0];
    };
    const path = [
      `POST ${WS}/wishlist/items`,
      "send AddItem",
      "relay wishlist.item.added",
      "process webhooks webhook",
      "deliver wishlist.item.added",
    ].map(named);
    const parents = [idsOf(wish).spanId, ...path.map((span) => span?.spanId)];
    assert.deepEqual(
      path.map((span) => span?.parentSpanId),
      parents.slice(0, -1),
    );
    assert.equal(named("apply AddItem")?.parentSpanId, named("send AddItem")?.spanId);
    const [sent] = hook.received.filter(({ body }) => body.includes("wishlist.item.added"));
    assert.deepEqual(idsOf(String(sent?.headers["traceparent"])), {
      traceId: idsOf(wish).traceId,
      spanId: path.at(-1)?.spanId,
    });
  });

  it("keeps the trace state of other systems, for each span and for the receiver of the webhook", () => {
    const states = spansOf(wish).map(({ name, traceState }) => [name, traceState]);
    assert.deepEqual(
      states.filter(([, state]) => state !== STATES.kept),
      [],
    );
    const [sent] = hook.received.filter(({ body }) => body.includes("wishlist.item.added"));
    assert.equal(sent?.headers["tracestate"], STATES.kept);
    const [other] = hook.received.filter(({ body }) => body.includes("alert.back_in_stock"));
    assert.ok(other && !("tracestate" in other.headers));
  });

  it("continues through the jobs and their commands: from a restock to the alert", () => {
    const names = spansOf(restock).map(({ name }) => name);
    for (const name of [
      "send SetStock",
      "relay catalogue.variant.available",
      "process alerts wave",
      "send RaiseAlerts",
      "apply RaiseAlerts",
      "relay alert.back_in_stock",
      "deliver alert.back_in_stock",
    ])
      assert.ok(names.includes(name), `${name} of ${names.join()}`);
    const [sent] = hook.received.filter(({ body }) => body.includes("alert.back_in_stock"));
    assert.equal(idsOf(String(sent?.headers["traceparent"])).traceId, idsOf(restock).traceId);
  });

  it("has no span with a missing parent, except the caller's", () => {
    const known = new Set([...collector.spans().map(({ spanId }) => spanId), idsOf(wish).spanId]);
    known.add(idsOf(restock).spanId);
    const orphans = collector.spans().filter(({ parentSpanId: parent }) => parent && !known.has(parent));
    assert.deepEqual(orphans, []);
  });

  it("starts with a new id if the caller's header is invalid", () => {
    const [span] = collector.spans().filter(({ name }) => name.startsWith(`GET ${CS}/customers/:`));
    assert.equal(span?.parentSpanId, undefined);
    assert.ok(!span?.traceState);
    assert.match(span?.traceId ?? "", /^[0-9a-f]{32}$/);
  });

  it("names the tenant and the request, and no person", () => {
    const [span] = spansOf(wish).filter(({ name }) => name.startsWith("POST "));
    assert.equal(span?.attributes["wishlist.tenant"], shop.tenantId);
    assert.equal(span.attributes["http.response.status_code"], 200);
    assert.match(String(span.attributes["wishlist.request_id"]), /^[0-9a-f-]{36}$/);
    const sent = collector.received.map(({ body }) => body).join();
    for (const canary of [...Object.values(PERSON), customerRef]) assert.ok(!sent.includes(canary), canary);
  });
});

describe("trace context", () => {
  const [one, other] = [newTraceparent(), newTraceparent()];
  const sibling = one.replace(/-[0-9a-f]{16}-/, "-00000000000000ff-");
  const span = { traceContext: one, end: () => undefined };

  it("has one span of each trace, and is empty without any", () => {
    const carriers = [one, undefined, sibling, other].map((traceContext) => ({ traceContext }));
    assert.deepEqual(traceContextsOf(carriers), [one, other]);
    assert.equal(traceContextsOf([{}, {}]), undefined);
  });

  it("has both headers in one text, without a comma, which separates the traces of a job", () => {
    for (const tracestate of ["dd=s:2;o:rum", "a=1,b=2 3,c=;"]) {
      const traceContext = traceContextOf({ traceparent: one, tracestate });
      assert.ok(!traceContext.includes(","));
      assert.deepEqual(headersOf(traceContext), { traceparent: one, tracestate });
    }
    for (const tracestate of ["", undefined])
      assert.deepEqual(headersOf(traceContextOf({ traceparent: one, tracestate })), { traceparent: one });
  });

  it("is continued by the nearest span of the same trace", () => {
    assert.equal(nearestOf(other), other);
    assert.deepEqual(
      inSpan(span, () => [nearestOf(sibling), nearestOf(other), nearestOf(undefined)]),
      [one, other, one],
    );
    assert.equal(nearestOf(undefined), undefined);
  });
});
