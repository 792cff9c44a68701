import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { HANDLERS } from "../../../src/actors/handlers.ts";
import { refuse } from "../../../src/actors/reply.ts";
import { startReceiver } from "../../support/receiver.ts";
import { atEnd, dump, keysWith } from "../../support/redis.ts";
import { type Caller, type Service, startService, unique, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { newProduct } from "../../support/shop.ts";

const suite = atEnd();
let service: Service;
let shop: Caller;
let isInterrupted = false;
before(async () => {
  const undecided = () => refuse("ResourceNotFound", "It is not decided.");
  const handlers: typeof HANDLERS = {
    ...HANDLERS,
    // A claim of a guest's wishlist begins and does not end.
    AcceptHandover: undecided,
    RefuseHandover: undecided,
    // Its turn comes after the customer is deleted.
    DeleteWishlists: (...args) =>
      isInterrupted ? refuse("Internal", "It is interrupted.") : HANDLERS.DeleteWishlists(...args),
  };
  service = await startService(suite, { ALLOW_PRIVATE_TARGETS: "true" }, { handlers });
  shop = await service.newCaller();
  // Deliveries to it wait for another attempt.
  const { url } = await startReceiver(suite, () => ({ status: 503 }));
  await shop.post(`${WS}/webhook-endpoints`, { url, events: ["customer.*", "wishlist.*"] });
});

/** Keys that hold a trace. */
async function holding(trace: string): Promise<string[]> {
  const keys = await keysWith(service.redis, service.prefix);
  const texts = await Promise.all(keys.map(async (key) => `${key} ${await dump(service.redis, key)}`));
  return texts.filter((text) => text.includes(trace));
}

/** A person with a purchase, and an open claim of a guest's wishlist. */
async function createPerson() {
  const mark = unique("mark");
  const email = `${mark}@example.com`;
  const phone = `+4930${Date.now().toString().slice(-9)}`;
  const customer = await shop.newCustomer({ id: mark, email, phone });
  const { id: wishlistId } = await shop.newWishlist({ customerRef: mark });
  const { productRef, variantRef } = await newProduct(shop);
  await shop.newItem(wishlistId, { product: { productRef, selectedVariantRef: variantRef } });
  const { guestToken, id: guest } = (
    await shop.post(`${WS}/wishlists`, { name: `${mark}-guest`, guest: true })
  ).body;
  await shop.newItem(guest, { note: `${mark}-note` });
  const claim = await shop.post(`${WS}/wishlists/claim`, { guestToken, customerRef: mark, mode: "keep" });
  assert.equal(claim.status, 404);
  const lines = [{ lineRef: "1", productRef, variantRef, quantity: 1 }];
  const createdTime = new Date(Date.now() + 1000).toISOString();
  const order = { orderRef: `${mark}-order`, customerRef: mark, email, createdTime, lines };
  assert.equal((await shop.post(`${WS}/orders`, order)).status, 202);
  await settled(service, { withinMs: 0 });
  return { mark, email, phone, customer };
}

const counts = (data: Record<string, unknown[]>) =>
  Object.fromEntries(Object.entries(data).map(([kind, { length }]) => [kind, length]));

describe("an erasure that was interrupted after the customer was deleted", () => {
  for (const name of ["email", "phone"] as const)
    it(`erases the rest when it is repeated with the same ${name}, and its receipt counts all`, async () => {
      const person = await createPerson();
      const named = { [name]: person[name] };
      const { body: shown } = await shop.post(`${WS}/privacy/export`, named);
      isInterrupted = true;
      const { body: failed } = await shop.post(`${WS}/privacy/erase`, named);
      isInterrupted = false;
      assert.equal(failed.code, "OutcomeUnknown");
      const again = await shop.post(`${WS}/privacy/erase`, named);
      assert.equal(again.status, 200, again.text);
      assert.deepEqual(again.body.erased, counts(shown.data));
      assert.deepEqual(again.body.customerIds, [person.customer.svc_customer_id]);
      assert.deepEqual(await holding(`${person.mark}-note`), []);
      assert.deepEqual(await holding(person.email), []);
      assert.deepEqual(await holding(`begun-erasure`), []);
      const { requests } = (await shop.get(`${WS}/privacy/requests?sortBy=newest`)).body;
      assert.deepEqual([requests[0].id, requests[0].erased], [again.body.id, again.body.erased]);
      const third = await shop.post(`${WS}/privacy/erase`, named);
      assert.deepEqual(new Set(Object.values(third.body.erased)), new Set([0]));
    });
});
