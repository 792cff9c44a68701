import assert from "node:assert/strict";
import { it } from "node:test";
import { newestFirst } from "../../support/runner/newest-first.ts";
import { CS, type Json, startService, unique, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { newProduct } from "../../support/shop.ts";

it("the export of personal data finds an order with an e-mail address that the customer had before, like its erasure", async (test) => {
  const t = newestFirst(test);
  const service = await startService(t);
  const shop = await service.newCaller();
  const [id, email] = [unique("c"), `${unique("former")}@example.com`];
  await shop.newCustomer({ id, email });
  const list = await shop.newWishlist({ customerRef: id });
  const { productRef, variantRef } = await newProduct(shop, { available: 0 });
  await shop.newItem(list.id, { product: { productRef, selectedVariantRef: variantRef } });
  const orderRef = unique("order");
  const order = async (): Promise<Json> => (await shop.get(`${WS}/orders/${orderRef}`)).body;
  const lines = [{ lineRef: "1", productRef, variantRef, quantity: 1 }];
  await shop.post(`${WS}/orders`, { orderRef, email, createdTime: new Date().toISOString(), lines });
  await settled(service);
  assert.ok("matched" in (await order()).lines[0]);
  await shop.put(`${CS}/customers`, { id, email: `${unique("new")}@example.com` });
  const { body } = await shop.post(`${WS}/privacy/export`, { customerRef: id });
  assert.deepEqual([body.data.orders.length, body.data.orders[0]?.email], [1, email]);
  assert.equal((await shop.post(`${WS}/privacy/erase`, { customerRef: id })).body.erased.orders, 1);
  assert.equal("email" in (await order()), false);
});
