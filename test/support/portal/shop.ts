import { feed, lines, NDJSON } from "../data/feeds.ts";
import { CONSENTING, newExport, runOf } from "../exports.ts";
import { answers } from "../platforms/server.ts";
import { startWebhookReceiver } from "../platforms/webhook.ts";
import { startReceiver } from "../receiver.ts";
import type { Cleanup } from "../redis.ts";
import { type Caller, given, type Json, WS } from "../service.ts";
import { setStock } from "../shop.ts";
import { until } from "../until.ts";

const SECRET = `whsec_${Buffer.from("nobody but the receiver knows it").toString("base64")}`;
const PEOPLE = [
  ["Ada", "Lovelace"],
  ["Grace", "Hopper"],
  ["Emmy", "Noether"],
] as const;

/** The names of the records that {@link fillShop} has created. */
export interface FilledShop {
  customerRef: string;
  customerName: string;
  /** A variant with stock by location, and a sold-out one with a waiting list. */
  variantRef: string;
  soldOutRef: string;
  orderRef: string;
  endpointId: string;
  exportId: string;
  feedId: string;
}

/** The first customer's order: of one wish, and of an unknown variant. */
const orderRefOf = (suffix: string) => `#2001${suffix}`;

async function must(answer: Promise<{ status: number; body: Json; text: string }>): Promise<Json> {
  const { status, body, text } = await answer;
  if (status >= 400) throw new Error(`${status} ${text}`);
  return body;
}

/**
 * References of the sizes of a product: one with stock at two locations, one that becomes available again, one that
 * stays sold out.
 */
interface Sizes {
  small: string;
  large: string;
  largest: string;
}

async function fillCatalogue(shop: Caller, suffix: string): Promise<Sizes> {
  const [small, large, largest] = [
    `alpine-tent-2${suffix}`,
    `alpine-tent-4${suffix}`,
    `alpine-tent-6${suffix}`,
  ];
  const offer = { price: "189.00", currency: "EUR" };
  const variants = [
    { variantRef: small, title: "2 persons", sku: "AT-2", ...offer },
    { variantRef: large, title: "4 persons", sku: "AT-4", ...offer, available: 0 },
    { variantRef: largest, title: "6 persons", sku: "AT-6", ...offer, available: 0 },
  ];
  await must(
    shop.post(`${WS}/products`, { productRef: `alpine-tent${suffix}`, title: "Alpine tent", variants }),
  );
  for (const [locationRef, available] of [
    ["Berlin", 4],
    ["Hamburg", 0],
  ] as const)
    await must(setStock(shop, small, available, { locationRef }));
  return { small, large, largest };
}

/** Creates customers who wish for a tent; the first one also buys one. Resolves to its reference. */
async function fillWishes(shop: Caller, { small, large, largest }: Sizes, suffix: string): Promise<string> {
  const productRef = `alpine-tent${suffix}`;
  const product = (selectedVariantRef: string) => ({ productRef, selectedVariantRef });
  const refs: string[] = [];
  for (const [first, last] of PEOPLE) {
    const id = `${first.toLowerCase()}${suffix}`;
    const names = { first_name: first, last_name: last, email: `${id}@example.com`, phone: undefined };
    await shop.newCustomer({ id, ...names, ...CONSENTING });
    const list = await shop.newWishlist({
      customerRef: id,
      name: "Summer in the mountains",
      isDefault: true,
    });
    await shop.newItem(list.id, { product: product(large), notifyMe: true, quantity: 2, priority: 5 });
    refs.push(id);
    if (refs.length > 1) continue;
    await shop.newItem(list.id, { product: product(largest), notifyMe: true });
    await shop.newItem(list.id, { product: product(small), note: "The green one, if there is a choice" });
    const lines = [
      { lineRef: "1", productRef, variantRef: small, quantity: 1, price: "189.00" },
      { lineRef: "2", variantRef: `tent-peg${suffix}`, quantity: 8, price: "1.50" },
    ];
    const order = { orderRef: orderRefOf(suffix), customerRef: id, currency: "EUR", channel: "web", lines };
    await must(shop.post(`${WS}/orders`, { orders: [{ ...order, createdTime: new Date().toISOString() }] }));
  }
  return given(refs[0]);
}

/** Creates an endpoint that accepts events, and one that does not. Resolves to the id of the second. */
async function fillWebhooks(shop: Caller, t: Cleanup): Promise<string> {
  const taking = await startReceiver(t);
  const failing = await startReceiver(t, () => ({ status: 500 }));
  const endpoints = `${WS}/webhook-endpoints`;
  await must(shop.post(endpoints, { url: taking.url, events: ["alert.*"], description: "App of the shop" }));
  const events = ["wishlist.item.added", "alert.*"];
  return (await must(shop.post(endpoints, { url: failing.url, events, description: "Warehouse" })))
    .id as string;
}

/** Creates an export with a schedule whose receiver has rejected a record. Resolves to its id. */
async function fillExports(shop: Caller, t: Cleanup): Promise<string> {
  const receiver = await startWebhookReceiver(t, { secret: SECRET });
  const connector = { type: "webhook", url: receiver.url, secret: SECRET };
  const schedule = { cron: "0 3 * * *", timezone: "Europe/Berlin" };
  const { id } = await newExport(shop, { name: "Partner platform", connector, mode: "full", schedule });
  receiver.faults.push(answers(422));
  await runOf(shop, id);
  return id as string;
}

/**
 * Creates records for every page of the portal: a customer with wishes, an order and an alert, an active wave, an
 * endpoint that fails, a run with rejected records, a file with errors.
 */
export async function fillShop(shop: Caller, t: Cleanup, suffix = ""): Promise<FilledShop> {
  await must(shop.put(`${WS}/settings`, { alerts: { holdSeconds: 0, waveMultiple: 1 } }));
  const endpointId = await fillWebhooks(shop, t);
  const variants = await fillCatalogue(shop, suffix);
  const customerRef = await fillWishes(shop, variants, suffix);
  await until("all wait for the tent", async () => {
    return (await shop.get(`${WS}/variants/${variants.large}/waiting`)).body.count === PEOPLE.length;
  });
  // For one of the waiting customers; the others are alerted later.
  await must(setStock(shop, variants.large, 1));
  await until("the first is alerted", async () => {
    const { body } = await shop.get(`${WS}/alerts?customerRef=${customerRef}`);
    return body.alerts.some(({ status }: Json) => status === "sent");
  });
  await until("the endpoint has refused the alert", async () => {
    const { body } = await shop.get(`${WS}/webhook-endpoints/${endpointId}/deliveries`);
    return body.deliveries.some(({ type }: Json) => type === "alert.back_in_stock");
  });
  const rows = [
    { productRef: `mug${suffix}`, title: "Enamel mug", variants: [] },
    { title: 5 },
    { title: "Rope" },
  ];
  const { id: feedId } = await feed(shop, "products", NDJSON, lines(rows));
  return {
    customerRef,
    customerName: PEOPLE[0].join(" "),
    variantRef: variants.small,
    soldOutRef: variants.largest,
    orderRef: orderRefOf(suffix),
    endpointId,
    exportId: await fillExports(shop, t),
    feedId: feedId as string,
  };
}
