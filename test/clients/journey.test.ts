import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  alerts,
  changes,
  createWishlistClient,
  items,
  Refused,
  verifyWebhook,
  type WebhookEvent,
  wishlists,
} from "../../clients/typescript/src/index.ts";
import { startReceiver } from "../support/receiver.ts";
import { given, startService, unique } from "../support/service.ts";
import { settled } from "../support/settled.ts";
import { until } from "../support/until.ts";

const CUSTOMER = {
  ...{ id: "c-1001", email: "ada@example.com", first_name: "Ada" },
  ...{ accepts_marketing: true, marketing_opt_in_level: "confirmed_opt_in" as const },
};
const HAT = { productRef: "sun-hat", selectedVariantRef: "sun-hat-straw" };
const HAT_ROW = { productRef: "sun-hat", title: "Sun hat", url: "https://shop.example/sun-hat" };
const dayOf = (time: Date) => time.toISOString().slice(0, 10);

async function collect<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const row of rows) found.push(row);
  return found;
}

describe("a shop that uses the typed client alone", () => {
  it("comes from a wish to its alert, its purchase, its reports, its export and its erasure", async (t) => {
    const service = await startService(t, { ALLOW_PRIVATE_TARGETS: "true" });
    const { tenantId: tenant, clientId, clientSecret } = await service.tenants.create(unique("shop"));
    const client = createWishlistClient({ baseUrl: service.baseUrl, tenant, clientId, clientSecret });
    const receiver = await startReceiver(t);
    const began = new Date();

    await client.PUT("/services/wsservice/api/settings", { body: { alerts: { holdSeconds: 0 } } });
    const { data: endpoint } = await client.POST("/services/wsservice/api/webhook-endpoints", {
      body: { url: receiver.url, events: ["wishlist.item.added", "alert.*", "wishlist.item.purchased"] },
    });
    const offer = { variantRef: HAT.selectedVariantRef, sku: "SH-1", price: "24.00", currency: "EUR" };
    await client.POST("/services/wsservice/api/products", {
      body: { ...HAT_ROW, variants: [{ ...offer, available: 0 }] },
    });

    await client.POST("/services/customerservice/api/customers", { body: CUSTOMER });
    await client.POST("/services/wsservice/api/wishlists", {
      body: { customerRef: CUSTOMER.id, wishlistRef: "summer", name: "Summer" },
    });
    const { data: wish } = await client.POST("/services/wsservice/api/wishlist/items", {
      body: { wishlistRef: "summer", wishlistItemRef: "hat", notifyMe: true, product: HAT },
    });
    const [list] = await collect(wishlists(client, { customerRef: CUSTOMER.id }));
    assert.deepEqual(
      [list?.wishlistRef, list?.wishlistItems.map(({ id }) => id)],
      ["summer", [given(wish).id]],
    );
    await settled(service);

    await client.POST("/services/wsservice/api/stock-levels", { body: { sku: "SH-1", available: 12 } });
    await until("the alert is sent", async () =>
      (await collect(alerts(client, { customerRef: CUSTOMER.id }))).some(({ status }) => status === "sent"),
    );
    const [alert, ...others] = await collect(alerts(client, { customerRef: CUSTOMER.id }));
    assert.deepEqual([alert?.type, alert?.itemIds, others], ["back_in_stock", [given(wish).id], []]);
    const { data: explained } = await client.GET("/services/wsservice/api/alerts/explain", {
      params: { query: { customerRef: CUSTOMER.id, variantRef: HAT.selectedVariantRef } },
    });
    assert.equal(explained?.decision, "told");

    const line = { lineRef: "1", ...{ productRef: HAT.productRef, variantRef: HAT.selectedVariantRef } };
    const createdTime = new Date().toISOString();
    const order = { orderRef: "o-1", customerRef: CUSTOMER.id, createdTime, currency: "EUR" };
    await client.POST("/services/wsservice/api/orders", {
      body: { ...order, lines: [{ ...line, quantity: 1, price: "24.00" }] },
    });
    await settled(service);
    const [bought] = await collect(items(client, { wishlistRef: "summer" }));
    assert.equal(bought?.purchased, true);

    const { data: activity } = await client.GET("/services/wsservice/api/reports/activity", {
      params: { query: { from: dayOf(began), to: dayOf(new Date()) } },
    });
    const sum = (count: (row: NonNullable<typeof activity>["rows"][number]) => number | undefined) =>
      given(activity).rows.reduce((all, row) => all + (count(row) ?? 0), 0);
    assert.deepEqual([sum(({ added }) => added), sum(({ purchased }) => purchased)], [1, 1]);

    const events = receiver.received.map(({ headers, body }): WebhookEvent =>
      verifyWebhook(given(endpoint?.secret), headers as Record<string, string>, body),
    );
    const pages = await collect(changes(client));
    const fed = pages.flatMap((page) => page.events);
    for (const { id } of events)
      assert.ok(
        fed.some((event) => event.id === id),
        id,
      );
    assert.deepEqual(events.map(({ type }) => type).sort(), [
      "alert.back_in_stock",
      "wishlist.item.added",
      "wishlist.item.purchased",
    ]);

    const { data: nightly } = await client.POST("/services/wsservice/api/exports", {
      body: { name: "Wishes", mode: "full", connector: { type: "file", format: "ndjson" } },
    });
    const params = { path: { id: given(nightly).id } };
    const { data: run } = await client.POST("/services/wsservice/api/exports/{id}/runs", { params });
    const runParams = { path: { ...params.path, run: given(run).id } };
    const outcome = async () =>
      (await client.GET("/services/wsservice/api/exports/{id}/runs/{run}", { params: runParams })).data;
    await until("the run is over", async () => (await outcome())?.status === "succeeded");
    assert.deepEqual([(await outcome())?.counts.accepted, (await outcome())?.rejected], [1, []]);

    await client.POST("/services/wsservice/api/privacy/erase", { body: { email: CUSTOMER.email } });
    const gone = await client
      .GET("/services/wsservice/api/wishlists/lookup", { params: { query: { customerRef: CUSTOMER.id } } })
      .catch((err: unknown) => err);
    assert.ok(gone instanceof Refused);
    assert.equal(gone.status, 404);
  });
});
