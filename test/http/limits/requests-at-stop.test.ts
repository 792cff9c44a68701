import assert from "node:assert/strict";
import { once } from "node:events";
import { describe, it, type TestContext } from "node:test";
import { RequestSlots } from "../../../src/http/overload/request-slots.ts";
import { describePartitions } from "../../../src/store/partition/inspect.ts";
import { connectTo, headOf } from "../../support/callers/raw-http.ts";
import { newestFirst } from "../../support/runner/newest-first.ts";
import { type Caller, CS, startService, unique } from "../../support/service.ts";
import { until } from "../../support/until.ts";

const CUSTOMERS = `${CS}/customers`;
/** Requests of a tenant that are carried out at once, while their answers are as slow as the first ones. */
const MAX_OPEN = 64;

/** Counts the requests of a tenant that take a slot, or wait for one. Other services may run in this process. */
function countTakes(test: TestContext, { tenantId }: Caller) {
  const take = test.mock.method(RequestSlots.prototype, "take");
  const count = () => take.mock.calls.filter(({ arguments: [tenant] }) => tenant === tenantId).length;
  return { count, stop: () => take.mock.restore() };
}

/** A service without a worker, and writes of a tenant to it: more than have slots. */
async function startWaiting(test: TestContext, drainMs: string) {
  const t = newestFirst(test);
  const env = { PARTITIONS: "4", ASK_TIMEOUT_MS: "60000", DRAIN_MS: drainMs };
  const service = await startService(t, { ...env, ROLE: "http" });
  const { prefix, redis, keys } = service;
  const waiting = async () =>
    (await describePartitions(redis, keys, 4)).reduce((sum, partition) => sum + partition.waiting, 0);
  const shop = await service.newCaller();
  const ids = Array.from({ length: 3 * MAX_OPEN }, () => unique("c"));
  const takes = countTakes(test, shop);
  const create = (caller: Caller) =>
    Promise.all(ids.map((id) => caller.post(CUSTOMERS, { id }, { headers: { "Idempotency-Key": id } })));
  const answers = create(shop);
  await until("all have slots, or wait for them", () => takes.count() === ids.length);
  await until("the first are sent to the workers", async () => (await waiting()) >= MAX_OPEN);
  takes.stop();
  const startNext = (role: string) => startService(t, { ...env, ROLE: role }, { prefix });
  return { service, shop, ids, create, answers, waiting, startNext };
}

describe("a stop while requests wait for slots", () => {
  it("waits until they are carried out", async (t) => {
    const { service, answers, startNext } = await startWaiting(t, "60000");
    const stopped = service.stop();
    await startNext("worker");
    for (const { status } of await answers) assert.equal(status, 201);
    await stopped;
  });

  it("answers all that were sent over one connection without waiting for the answers", async (t) => {
    const { service, shop, answers, startNext } = await startWaiting(t, "60000");
    const takes = countTakes(t, shop);
    const connection = await connectTo(service.baseUrl);
    const closed = once(connection.socket, "close");
    for (const id of [unique("c"), unique("c"), unique("c")]) {
      const body = JSON.stringify({ id });
      const head = { "Content-Type": "application/json", "Content-Length": body.length };
      connection.socket.write(headOf(`POST ${CUSTOMERS}`, { ...shop.headers, ...head }) + body);
    }
    await until("all wait", () => takes.count() === 3);
    const stopped = service.stop();
    await startNext("worker");
    await closed;
    assert.deepEqual(connection.text().match(/HTTP\/1\.1 \d+|Connection: .*/g), [
      ...["HTTP/1.1 201", "Connection: keep-alive"],
      ...["HTTP/1.1 201", "Connection: keep-alive"],
      ...["HTTP/1.1 201", "Connection: close"],
    ]);
    await Promise.all([answers, stopped]);
  });

  it("refuses them at its end, like the writes that are not applied, and none is applied later", async (t) => {
    const { service, shop, ids, create, answers, waiting, startNext } = await startWaiting(t, "1");
    const stopped = service.stop();
    for (const { status, headers, body } of await answers) {
      assert.deepEqual([status, body.code, headers.connection], [503, "Unavailable", "close"]);
      assert.match(headers["retry-after"] ?? "", /^[1-9]\d*$/);
    }
    await stopped;
    const next = await startNext("http,worker");
    await until("the end of the commands", async () => (await waiting()) === 0);
    const caller = await next.callerFor(shop.credentials);
    for (const id of ids) assert.equal((await caller.get(`${CUSTOMERS}/${id}`)).status, 404);
    for (const { status, headers } of await create(caller))
      assert.deepEqual([status, headers["idempotency-replayed"]], [201, undefined]);
  });
});
