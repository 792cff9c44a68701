import assert from "node:assert/strict";
import { it } from "node:test";
import { MAX_PURCHASES } from "../../../src/actors/state/full-ledgers.ts";
import { purchaseStateKey } from "../../../src/actors/state/ledger.ts";
import { addressOf } from "../../../src/store/partition/state/state-keys.ts";
import { MemoryShop } from "../../support/memory/shop.ts";

/** Commands until one of them has checked the size of the ledger. */
const MAX_COMMANDS = 500;

it("an order that the ledger of its customer no longer has forgets the names of its buyer", async () => {
  const shop = new MemoryShop();
  const product = await shop.newProduct();
  const ann = shop.customer();
  const order = shop.newOrder(ann.buys, product, { email: "ann@example.com" });
  await order.comes();
  assert.deepEqual([order.bought, shop.orderRecord(order.ref).email], ["no_wish", "ann@example.com"]);
  for (let i = 0; i < MAX_PURCHASES; i++) {
    const stateKey = purchaseStateKey(ann.address.slot, `key${i}`);
    shop.partition.stateKeys.set(addressOf(stateKey), {
      stateKey,
      value: { orderRef: "", revision: 1, lines: {} },
    });
  }
  const next = shop.newOrder(ann.buys, product);
  const isFull = () => shop.partition.all("purchase", ann.address.slot).length > 2;
  for (let i = 0; i < MAX_COMMANDS && isFull(); i++) await next.comes({ updatedTime: shop.at(1) });
  assert.ok(!isFull());
  const { customerRef, email } = shop.orderRecord(order.ref);
  assert.deepEqual([customerRef, email], [undefined, undefined]);
  assert.equal(shop.orderRecord(next.ref).customerRef, ann.ref);
  await order.comes({ updatedTime: shop.at(1) });
  assert.equal(shop.partition.all("purchase", ann.address.slot).length, 2);
});
