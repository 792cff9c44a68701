import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { TenantReads } from "../../../src/http/overload/tenant-reads.ts";
import { describePartitions } from "../../../src/store/partition/inspect.ts";
import { newestFirst } from "../../support/runner/newest-first.ts";
import { type Answer, CS, type Json, type Service, startService, unique, WS } from "../../support/service.ts";
import { until } from "../../support/until.ts";

const CUSTOMERS = `${CS}/customers`;

/** A service that accepts requests, without a worker that applies them. */
async function startIdle(test: TestContext, env: Record<string, string>) {
  const t = newestFirst(test);
  const service = await startService(t, { ROLE: "http", PARTITIONS: "4", ...env });
  const { prefix } = service;
  const startWorker = () => startService(t, { ROLE: "worker", PARTITIONS: "4", ...env }, { prefix });
  return { service, shop: await service.newCaller(), startWorker };
}

async function waiting({ redis, keys }: Service): Promise<number> {
  const partitions = await describePartitions(redis, keys, 4);
  return partitions.reduce((sum, partition) => sum + partition.waiting, 0);
}

function assertUnavailable({ status, headers, body }: Answer<Json>): void {
  assert.deepEqual([status, body.code], [503, "Unavailable"]);
  assert.match(headers["retry-after"] ?? "", /^[1-9]\d*$/);
}

describe("a write that waits longer than ASK_TIMEOUT_MS", () => {
  it("is answered 503, and is not applied when a worker comes", async (t) => {
    const { service, shop, startWorker } = await startIdle(t, { ASK_TIMEOUT_MS: "1000" });
    const id = unique("c");
    assertUnavailable(await shop.post(CUSTOMERS, { id }));
    await startWorker();
    await until("the end of the command", async () => (await waiting(service)) === 0);
    assert.equal((await shop.get(`${CUSTOMERS}/${id}`)).status, 404);
    assert.equal((await shop.post(CUSTOMERS, { id })).status, 201);
  });

  it("frees its Idempotency-Key", async (t) => {
    const { shop, startWorker } = await startIdle(t, { ASK_TIMEOUT_MS: "1000" });
    const options = { headers: { "Idempotency-Key": unique("key") } };
    const id = unique("c");
    assertUnavailable(await shop.post(CUSTOMERS, { id }, options));
    await startWorker();
    const { status, headers } = await shop.post(CUSTOMERS, { id }, options);
    assert.deepEqual([status, headers["idempotency-replayed"]], [201, undefined]);
  });
});

describe("a write beyond MAX_PENDING", () => {
  it("is answered 503 at once, and the writes before it are applied", async (t) => {
    const { service, shop, startWorker } = await startIdle(t, { MAX_PENDING: "3" });
    const first = Array.from({ length: 3 }, () => shop.post(CUSTOMERS, { id: unique("c") }));
    await until("the commands", async () => (await waiting(service)) === 3);
    const refused = unique("c");
    assertUnavailable(await shop.post(CUSTOMERS, { id: refused }));
    assert.equal((await shop.get(`${CUSTOMERS}/${refused}`)).status, 404);
    await startWorker();
    for (const { status } of await Promise.all(first)) assert.equal(status, 201);
    assert.equal((await shop.post(CUSTOMERS, { id: refused })).status, 201);
  });
});

describe("a tenant that sends more than a process admits", () => {
  it("gets refusals for the excess, and does not block another tenant", async (t) => {
    const { service, shop, startWorker } = await startIdle(t, { ASK_TIMEOUT_MS: "60000" });
    const other = await service.newCaller();
    const sent = 700;
    const refused: Answer<Json>[] = [];
    const all = Array.from({ length: sent }, async () => {
      const answer = await shop.post(CUSTOMERS, { id: unique("c") });
      if (answer.status !== 201) refused.push(answer);
    });
    let admitted = 0;
    await until(
      "all that are let in",
      async () => (admitted = await waiting(service)) + refused.length === sent,
    );
    assert.ok(admitted <= 512, `${admitted} are admitted`);
    const one = other.post(CUSTOMERS, { id: unique("c") });
    await until("the command of the other", async () => (await waiting(service)) === admitted + 1);
    await startWorker();
    assert.equal((await one).status, 201);
    await Promise.all(all);
    assert.equal(refused.length, sent - admitted);
    for (const answer of refused) assertUnavailable(answer);
  });
});

describe("a write beyond MAX_WAITING", () => {
  it("is answered 503 at once, while other partitions accept theirs", async (t) => {
    const { service, shop, startWorker } = await startIdle(t, { MAX_WAITING: "2" });
    const id = unique("c");
    // One customer is always in one partition.
    const first = [shop.post(CUSTOMERS, { id })];
    await until("the first command", async () => (await waiting(service)) === 1);
    first.push(shop.put(CUSTOMERS, { id, note: "x" }));
    await until("the commands", async () => (await waiting(service)) === 2);
    assertUnavailable(await shop.put(CUSTOMERS, { id, note: "y" }));
    const others = Array.from({ length: 40 }, () => shop.post(CUSTOMERS, { id: unique("c") }));
    await until("the others", async () => (await waiting(service)) === 8);
    await startWorker();
    for (const { status } of await Promise.all(first)) assert.ok(status < 300, status.toString());
    const statuses = new Set((await Promise.all(others)).map(({ status }) => status));
    assert.deepEqual([...statuses].sort(), [201, 503]);
    assert.equal((await shop.get(`${CUSTOMERS}/${id}`)).status, 200);
  });
});

describe("several services on the same data", () => {
  it("continue with all writes if the one that applied them stops", async (t) => {
    const { shop, startWorker } = await startIdle(t, {});
    const one = await startWorker();
    assert.equal((await shop.post(CUSTOMERS, { id: unique("c") })).status, 201);
    await startWorker();
    const requests = Array.from({ length: 50 }, () => shop.post(CUSTOMERS, { id: unique("c") }));
    await one.stop();
    requests.push(...Array.from({ length: 50 }, () => shop.post(CUSTOMERS, { id: unique("c") })));
    for (const { status } of await Promise.all(requests)) assert.equal(status, 201);
  });
});

describe("a request to the API", () => {
  it("waits for other requests of its tenant with large answers if it is a read, and never if it is a write", async (t) => {
    const run = t.mock.method(TenantReads.prototype, "run");
    const service = await startService(t);
    const shop = await service.newCaller();
    const { id } = await shop.newWishlist();
    assert.equal(run.mock.callCount(), 0);
    const { status, text } = await shop.get(`${WS}/wishlists?id=${id}`);
    assert.equal(status, 200);
    const [call, ...others] = run.mock.calls;
    assert.deepEqual([call?.arguments.slice(0, 2), others], [[shop.tenantId, "getWishlist"], []]);
    // The read itself is what runs: its answer is the one that was sent.
    assert.equal((await call?.result)?.body?.toString(), text);
  });
});
