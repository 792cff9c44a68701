import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { before, describe, it } from "node:test";
import { CONSENTING, linesOf, newExport, runOf } from "../support/exports.ts";
import { atEnd } from "../support/redis.ts";
import {
  type Caller,
  CS,
  given,
  type Json,
  type Service,
  startService,
  unique,
  WS,
} from "../support/service.ts";
import { settled } from "../support/settled.ts";
import { type Order, Platform, type Step, stepsOf, World } from "./world.ts";

const WORLDS = 40;
const ROUNDS = 14;
const SIZE = { customers: 2, variants: 2 };
const PARTITIONS = 4;
const EXPORT_CONCURRENCY = 10;
/** The worlds of a run differ from those of the next; the seed of a failure is in its message. */
const FIRST_SEED = Number(process.env["SEED"] ?? Date.now() % 1_000_000);

const suite = atEnd();
const dataDir = mkdtempSync(join(tmpdir(), "wishlist-worlds-"));
suite.after(() => rmSync(dataDir, { recursive: true, force: true }));
let service: Service;
let shops: Shop[];

/** One tenant of the service, with the model that it is compared with. */
interface Shop {
  seed: number;
  caller: Caller;
  world: World;
  next: (orders: number) => Step;
  customers: { id: string; listId: string }[];
  variants: { productRef: string; variantRef: string }[];
  orderRefs: string[];
  exportId: string;
  platform: Platform;
  history: Step[];
}

/** Sends a request that must succeed. */
async function done(answer: Promise<{ status: number; text: string; body: Json }>): Promise<Json> {
  const { status, text, body } = await answer;
  assert.ok(status < 300, `${status} ${text}`);
  return body;
}

async function openShop(seed: number): Promise<Shop> {
  const caller = await service.newCaller();
  await done(caller.put(`${WS}/settings`, { alerts: { holdSeconds: 0, waveMultiple: 1_000_000 } }));
  const customers = await Promise.all(
    Array.from({ length: SIZE.customers }, async () => {
      const { id } = await caller.newCustomer(CONSENTING);
      return { id, listId: (await caller.newWishlist({ customerRef: id })).id };
    }),
  );
  const variants = Array.from({ length: SIZE.variants }, () => ({
    productRef: unique("p"),
    variantRef: unique("v"),
  }));
  const rows = variants.map(({ productRef, variantRef }) => ({
    productRef,
    title: "Thing",
    variants: [{ variantRef, available: 0 }],
  }));
  await done(caller.post(`${WS}/products`, rows));
  const { id: exportId } = await newExport(caller);
  return {
    ...{ seed, caller, customers, variants, exportId },
    world: new World(SIZE.customers, SIZE.variants),
    next: stepsOf(seed, SIZE),
    orderRefs: [],
    platform: new Platform(),
    history: [],
  };
}

const orderRow = ({ customers, variants, orderRefs }: Shop, order: Order, status: string) => ({
  orderRef: given(orderRefs[order.number]),
  customerRef: given(customers[order.customer]).id,
  createdTime: new Date().toISOString(),
  status,
  currency: "EUR",
  lines: [
    {
      ...given(variants[order.variant]),
      lineRef: "1",
      quantity: order.quantity,
      price: order.price.toFixed(2),
    },
  ],
});

/** What a step does to the service and to the model. */
async function take(shop: Shop, step: Step): Promise<void> {
  const { caller, world, customers, variants, orderRefs, exportId, platform } = shop;
  switch (step.kind) {
    case "wish": {
      const { listId } = given(customers[step.customer]);
      const { productRef, variantRef: selectedVariantRef } = given(variants[step.variant]);
      const fields = { product: { productRef, selectedVariantRef }, notifyMe: step.notifyMe };
      world.addWish(step, (await caller.newItem(listId, fields)).id);
      break;
    }
    case "remove":
      await done(caller.delete(`${WS}/wishlist/items/${given(world.remove(step)).id}`));
      break;
    case "stock": {
      const { productRef, variantRef } = given(variants[step.variant]);
      await done(caller.post(`${WS}/stock-levels`, { productRef, variantRef, available: step.units }));
      world.setStock(step);
      break;
    }
    case "order": {
      orderRefs.push(unique("o"));
      const order = world.order(step);
      await done(caller.post(`${WS}/orders`, orderRow(shop, order, "open")));
      break;
    }
    case "cancel": {
      const order = given(world.orders[step.order]);
      const { createdTime: _, ...row } = orderRow(shop, order, "cancelled");
      const { createdTime } = await done(caller.get(`${WS}/orders/${row.orderRef}`));
      await done(caller.post(`${WS}/orders`, { ...row, createdTime, updatedTime: new Date().toISOString() }));
      world.cancel(step);
      break;
    }
    case "consent": {
      const { id } = given(customers[step.customer]);
      await done(
        caller.put(`${CS}/customers`, {
          id,
          ...(step.isGiven ? CONSENTING : { accepts_marketing: false }),
        }),
      );
      world.consents[step.customer] = step.isGiven;
      break;
    }
    case "export":
      platform.take(linesOf(dataDir, await runOf(caller, exportId)));
  }
}

before(async () => {
  service = await startService(suite, { DATA_DIR: dataDir, PARTITIONS: PARTITIONS.toString() });
  shops = await Promise.all(Array.from({ length: WORLDS }, (_, i) => openShop(FIRST_SEED + i)));
  await settled(service);
  for (let round = 0; round < ROUNDS; round++) {
    await Promise.all(
      shops.map(async (shop) => {
        const step = shop.next(shop.world.orders.length);
        if (!shop.world.allows(step)) return;
        shop.history.push(step);
        await take(shop, step);
      }),
    );
    await settled(service);
  }
  for (let i = 0; i < WORLDS; i += EXPORT_CONCURRENCY)
    await Promise.all(shops.slice(i, i + EXPORT_CONCURRENCY).map((shop) => take(shop, { kind: "export" })));
});

/** Compares each world with its model. */
async function compare(
  seen: (shop: Shop) => Promise<unknown>,
  expected: (shop: Shop) => unknown,
): Promise<void> {
  for (const shop of shops) {
    const story = shop.history.map((step) => JSON.stringify(step)).join("\n");
    assert.deepEqual(await seen(shop), expected(shop), `SEED=${shop.seed}\n${story}`);
  }
}

describe(`a service with ${WORLDS} random worlds does what a simple model says of`, () => {
  it("alerts: each customer who waits is told once at each rise, of all wishes for the variant", () =>
    compare(
      async ({ caller, customers, variants }) => {
        const found = await Promise.all(
          customers.map(async ({ id }) =>
            (await caller.get(`${WS}/alerts?customerRef=${id}&pageSize=50`)).body.alerts.map(
              ({ type, customerRef, variantRef, itemIds }: Json) =>
                `${type} ${customers.findIndex((each) => each.id === customerRef)} ${variants.findIndex(
                  (each) => each.variantRef === variantRef,
                )} ${itemIds.sort().join()}`,
            ),
          ),
        );
        return found.flat().sort();
      },
      ({ world }) =>
        world.alerts
          .map(
            ({ customer, variant, itemIds }) =>
              `back_in_stock ${customer} ${variant} ${itemIds.sort().join()}`,
          )
          .sort(),
    ));

  it("purchases: an order buys the oldest open wish that was made before it, and gives it back", () =>
    compare(
      async ({ caller, orderRefs }) =>
        Promise.all(
          orderRefs.map(async (ref) => {
            const { lines } = (await caller.get(`${WS}/orders/${ref}`)).body;
            return lines[0].matched?.itemId as string | undefined;
          }),
        ),
      ({ world }) => world.orders.map(({ bought }) => bought?.id),
    ));

  it("items: what was removed is gone, and what was bought says so", () =>
    compare(
      async ({ caller, customers }) => {
        const pages = await Promise.all(
          customers.map(async ({ listId }) => (await caller.get(`${WS}/wishlist/items?id=${listId}`)).body),
        );
        return pages
          .flatMap(({ wishlistItems }) =>
            wishlistItems.map(({ id, purchased }: Json) => `${id} ${purchased}`),
          )
          .sort();
      },
      ({ world }) =>
        world.wishes
          .filter(({ isRemoved }) => !isRemoved)
          .map((wish) => `${wish.id} ${world.isBought(wish)}`)
          .sort(),
    ));

  it("exports: a platform that took every run knows the wishes of those who consent, and no others", () =>
    compare(
      ({ platform }) => Promise.resolve(platform.state),
      ({ world }) => world.exported.map((wish) => `${wish.id} ${world.isBought(wish)}`).sort(),
    ));

  it("reports: wishes, removals, purchases, units and revenue of each variant", () =>
    compare(
      async ({ caller, variants }) => {
        const [wished, bought] = await Promise.all(
          ["most-wished", "conversions"].map(
            async (name) => (await caller.get(`${WS}/reports/${name}`)).body.rows,
          ),
        );
        return variants.map(({ variantRef }) => {
          const of = (rows: Json[]) => rows.find((row) => row.variantRef === variantRef);
          const { wishes = 0, removed = 0, standing = 0 } = of(wished) ?? {};
          const { purchases = 0, units = 0, revenue = "0.00" } = of(bought) ?? {};
          return { wishes, removed, standing, purchases, units, revenue: Number(revenue) };
        });
      },
      ({ world, variants }) =>
        variants.map((_, variant) => {
          const wishes = world.wishes.filter((wish) => wish.variant === variant);
          const orders = world.orders.filter((order) => order.variant === variant && order.bought);
          const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);
          return {
            wishes: wishes.length,
            removed: wishes.filter(({ isRemoved }) => isRemoved).length,
            standing: wishes.filter((wish) => !wish.isRemoved && !world.isBought(wish)).length,
            purchases: orders.length,
            units: sum(orders.map(({ quantity }) => quantity)),
            revenue: sum(orders.map(({ quantity, price }) => quantity * price)),
          };
        }),
    ));
});
