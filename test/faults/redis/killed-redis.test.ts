import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Load } from "../../support/callers/load.ts";
import { newCluster } from "../../support/processes.ts";
import { type OwnStore, startOwnStore } from "../../support/servers/own-store.ts";
import { type Proxy, startProxy } from "../../support/servers/proxy.ts";
import { send, type Service } from "../../support/service.ts";
import { until } from "../../support/until.ts";

const readiness = async (service: Service) => (await send(service.baseUrl, "GET", "/health/ready")).status;

/** Maximum number of kills. Each one leaves the outcome of some appended commands unknown, if any was under way. */
const MAX_KILLS = 10;

/**
 * Kills Redis twice in the middle of a load, or until the outcome of a write is unknown, and sees that the service comes
 * back by itself. `proxy` is between Redis and who takes the requests: no process knows the outcome of the last ones
 * before the kill.
 */
async function killAndRestart(
  service: Service[],
  load: Load,
  { store, proxy }: { store: OwnStore; proxy: Proxy },
): Promise<void> {
  const isUnknown = () => load.failed.some(({ status }) => status === 500);
  for (let kills = 0; kills < 2 || (kills < MAX_KILLS && !isUnknown()); kills++) {
    await load.untilMoreDone(100);
    let answered: Promise<void> | undefined;
    await proxy.loseReplies(async () => {
      await load.untilAllWait();
      answered = load.untilAnswered(503);
      await store.kill();
    });
    for (const one of service) await until("readiness fails", async () => (await readiness(one)) === 503);
    await answered;
    assert.deepEqual(
      await Promise.all(service.map(async (one) => (await send(one.baseUrl, "GET", "/health/live")).status)),
      service.map(() => 200),
    );
    await store.launch();
    for (const one of service) await until("readiness is back", async () => (await readiness(one)) === 200);
    await load.untilMoreDone(100);
  }
  await load.stop();
  assert.ok(isUnknown());
}

describe("Redis that is killed in the middle of a load and comes back", () => {
  it("keeps all writes that one process acknowledged, and is used again without a restart", async (t) => {
    const store = await startOwnStore(t);
    const { serve, newShop } = newCluster(t, { store, env: { ASK_TIMEOUT_MS: "2000" } });
    const proxy = await startProxy(t, store.url);
    const service = await serve("all", { REDIS_URL: proxy.url });
    const load = await Load.start(t, await newShop(service));
    await killAndRestart([service], load, { store, proxy });
    await load.assertTruthful();
  });

  it("keeps all writes that separate processes acknowledged, and is used again without a restart", async (t) => {
    const store = await startOwnStore(t);
    const { serve, newShop, redis, keys } = newCluster(t, { store, env: { ASK_TIMEOUT_MS: "2000" } });
    const proxy = await startProxy(t, store.url);
    const [http, worker] = await Promise.all([serve("http", { REDIS_URL: proxy.url }), serve("worker")]);
    const load = await Load.start(t, await newShop(http));
    await killAndRestart([http, worker], load, { store, proxy });
    await load.assertTruthful();
    await load.assertOneEventEach(redis, keys);
  });
});
