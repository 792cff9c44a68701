import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { EXPORTS, newExport, newWisher, overRun } from "../../support/exports.ts";
import { startReceiver } from "../../support/receiver.ts";
import { startProxy } from "../../support/servers/proxy.ts";
import { RedisServer } from "../../support/servers/redis-server.ts";
import { type Json, startService, WS } from "../../support/service.ts";
import { until } from "../../support/until.ts";

const DAILY = { cron: "0 6 * * *", timezone: "UTC" };

describe("requests that start background work while the Redis of the queues is away", () => {
  it("are answered in time, hold up no other write, and work again when it is back", async (t) => {
    const server = await RedisServer.start(t);
    const proxy = await startProxy(t, server.url);
    const service = await startService(t, {
      JOBS_REDIS_URL: proxy.url,
      ASK_TIMEOUT_MS: "2000",
      ALLOW_PRIVATE_TARGETS: "true",
    });
    const shop = await service.newCaller();
    const { wishlist } = await newWisher(shop);
    const { id } = await newExport(shop);
    const { url } = await startReceiver(t);
    const endpoint = await shop.post(`${WS}/webhook-endpoints`, { url, events: ["customer.created"] });
    proxy.cut();

    const runs = `${EXPORTS}/${id}/runs`;
    const headers = { "Idempotency-Key": "while-away" };
    const first = await shop.post(runs, undefined, { headers });
    assert.deepEqual([first.status, first.body.code], [500, "OutcomeUnknown"]);

    const since = new Date(0).toISOString();
    const replay = `${WS}/webhook-endpoints/${endpoint.body.id}/replay`;
    const refused = await Promise.all([
      ...Array.from({ length: 20 }, () => shop.post(runs)),
      shop.post(replay, { since }),
      shop.post(EXPORTS, {
        name: "new",
        connector: { type: "file", format: "ndjson" },
        mode: "changed",
        schedule: DAILY,
      }),
      shop.put(`${EXPORTS}/${id}`, { name: "changed", schedule: DAILY }),
      shop.delete(`${EXPORTS}/${id}`),
    ]);
    for (const { status, body, headers, text } of refused) {
      assert.deepEqual([status, body.code], [503, "Unavailable"], text);
      assert.ok(Number(headers["retry-after"]) >= 1);
    }
    assert.ok(await shop.newItem(wishlist.id));
    const { exports } = (await shop.get(EXPORTS)).body;
    assert.deepEqual(
      exports.map(({ id, schedule }: Json) => [id, schedule]),
      [[id, undefined]],
    );

    proxy.heal();
    let again = await shop.post(runs, undefined, { headers });
    await until("the queues are back", async () => {
      again = await shop.post(runs, undefined, { headers });
      return again.status === 202;
    });
    assert.equal((await overRun(shop, id, again.body.id)).status, "succeeded");
    const { body } = await shop.get(runs);
    assert.equal(body.runs.length, 1, "the repeated request has found the run");
    assert.equal((await shop.post(replay, { since })).status, 202);
  });
});
