import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { waitingName } from "../../../src/actors/wishlist/state/item-index.ts";
import { openLayout } from "../../../src/store/layout/layout.ts";
import { WaitingLists } from "../../../src/store/waiting/waiting-lists.ts";
import { AlertCount } from "../../support/jobs/alert-count.ts";
import { PARTITIONS } from "../../support/redis.ts";
import { startService, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { newProduct, setStock, wishFor } from "../../support/shop.ts";

describe("a wave over a list that was divided on the same day", () => {
  it("moves the wishes from before the division to the sublists, and alerts each customer once", async (t) => {
    const service = await startService(t, { WAITING_LIST_LENGTH: "4" });
    const shop = await service.newCaller();
    await shop.put(`${WS}/settings`, { alerts: { holdSeconds: 0 } });
    const product = await newProduct(shop, { available: 0 });
    const line = [];
    for (let i = 0; i < 10; i++) line.push((await wishFor(shop, product, { notifyMe: true })).customer);
    await settled(service);
    const layout = await openLayout(service.redis, service.keys, PARTITIONS);
    const waiting = new WaitingLists(service.redis, service.keys, layout);
    const list = {
      storeKey: `${shop.tenantId}/default`,
      variant: waitingName({ ...product, selectedVariantRef: product.variantRef }),
    };
    /** Number of wishes that are in the undivided set, and in the sublists. */
    const counts = async () => {
      const sums: [number, number] = [0, 0];
      for await (const { itemIds, isUndivided } of waiting.chunks(list))
        sums[isUndivided ? 0 : 1] += itemIds.length;
      return sums;
    };
    assert.ok((await counts())[0] > 0);
    await setStock(shop, product.variantRef, 100);
    await new AlertCount(service, shop).expect(line);
    assert.deepEqual(await counts(), [0, line.length]);
  });
});
