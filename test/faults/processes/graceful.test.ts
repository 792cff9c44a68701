import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { Load } from "../../support/callers/load.ts";
import { keptLog, metricOf, newCluster, PARTITIONS } from "../../support/processes.ts";
import { startHangingReceiver } from "../../support/receiver.ts";
import { send, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { until } from "../../support/until.ts";

const NOTHING_LOST = { code: 0, signal: null };

/** Stops a process with the role jobs that sends a webhook whose receiver does not answer yet. */
async function stopSending(t: TestContext, own: Record<string, string>) {
  const env = { ALLOW_PRIVATE_TARGETS: "true", ...own };
  const { start, serve, newShop, redis, keys } = newCluster(t, { env });
  const receiver = await startHangingReceiver(t);
  const [http, leaving] = await Promise.all([serve("http,worker"), start("jobs")]);
  const shop = await newShop(http);
  await shop.post(`${WS}/webhook-endpoints`, { url: `${receiver.url}/hook`, events: ["customer.created"] });
  // The other process may see the endpoint after the first of them.
  await until("a webhook waits for its answer", async () => {
    await shop.newCustomer();
    return receiver.open() > 0;
  });
  leaving.program.signal("SIGTERM");
  /** Lets another process do what is left; no webhook is sent twice. */
  const sendsOnce = async () => {
    await serve("jobs");
    await settled({ redis, keys });
    assert.deepEqual(receiver.received, [...new Set(receiver.received)]);
  };
  return { receiver, leaving, sendsOnce };
}

describe("SIGTERM in the middle of a load", () => {
  it("to one of two workers and one of two HTTP processes fails no request, and frees their partitions at once", async (t) => {
    const env = { DRAIN_DELAY_MS: "500", LEASE_MS: "20000" };
    const { start, serve, newShop, redis, keys } = newCluster(t, { env });
    const { log, says } = keptLog();
    const [nodes, workers] = await Promise.all([
      Promise.all([start("http"), serve("http")]),
      Promise.all([start("worker"), serve("worker", {}, { log })]),
    ]);
    const [leavingWorker, worker] = workers;
    const [leavingNode, node] = nodes;
    const owned = (one: { baseUrl: string }) => metricOf(one, "wishlist_partitions_owned");
    await until("the workers share the partitions", async () => {
      const counts = await Promise.all(workers.map(owned));
      return counts.every((count) => count > 0 && count < PARTITIONS);
    });

    const targets = nodes.map(({ baseUrl }) => baseUrl);
    const load = await Load.start(t, await newShop(node), { targets });
    await load.untilMoreDone(80);
    leavingWorker.program.signal("SIGTERM");
    leavingNode.program.signal("SIGTERM");
    // The behaviour of a load balancer once readiness fails; requests that were sent before must be answered.
    await until("readiness fails", async () => {
      return (await send(leavingNode.baseUrl, "GET", "/health/ready")).status === 503;
    });
    load.targets = [node.baseUrl];
    const { code, signal } = await leavingNode.program.end();
    assert.deepEqual({ code, signal }, NOTHING_LOST);
    const ended = await leavingWorker.program.end();
    assert.deepEqual({ code: ended.code, signal: ended.signal }, NOTHING_LOST);

    // Their leases would have lasted longer than all of this.
    await until("the other worker serves all", async () => {
      return (await owned(worker)) === PARTITIONS;
    });
    await load.untilMoreDone(80);
    await load.stop();
    assert.ok(!says("took over a partition whose worker is dead, or could not reach the store"));
    assert.deepEqual(load.failed, []);
    await load.assertTruthful();
    await load.assertOneEventEach(redis, keys);
  });

  it("to one process with all roles leaves no request without an answer", async (t) => {
    const { start, serve, newShop } = newCluster(t, { env: { DRAIN_DELAY_MS: "1500" } });
    const leaving = await start("all");
    const load = await Load.start(t, await newShop(leaving));
    await load.untilMoreDone(100);
    leaving.program.signal("SIGTERM");
    await until("readiness fails", async () => {
      return (await send(leaving.baseUrl, "GET", "/health/ready")).status === 503;
    });
    await load.stop();
    const { code, signal } = await leaving.program.end();
    assert.deepEqual({ code, signal }, NOTHING_LOST);
    assert.deepEqual(load.failed, []);
    const successor = await serve("all");
    load.readThrough(successor.baseUrl);
    await load.assertTruthful();
  });

  it("to an HTTP process closes it only after all open requests are answered", async (t) => {
    const { start, newShop, redis, keys } = newCluster(t, { env: { LEASE_MS: "20000" } });
    const [http, worker] = await Promise.all([start("http"), start("worker")]);
    const shop = await newShop(http);
    const list = await shop.newWishlist();
    worker.program.signal("SIGSTOP");
    const answers = Promise.all(Array.from({ length: 5 }, () => shop.newItem(list.id as string)));
    await until("the commands wait", async () => {
      const all = Array.from({ length: PARTITIONS }, (_, partition) => redis.xlen(keys.commands(partition)));
      return (await Promise.all(all)).includes(5);
    });
    http.program.signal("SIGTERM");
    await until("nobody listens any more", () =>
      send(http.baseUrl, "GET", "/health/live").then(
        () => false,
        () => true,
      ),
    );
    assert.ok(http.program.isRunning);
    worker.program.signal("SIGCONT");
    assert.equal((await answers).length, 5);
    const { code, signal } = await http.program.end();
    assert.deepEqual({ code, signal }, NOTHING_LOST);
  });

  it("to a process that sends a webhook lets its job end, so that no other process sends it again", async (t) => {
    const { receiver, leaving, sendsOnce } = await stopSending(t, { DRAIN_DELAY_MS: "1500" });
    await until("the stop begins", () => leaving.says("stopping").length === 1);
    receiver.answer();
    const { code, signal } = await leaving.program.end();
    assert.deepEqual({ code, signal }, NOTHING_LOST);
    await sendsOnce();
  });

  it("to a process with active jobs ends them before the connections that they use", async (t) => {
    const { receiver, leaving, sendsOnce } = await stopSending(t, { LOG_LEVEL: "debug" });
    await until("the parts stop", () => leaving.says("stopped").some(({ part }) => part === "relay"));
    // A sender that is closed before its jobs end breaks off the request now.
    await pause(200);
    receiver.answer();
    await leaving.program.end();
    assert.deepEqual(leaving.says("jobs wait: Redis or a worker is unavailable"), []);
    await sendsOnce();
  });
});
