import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { feed, lines, NDJSON, upload } from "../../support/data/feeds.ts";
import { CALM, newCluster } from "../../support/processes.ts";
import { type Caller, given, type Json, unique, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { until } from "../../support/until.ts";

/** Two chunks. All of them are matched too, which takes most of the time. */
const ORDERS = Number(process.env["ORDERS"] ?? 1000);
const CUSTOMERS = 5;
const VARIANTS = 20;

interface Wish {
  customerRef: string;
  variantRef: string;
  itemId: string;
}

/** Reads on in the shop's change feed with each call; gives all events so far. */
function follow(shop: Caller): () => Promise<Json[]> {
  const events: Json[] = [];
  let after = "";
  return async () => {
    for (let hasMore = true; hasMore;) {
      const { body } = await shop.get(`${WS}/changes?limit=1000${after}`);
      events.push(...body.events);
      after = `&after=${body.cursor}`;
      hasMore = body.hasMore;
    }
    return events;
  };
}

const told = (events: readonly Json[], type: string) => events.filter((event) => event.type === type);

/** Wishes of a few customers for a few variants each. */
async function furnish(shop: Caller): Promise<Wish[]> {
  const variants = Array.from({ length: VARIANTS }, () => unique("v"));
  const wishes: Wish[] = [];
  for (const customerRef of Array.from({ length: CUSTOMERS }, () => unique("c"))) {
    await shop.newCustomer({ id: customerRef });
    const { id: wishlistId } = await shop.newWishlist({ customerRef });
    const itemRef = variants.map((ref) => ({ productRef: "tent", selectedVariantRef: ref }));
    await shop.post(`${WS}/wishlist/add-items`, { wishlistId, itemRef });
    const { body } = await shop.get(`${WS}/wishlist/items?id=${wishlistId}&pageSize=50`);
    for (const { id, product } of body.wishlistItems)
      wishes.push({ customerRef, variantRef: product.selectedVariantRef, itemId: id });
  }
  return wishes;
}

/** Waits for as long as it goes on: until `isDone` of what `look` sees, which must change all the time. */
async function whileItGoesOn<T>(look: () => Promise<T>, isDone: (seen: T) => boolean): Promise<T> {
  let seen = await look();
  while (!isDone(seen)) {
    const before = JSON.stringify(seen);
    await until("it goes on", async () => JSON.stringify((seen = await look())) !== before);
  }
  return seen;
}

describe("a process of background jobs that is killed in the middle of a feed", () => {
  it(`leaves every one of ${ORDERS} orders and every match once: another process continues`, async (t) => {
    const { start, serve, newShop, redis, keys } = newCluster(t);
    const [http, killed] = await Promise.all([serve("http,worker", CALM), start("jobs")]);
    const shop = await newShop(http);
    const wishes = await furnish(shop);
    // So far ahead that no order is matched a second time.
    const createdTime = new Date(Date.now() + 86_400_000).toISOString();
    const every = ORDERS / wishes.length;
    const orders = Array.from({ length: ORDERS }, (_, i) => {
      const { customerRef = "nobody", variantRef = "v" } = i % every === 0 ? (wishes[i / every] ?? {}) : {};
      const lines = [{ lineRef: "1", productRef: "tent", variantRef, quantity: 1 }];
      return { orderRef: `o-${i}`, customerRef, createdTime, lines };
    });
    const sent = upload(shop, "orders", NDJSON, lines(orders));
    const isThere = async (i: number) => (await shop.get(`${WS}/orders/o-${i}`)).status === 200;
    await until("the feed is in the middle", () => isThere(ORDERS / 4));
    killed.program.signal("SIGKILL");
    assert.equal(await isThere(ORDERS - 1), false);
    const [{ status, body }] = await Promise.all([sent, serve("jobs")]);
    assert.equal(status, 202);
    const { counts } = await whileItGoesOn(
      async () => (await shop.get(`${WS}/feeds/${body.id}`)).body,
      (each) => each.status === "finished",
    );
    const { accepted, unchanged = 0 } = counts.applied as Record<string, number>;
    assert.deepEqual([counts.read, given(accepted) + unchanged, counts.rejected], [ORDERS, ORDERS, 0]);
    // At most the chunk that was in hand has come twice.
    assert.ok(unchanged <= 500, `${unchanged}`);

    const eventsNow = follow(shop);
    let events: Json[] = [];
    await whileItGoesOn(
      async () => {
        events = await eventsNow();
        return [told(events, "wishlist.item.purchased").length, told(events, "order.received").length];
      },
      ([bought = 0, received = 0]) => bought >= wishes.length && received >= ORDERS,
    );
    await settled({ redis, keys });
    events = await eventsNow();
    const received = told(events, "order.received").map(({ data }) => data.orderRef);
    assert.equal(received.length, ORDERS);
    assert.equal(new Set(received).size, ORDERS);
    const bought = told(events, "wishlist.item.purchased").map(({ data }) => data.itemId);
    assert.deepEqual(bought.sort(), wishes.map(({ itemId }) => itemId).sort());
    const again = await feed(shop, "orders", NDJSON, lines(orders.slice(0, 500)));
    assert.deepEqual(again.counts.applied, { unchanged: 500 });
  });
});
