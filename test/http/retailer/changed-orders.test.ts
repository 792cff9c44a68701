import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Json, unique, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { sharedService } from "../../support/shared-service.ts";
import { newProduct, wishFor } from "../../support/shop.ts";

describe("the list of changed orders", () => {
  it("has an order again that finds its wish later", async () => {
    const service = await sharedService();
    const shop = await service.newCaller();
    const [productRef, variantRef, sku] = [unique("p"), unique("v"), unique("sku")];
    const { customer } = await wishFor(shop, { productRef, variantRef });
    const waits = { customerRef: customer.id, lines: [{ lineRef: "1", quantity: 1, sku }] };
    const other = { lines: [{ lineRef: "1", quantity: 1, variantRef: unique("v") }] };
    const createdTime = new Date().toISOString();
    const orders = [
      { orderRef: "waits", createdTime, ...waits },
      { orderRef: "other", createdTime, ...other },
    ];
    await shop.post(`${WS}/orders`, { orders });
    await settled(service);
    const before = (await shop.get(`${WS}/orders/waits`)).body;
    assert.equal(before.lines[0].reasonCode, "variant_unknown");
    await newProduct(shop, { variantRef, sku }, { productRef });
    await settled(service);
    const after = (await shop.get(`${WS}/orders/waits`)).body;
    assert.ok(after.lines[0].matched, "the order has found its wish");
    assert.equal(after.receivedTime, before.receivedTime);
    assert.ok(after.modifiedTime > before.modifiedTime);
    for (const person of [{}, { customerRef: customer.id as string }]) {
      const query = new URLSearchParams({ ...person, changedSince: after.modifiedTime });
      const { body } = await shop.get(`${WS}/orders?${query.toString()}`);
      assert.deepEqual(
        body.orders.map(({ orderRef }: Json) => orderRef as string),
        ["waits"],
      );
    }
  });
});
