import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { pino } from "pino";
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
import { startMailSink } from "../support/mail/sink.ts";
import { startReceiver } from "../support/receiver.ts";
import { given, startService, unique } from "../support/service.ts";
import { settled } from "../support/settled.ts";
import { until } from "../support/until.ts";

/** Texts of the customer's data only: no log may have them. */
const PERSON = { id: "canary-ref-1001", email: "ada.canary@mail.example", phone: "+4915112340987" };
const NAMES = { first_name: "Canarina", last_name: "Kanarienvogel" };
const CUSTOMER = {
  ...{ ...PERSON, ...NAMES },
  ...{ accepts_marketing: true, marketing_opt_in_level: "confirmed_opt_in" as const },
};
const NOTE = "For the canary of Canarina";
const SMTP = { SMTP_ALLOW_PLAIN: "true", MAIL_FROM: "Shop <shop@shop.example>" };
const HAT = { productRef: "sun-hat", selectedVariantRef: "sun-hat-straw" };
const HAT_ROW = { productRef: "sun-hat", title: "Sun hat", url: "https://shop.example/sun-hat" };
const dayOf = (time: Date) => time.toISOString().slice(0, 10);

async function collect<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const row of rows) found.push(row);
  return found;
}

describe("a shop that uses only the typed client", () => {
  it("gets from a wish to its alert, purchase, reports, export and erasure, with ids and no person in the log", async (t) => {
    const lines: string[] = [];
    const log = pino({ level: "info" }, { write: (line: string) => void lines.push(line) });
    const mails = await startMailSink(t);
    const env = { ALLOW_PRIVATE_TARGETS: "true", SMTP_URL: mails.url, ...SMTP };
    const service = await startService(t, env, { log });
    const { tenantId: tenant, clientId, clientSecret } = await service.tenants.create(unique("shop"));
    const client = createWishlistClient({ baseUrl: service.baseUrl, tenant, clientId, clientSecret });
    const receiver = await startReceiver(t);
    const began = new Date();

    await client.PUT("/services/wsservice/api/settings", {
      body: { alerts: { holdSeconds: 0, email: true }, mail: { collectSeconds: 1 } },
    });
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
      body: { wishlistRef: "summer", wishlistItemRef: "hat", notifyMe: true, note: NOTE, product: HAT },
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
    await until("the e-mail is sent", () => mails.mails.length > 0);
    assert.deepEqual(mails.mails[0]?.to, [CUSTOMER.email]);
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

    await service.stop();
    const noted = lines.map((line) => JSON.parse(line));
    for (const action of ["updateSettings", "createWebhookEndpoint", "createExport", "erasePersonalData"]) {
      const found = noted.find((line) => line.action === action);
      assert.deepEqual([found?.tenant, found?.client, found?.outcome], [tenant, clientId, "done"], action);
      assert.ok(found.requestId, action);
    }
    const whole = lines.join("").toLowerCase();
    for (const word of [...Object.values(PERSON), ...Object.values(NAMES), "canary", clientSecret])
      assert.ok(!whole.includes(word.toLowerCase()), word);
  });
});
