import assert from "node:assert/strict";
import { CONSENTING, linesOf, newExport, runOf } from "../support/exports.ts";
import { type Caller, CS, given, type Json, type Service, unique, WS } from "../support/service.ts";
import { beginningOf, type Flags, type Order, Platform, type Step, stepsOf, World } from "./world.ts";

const SIZE = { customers: 2, variants: 2 };
/** How much older a late order row is. */
const LATE_MS = 3_600_000;

/** One tenant of the service, with its model. */
export interface Shop {
  seed: number;
  /** Where the service writes the files of its exports. */
  dataDir: string;
  caller: Caller;
  world: World;
  next: (world: World) => Step | undefined;
  customers: { id: string; listIds: string[] }[];
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

const productRow = (productRef: string, isReleased: boolean) => ({
  productRef,
  title: "Thing",
  prerelease: !isReleased,
});

export async function openShop(service: Service, seed: number): Promise<Shop> {
  const caller = await service.newCaller();
  const beginning = beginningOf(seed, SIZE);
  const { threshold } = beginning;
  const alerts = { holdSeconds: 0, waveMultiple: 1_000_000, threshold };
  await done(caller.put(`${WS}/settings`, { alerts }));
  const customers = await Promise.all(
    Array.from({ length: SIZE.customers }, async () => {
      const { id } = await caller.newCustomer(CONSENTING);
      const lists = await Promise.all([0, 1].map(() => caller.newWishlist({ customerRef: id })));
      return { id, listIds: lists.map((list: Json) => String(list.id)) };
    }),
  );
  const variants = Array.from({ length: SIZE.variants }, () => ({
    productRef: unique("p"),
    variantRef: unique("v"),
  }));
  const rows = variants.map(({ productRef, variantRef }, i) => ({
    ...productRow(productRef, beginning.released[i] === true),
    variants: [{ variantRef, available: 0 }],
  }));
  await done(caller.post(`${WS}/products`, rows));
  const { id: exportId } = await newExport(caller);
  return {
    ...{ seed, dataDir: service.dataDir, caller, customers, variants, exportId },
    world: new World(beginning),
    next: stepsOf(seed),
    orderRefs: [],
    platform: new Platform(),
    history: [],
  };
}

const orderRow = ({ customers, variants, orderRefs }: Shop, order: Order, status: string) => ({
  orderRef: given(orderRefs[order.number]),
  customerRef: given(customers[order.customer]).id,
  createdTime: new Date().toISOString(),
  updatedTime: new Date().toISOString(),
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

/** Sends a cancelled order, in its state some milliseconds ago. */
async function sendWithoutKey(shop: Shop, order: Order, agoMs: number): Promise<void> {
  const { createdTime: _, ...row } = orderRow(shop, order, "cancelled");
  const { createdTime } = await done(shop.caller.get(`${WS}/orders/${row.orderRef}`));
  const updatedTime = new Date(Date.now() - agoMs).toISOString();
  await done(shop.caller.post(`${WS}/orders`, { ...row, createdTime, updatedTime }));
}

const wishOf = (
  { variants }: Shop,
  { variant, notifyMe, disableNotification }: { variant: number } & Flags,
) => {
  const { productRef, variantRef: selectedVariantRef } = given(variants[variant]);
  return { product: { productRef, selectedVariantRef }, notifyMe, disableNotification };
};

/** The history of a world, for the message of a failure. */
export const story = ({ seed, history }: Shop) =>
  `SEED=${seed}\n${history.map((step) => JSON.stringify(step)).join("\n")}`;

/** The effect of a step on the service and the model. */
export async function take(shop: Shop, step: Step): Promise<void> {
  const { caller, world, customers, variants, orderRefs, exportId, platform, dataDir } = shop;
  switch (step.kind) {
    case "wish": {
      const wishlistId = given(given(customers[step.customer]).listIds[step.list]);
      const ref = step.ref === undefined ? {} : { wishlistItemRef: `ref${step.ref}` };
      const answer = await caller.post(`${WS}/wishlist/items`, { wishlistId, ...ref, ...wishOf(shop, step) });
      if (world.isTaken(step)) assert.equal(answer.body.code, "DuplicateReference", story(shop));
      else world.addWish(step, (await done(Promise.resolve(answer))).id);
      break;
    }
    case "again": {
      const { id, list } = given(world.wishOf(step.customer, step.variant));
      const wishlistId = given(given(customers[step.customer]).listIds[list]);
      const again = await done(caller.post(`${WS}/wishlist/items`, { wishlistId, ...wishOf(shop, step) }));
      assert.equal(again.id, id, story(shop));
      world.wishAgain(step);
      break;
    }
    case "move": {
      const { id, list } = given(world.wishOf(step.customer, step.variant));
      const [wishlistId, toWishlistId] = [list, 1 - list].map(
        (each) => given(customers[step.customer]).listIds[each],
      );
      const { items } = await done(
        caller.post(`${WS}/wishlist/items/move`, { wishlistId, toWishlistId, itemId: [id] }),
      );
      world.move(step, String(items[0].id));
      break;
    }
    case "release": {
      const { productRef, variantRef } = given(variants[step.variant]);
      await done(
        caller.post(`${WS}/products`, { ...productRow(productRef, true), variants: [{ variantRef }] }),
      );
      world.release(step);
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
      await sendWithoutKey(shop, order, 0);
      world.cancel(step);
      break;
    }
    case "late":
      // It arrives after a newer version, and changes nothing.
      await sendWithoutKey(shop, given(world.orders[step.order]), LATE_MS);
      break;
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
