import assert from "node:assert/strict";
import { it } from "node:test";
import type { BodyOf, Command } from "../../../src/actors/command.ts";
import { matchStoredOrder } from "../../../src/jobs/orders/match-orders.ts";
import type { OrderFields } from "../../../src/store/records/orders.ts";
import { MemoryOrders } from "../../support/memory/orders.ts";
import { MemoryWishes } from "../../support/memory/wishes.ts";

const storeKey = "t/s";
const email = "ann@example.com";
const PRODUCT = { productRef: "shirt", selectedVariantRef: "red" };
const ORDER: OrderFields = {
  ...{ orderRef: "o1", email, createdTime: "2030-01-01T00:00:00.000Z", status: "open", test: false },
  lines: [{ lineRef: "1", productRef: "shirt", variantRef: "red", quantity: 1 }],
};

/** What happens after the order was matched with its buyer, and before the result is stored in the order. */
const CHANGES: Record<string, { order: Partial<OrderFields>; hasNewEmail: boolean }> = {
  "its buyer gets another e-mail address, and it a newer version": {
    order: { channel: "app" },
    hasNewEmail: true,
  },
  "it becomes a test order": { order: { test: true }, hasNewEmail: false },
};

for (const [what, { order, hasNewEmail }] of Object.entries(CHANGES))
  it(`an order leaves no wish purchased if ${what} during its match`, async () => {
    let beforeNoting: (() => void) | undefined;
    const shop = new MemoryOrders((label, act) => {
      if (label === "NoteMatches") beforeNoting?.();
      return Promise.resolve(act());
    });
    const must = <C extends Command>(command: C): BodyOf<C> => {
      const reply = shop.run(command);
      assert.ok(reply.ok, command.type);
      return JSON.parse(reply.json ?? "{}") as BodyOf<C>;
    };
    const customer = { storeKey, ...shop.layout.slotOfRef(storeKey, "ann") };
    const address = shop.layout.slotOf("order", storeKey, "o1");
    const { slot, key } = address;
    must({ type: "CreateCustomer", ...customer, ref: "ann", fields: { email } });
    const { id: wishlistId } = must({ type: "CreateWishlist", ...customer, fields: { name: "list" } });
    const item = { product: PRODUCT };
    const { id } = must({ type: "AddItem", storeKey, wishlistId, item, allowDuplicates: false });
    const isPurchased = () => new MemoryWishes(shop.partition).item(id)?.purchased;
    must({ type: "PutOrder", storeKey, slot, key, order: ORDER });
    beforeNoting = () => {
      beforeNoting = undefined;
      assert.equal(isPurchased(), true);
      must({ type: "PutOrder", storeKey, slot, key, order: { ...ORDER, ...order } });
      const fields = { email: "new@example.com" };
      if (hasNewEmail) must({ type: "UpdateCustomer", ...customer, ref: "ann", fields });
    };
    await matchStoredOrder(shop.parts, storeKey, address);
    assert.equal(isPurchased(), false);
    const code = hasNewEmail ? "no_customer" : "test_order";
    assert.deepEqual((await shop.parts.orders.at(address))?.matches, { 1: { code } });
  });
