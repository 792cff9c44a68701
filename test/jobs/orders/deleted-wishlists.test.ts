import assert from "node:assert/strict";
import { it } from "node:test";
import type { BodyOf, Command } from "../../../src/actors/command.ts";
import { bodyOf } from "../../../src/actors/reply.ts";
import { matchStoredOrder } from "../../../src/jobs/orders/match-orders.ts";
import { MemoryOrders } from "../../support/memory/orders.ts";

const storeKey = "t/s";
const LINES = ["shirt", "hat"];
const identityOf = (productRef: string) => ({ productRef, selectedVariantRef: "red" });

it("an order whose wishlist is deleted during its match has the results of all its lines", async () => {
  let beforeNoting: (() => void) | undefined;
  const shop = new MemoryOrders((label, act) => {
    if (label === "NoteMatches") beforeNoting?.();
    return Promise.resolve(act());
  });
  const must = <C extends Command>(command: C): BodyOf<C> => {
    const reply = shop.run(command);
    assert.ok(reply.ok, command.type);
    return bodyOf(reply);
  };
  const customer = { storeKey, ...shop.layout.slotOfRef(storeKey, "ann") };
  const address = shop.layout.slotOf("order", storeKey, "o1");
  const order = { storeKey, slot: address.slot, key: address.key };
  must({ type: "CreateCustomer", ...customer, ref: "ann", fields: {} });
  const [shirts, hats] = LINES.map((name) => {
    const { id } = must({ type: "CreateWishlist", ...customer, fields: { name } });
    const item = { product: identityOf(name) };
    must({ type: "AddItem", storeKey, wishlistId: id, item, allowDuplicates: false });
    return id;
  });
  const lines = LINES.map((productRef) => ({
    ...{ lineRef: productRef, productRef, variantRef: "red", quantity: 1 },
  }));
  const createdTime = "2030-01-01T00:00:00.000Z";
  const fields = { orderRef: "o1", customerRef: "ann", createdTime, status: "open" as const, test: false };
  must({ type: "PutOrder", ...order, order: { ...fields, lines } });
  beforeNoting = () => {
    beforeNoting = undefined;
    must({ type: "DeleteWishlist", storeKey, wishlistId: shirts ?? "" });
    must({ type: "ForgetMatches", ...order, wishlistId: shirts ?? "" });
  };
  await matchStoredOrder(shop.parts, storeKey, address);
  const { shirt, hat } = (await shop.parts.orders.at(address))?.matches ?? {};
  assert.deepEqual(shirt, { code: "wishlist_deleted" });
  assert.ok(hat && "matched" in hat);
  assert.equal(hat.matched.wishlistId, hats);
});
