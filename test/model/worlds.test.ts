import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { atEnd } from "../support/redis.ts";
import { runs } from "../support/runner/runs.ts";
import { type Json, type Service, startService, WS } from "../support/service.ts";
import { settled } from "../support/settled.ts";
import { openShop, type Shop, story, take } from "./shop.ts";

const WORLDS = runs(20).numRuns;
const ROUNDS = 14;
const PARTITIONS = 4;
const EXPORT_CONCURRENCY = 10;
/** Each run has other worlds; the seed of a failure is in its message. */
const FIRST_SEED = Number(process.env["SEED"] ?? Date.now() % 1_000_000);

const suite = atEnd();
let service: Service;
let shops: Shop[];

before(async () => {
  service = await startService(suite, { PARTITIONS: PARTITIONS.toString() });
  shops = await Promise.all(Array.from({ length: WORLDS }, (_, i) => openShop(service, FIRST_SEED + i)));
  await settled(service);
  for (let round = 0; round < ROUNDS; round++) {
    await Promise.all(
      shops.map(async (shop) => {
        const step = shop.next(shop.world);
        if (!step) return;
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
    assert.deepEqual(await seen(shop), expected(shop), story(shop));
  }
}

describe(`a service with ${WORLDS} random worlds equals a simple model in`, () => {
  it("alerts: each waiting customer is alerted once per rise, about all wishes for the variant", () =>
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
            ({ customer, variant, wishes }) =>
              `back_in_stock ${customer} ${variant} ${wishes
                .map(({ id }) => id)
                .sort()
                .join()}`,
          )
          .sort(),
    ));

  it("purchases: an order fulfils the oldest open wish that was added before it, and releases it", () =>
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

  it("items: removed items are gone, and bought items are marked", () =>
    compare(
      async ({ caller, customers }) => {
        const pages = await Promise.all(
          customers
            .flatMap(({ listIds }) => listIds)
            .map(async (id) => (await caller.get(`${WS}/wishlist/items?id=${id}`)).body),
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

  it("exports: a platform that accepted every run has the wishes of customers with consent, and no others", () =>
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
