import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { EXPORTS, newExport, overRun } from "../../support/exports.ts";
import { newCluster } from "../../support/processes.ts";
import { keysWith } from "../../support/redis.ts";
import { startProxy } from "../../support/servers/proxy.ts";
import { type Answer, Caller, type Json, WS } from "../../support/service.ts";
import { until } from "../../support/until.ts";

const FEEDS = `${WS}/feeds/stock-levels`;
const ROW = { productRef: "beanie", variantRef: "beanie-rust", available: 3 };

/** A write that is answered with what it has written, and the key of that. */
interface Write {
  /** Name of the key up to the tenant. */
  kind: string;
  /** Prepares the write. Resolves to what sends it by another process, and it is sent once before. */
  prepare: (shop: Caller) => Promise<(shop: Caller) => Promise<Answer<Json>>>;
}

const WRITES: Record<string, Write> = {
  startExportRun: {
    kind: "export-run:",
    async prepare(shop) {
      const { id } = await newExport(shop);
      const start = (by: Caller) => by.post(`${EXPORTS}/${id}/runs`);
      await overRun(shop, id, (await start(shop)).body.id as string);
      return start;
    },
  },
  feedStockLevels: {
    kind: "feed:",
    async prepare(shop) {
      const headers = { "Content-Type": "application/x-ndjson" };
      const feed = (by: Caller) => by.send("POST", FEEDS, JSON.stringify(ROW), { headers });
      assert.equal((await feed(shop)).status, 202);
      return feed;
    },
  },
};

describe("a write whose record is lost before it is read for the answer", () => {
  for (const [name, { kind, prepare }] of Object.entries(WRITES))
    it(`has an unknown outcome, and is not answered as if there had never been one: ${name}`, async (t) => {
      const { url, redis, keys, serve, newShop } = newCluster(t);
      const proxy = await startProxy(t, url);
      const [http, other] = await Promise.all([serve("http", { REDIS_URL: proxy.url }), serve("all")]);
      const known = await newShop(other);
      const act = await prepare(known);
      const shop = new Caller(http.baseUrl, known.tenantId, known.token);
      await shop.get(`${WS}/settings`);
      const records = async () =>
        (await keysWith(redis, keys.prefix)).filter((key) => key.includes(`${kind}${known.tenantId}/`));
      const [earlier = ""] = await records();

      const held = proxy.holdBack(`hgetall\r\n$${earlier.length}\r\n`);
      const answered = act(shop);
      await until("the record is about to be read", () => held.length > 0);
      await redis.del(...(await records()));
      held.release();
      const { status, body } = await answered;
      assert.deepEqual([status, body.code], [500, "OutcomeUnknown"]);
    });
});
