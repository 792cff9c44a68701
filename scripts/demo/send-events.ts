import type { WishlistClient } from "../../clients/typescript/src/index.ts";
import { defined } from "../../src/collections/defined.ts";
import type { PastClock } from "../../src/store/redis/past-clock.ts";
import type { Product } from "./catalogue.ts";
import { dayOf } from "./season.ts";
import type { ShopEvent, Visit } from "./shop-events.ts";

/** Maximum number of simultaneous events. */
const CONCURRENCY = 24;
const MAX_SLICE_MS = 3 * 3_600_000;
const CURRENCY = "EUR";

export interface DemoService {
  client: WishlistClient;
  /** The clock of the service. */
  clock: PastClock;
  /** Resolves when the service has nothing left to do. */
  untilIdle: () => Promise<void>;
}

/** Whether an event may run at the same time as those before it, because it does not depend on them. */
function joins(event: ShopEvent, slice: readonly ShopEvent[], busy: ReadonlySet<string>): boolean {
  const [first] = slice;
  if (!first) return true;
  if (slice.length === CONCURRENCY) return false;
  if (!("customer" in event)) return !("customer" in first) && event.at === first.at;
  const isSoon = dayOf(first.at) === dayOf(event.at) && event.at - first.at < MAX_SLICE_MS;
  return "customer" in first && isSoon && !busy.has(event.customer.id);
}

/** Events in groups that may run at the same time. */
export function* slicesOf(events: readonly ShopEvent[]): Generator<ShopEvent[]> {
  let slice: ShopEvent[] = [];
  const busy = new Set<string>();
  for (const event of events) {
    if (!joins(event, slice, busy)) {
      yield slice;
      slice = [];
      busy.clear();
    }
    slice.push(event);
    if ("customer" in event) busy.add(event.customer.id);
  }
  if (slice.length > 0) yield slice;
}

async function visit(client: WishlistClient, event: Visit): Promise<void> {
  const { customer, isNewCustomer, wishlist, wishes } = event;
  if (isNewCustomer) await client.POST("/services/customerservice/api/customers", { body: customer });
  if (wishlist.isNew)
    await client.POST("/services/wsservice/api/wishlists", {
      body: { wishlistRef: wishlist.ref, customerRef: customer.id, name: wishlist.name },
    });
  if (wishes.length === 0) return;
  await client.POST("/services/wsservice/api/wishlist/add-items", {
    body: {
      wishlistRef: wishlist.ref,
      itemRef: wishes.map(({ ref, variant, notifyMe, prerelease }) => ({
        wishlistItemRef: ref,
        productRef: variant.productRef,
        selectedVariantRef: variant.variantRef,
        notifyMe,
        prerelease,
      })),
    },
  });
}

interface RowResults {
  results?: { status?: string; error?: unknown }[];
}

/** Throws if a row of a request was not accepted. A request with rejected rows is not refused as a whole. */
function allTaken({ data }: { data?: RowResults | undefined }): void {
  for (const result of data?.results ?? [])
    if (["rejected", "stale", "parked"].includes(result.status ?? ""))
      throw new Error(`a row was not accepted: ${JSON.stringify(result)}`);
}

/** Writes a product with its prices. Without `available`, the stock is that of the catalogue. */
async function putProduct(
  client: WishlistClient,
  { productRef, title, variants }: Product,
  {
    factor = 1,
    available,
    ...fields
  }: { factor?: number; available?: number | null; prerelease?: boolean } = {},
): Promise<void> {
  const rows = variants.map((variant) => ({
    variantRef: variant.variantRef,
    sku: variant.variantRef,
    price: (variant.price * factor).toFixed(2),
    currency: CURRENCY,
    ...defined({ title: variant.title }),
    ...(available === null ? {} : { available: available ?? variant.available }),
  }));
  const body = {
    productRef,
    title,
    url: `https://shop.example/products/${productRef}`,
    ...fields,
    variants: rows,
  };
  allTaken(await client.POST("/services/wsservice/api/products", { body }));
}

async function sendEvent(client: WishlistClient, event: ShopEvent): Promise<void> {
  switch (event.kind) {
    case "visit":
      return visit(client, event);
    case "removal":
      await client.DELETE("/services/wsservice/api/wishlist/items/{ref}/ref", {
        params: { path: { ref: event.ref } },
      });
      return;
    case "order": {
      const { orderRef, customer, variant, price } = event;
      const { productRef, variantRef } = variant;
      const line = { lineRef: "1", productRef, variantRef, quantity: 1, price: price.toFixed(2) };
      const createdTime = new Date(event.at).toISOString();
      const order = { orderRef, customerRef: customer.id, createdTime, currency: CURRENCY, lines: [line] };
      const body = { orders: [{ ...order, channel: "web" }] };
      allTaken(await client.POST("/services/wsservice/api/orders", { body }));
      return;
    }
    case "stock": {
      const stockLevels = event.levels.map(({ variant: { productRef, variantRef }, available }) => ({
        productRef,
        variantRef,
        available,
      }));
      allTaken(await client.POST("/services/wsservice/api/stock-levels", { body: { stockLevels } }));
      return;
    }
    case "price":
      return putProduct(client, event.product, { factor: event.factor, available: null });
    case "product":
      return putProduct(client, event.product, { prerelease: event.isComing, available: event.available });
  }
}

/** Whether an event leads to alerts, which must be raised before the next event. */
const startsWaves = ([event]: readonly ShopEvent[]) =>
  event?.kind === "price" || event?.kind === "product" || (event?.kind === "stock" && event.isDelivery);

/** Enables the features that the shop uses, and fills its catalogue. */
export async function openShop(
  { client, untilIdle }: DemoService,
  catalogue: readonly Product[],
): Promise<void> {
  const alerts = { priceDrop: true, lowStock: true, lowStockThreshold: 2, holdSeconds: 0, waveMultiple: 20 };
  await client.PUT("/services/wsservice/api/settings", { body: { currency: CURRENCY, alerts } });
  for (const product of catalogue) await putProduct(client, product);
  await untilIdle();
}

/** Sends all events, each at its time. */
export async function sendEvents(
  { client, clock, untilIdle }: DemoService,
  events: readonly ShopEvent[],
  onSent: (events: number) => void,
): Promise<void> {
  let day = 0;
  for (const slice of slicesOf(events)) {
    const last = slice.at(-1)?.at ?? 0;
    // Wishes of an order are from an earlier day, and the jobs of each day are done before the next day.
    if (dayOf(last) !== day) await untilIdle();
    day = dayOf(last);
    clock.advanceTo(last);
    await Promise.all(slice.map((event) => sendEvent(client, event)));
    if (startsWaves(slice)) await untilIdle();
    onSent(slice.length);
  }
  await untilIdle();
  // Waits that the history must avoid: see docs/alerts-and-orders.md.
  await client.PUT("/services/wsservice/api/settings", {
    body: { alerts: { holdSeconds: null, waveMultiple: null } },
  });
}
