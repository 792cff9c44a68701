import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Load } from "../../support/callers/load.ts";
import { newCluster } from "../../support/processes.ts";
import { startProxy } from "../../support/servers/proxy.ts";

describe("a write that is sent with an Idempotency-Key until it is answered", () => {
  it("is applied once, even if connections, replies, a worker and an HTTP process are lost", async (t) => {
    const { url, start, serve, newShop, redis, keys } = newCluster(t, { env: { ASK_TIMEOUT_MS: "500" } });
    const proxy = await startProxy(t, url);
    const [http, other, worker] = await Promise.all([
      start("http", { env: { REDIS_URL: proxy.url } }),
      serve("http"),
      start("worker"),
    ]);
    const shop = await newShop(other);
    const load = await Load.start(t, shop, { targets: [http.baseUrl, other.baseUrl], isRetrying: true });
    await load.untilMoreDone(50);
    proxy.drop();
    await load.untilMoreDone(50);
    await proxy.loseReplies(700);
    await load.untilMoreDone(50);
    worker.program.signal("SIGKILL");
    await serve("worker");
    await load.untilMoreDone(50);
    http.program.signal("SIGKILL");
    // A client without an answer asks another process.
    load.targets = [other.baseUrl];
    await load.untilMoreDone(50);
    await load.stop();
    assert.ok(load.retries > 0);
    assert.deepEqual(load.failed, []);
    await load.assertTruthful();
    await load.assertOneEventEach(redis, keys);
  });
});
