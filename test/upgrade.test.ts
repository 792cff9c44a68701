import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { before, describe, it } from "node:test";
import { Webhook } from "standardwebhooks";
import { onOneServer } from "./support/connections/one-server.ts";
import { startReceiver } from "./support/receiver.ts";
import { atEnd, redisUrl, removeKeys } from "./support/redis.ts";
import { type Caller, type Json, type Service, startService, unique, WS } from "./support/service.ts";
import { settled } from "./support/settled.ts";
import { tool } from "./support/tool.ts";
import { until } from "./support/until.ts";

/** Data of version 0.1.0, and its answers: `record.mjs` in the folder describes how they were recorded. */
const FOLDER = join(import.meta.dirname, "fixtures/version-0.1.0");
const { credentials, endpoint, answers } = JSON.parse(readFileSync(join(FOLDER, "answers.json"), "utf8"));
const PREFIX = "wl010:";

/** The differences of an answer from an earlier one; it may have additional members. */
function differences(earlier: Json, now: Json, path: string): string[] {
  if (typeof earlier !== "object" || earlier === null)
    return earlier === now ? [] : [`${path}: ${JSON.stringify(earlier)} is ${JSON.stringify(now)}`];
  if (typeof now !== "object" || now === null) return [`${path} is gone`];
  if (Array.isArray(earlier) && earlier.length !== now.length)
    return [`${path}: ${earlier.length} are ${now.length}`];
  return Object.keys(earlier as object).flatMap((name) =>
    differences(earlier[name], now[name], `${path}/${name}`),
  );
}

describe(
  "data of version 0.1.0, after an upgrade",
  onOneServer("version 0.1.0 does not support clusters"),
  () => {
    const suite = atEnd();
    let service: Service;
    let shop: Caller;
    const alertsOf = async (customer: string) =>
      (await shop.get(`${WS}/alerts?customerRef=${customer}`)).body.alerts as Json[];

    before(async () => {
      const into = { REDIS_URL: redisUrl(), REDIS_PREFIX: PREFIX };
      const { code, stderr } = await tool(["restore", join(FOLDER, "store.backup"), "--json"], into);
      assert.equal(code, 0, stderr);
      service = await startService(suite, { ALLOW_PRIVATE_TARGETS: "true" }, { prefix: PREFIX });
      suite.after(() => removeKeys(service.redis, PREFIX));
      shop = await service.callerFor(credentials);
    });

    it("answers as before: customers, wishlists, items, products, orders, alerts, endpoints, exports, settings", async () => {
      const paths = Object.keys(answers as object);
      assert.ok(paths.length > 20);
      const found = await Promise.all(
        paths.map(async (path) => differences(answers[path], (await shop.get(path)).body, path)),
      );
      assert.deepEqual(found.flat(), []);
      for (const ref of ["c-3", "c-4"])
        assert.equal((await shop.get(`/services/customerservice/api/customers/${ref}`)).status, 404);
    });

    it("has consistent indexes", async () => {
      const env = { REDIS_URL: redisUrl(), REDIS_PREFIX: PREFIX };
      const { code, stdout, stderr } = await tool(["verify", "--repair", "--json"], env);
      assert.equal(code, 0, stdout + stderr);
      const again = await tool(["verify", "--json"], env);
      assert.equal(again.code, 0, again.stdout);
      const { body } = await shop.get(`${WS}/customers?pageSize=10`);
      assert.deepEqual((body.customers as Json[]).map(({ id }) => id).sort(), ["c-1", "c-2"]);
    });

    it("runs the job that 0.1.0 had left: the alert for a restock, behind its hold time", async () => {
      await until("the alert", async () => (await alertsOf("c-2")).some(({ status }) => status === "sent"));
      const alerts = await alertsOf("c-2");
      assert.deepEqual(
        alerts.map(({ type, variantRef }) => [type, variantRef]),
        [["back_in_stock", "stove-1"]],
      );
    });

    it("can be changed, and sends webhooks with the secret of 0.1.0", async (t) => {
      const { url, received } = await startReceiver(t);
      const changed = await shop.put(`${WS}/webhook-endpoints/${endpoint.id}`, { url });
      assert.equal(changed.status, 200, changed.text);
      const list = answers[`${WS}/wishlists?wishlistRef=birthday`];
      const item = await shop.newItem(list.id, { wishlistItemRef: unique("new") });
      const again = await shop.newItem(list.id, {
        product: { productRef: "tent", selectedVariantRef: "tent-2" },
      });
      assert.equal(again.wishlistItemRef, "i-1", "the same wish is not added twice");
      const renamed = await shop.put(`${WS}/wishlists`, { id: list.id, name: "Birthday 2" });
      assert.equal(renamed.status, 200, renamed.text);
      assert.equal(renamed.body.name, "Birthday 2");
      await settled(service);
      const events = received.map(
        ({ headers, body }) =>
          new Webhook(endpoint.secret as string).verify(body, headers as Record<string, string>) as Json,
      );
      const added = events.filter(({ type }) => type === "wishlist.item.added");
      assert.deepEqual(
        added.map(({ data }) => data.itemId),
        [item.id],
      );
    });
  },
);
