import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { CUSTOMERS } from "../../support/data/customers.ts";
import { type Caller, type Json, type Service, unique, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { sharedService } from "../../support/shared-service.ts";
import { newProduct, setStock, wishFor } from "../../support/shop.ts";

let service: Service;
let shop: Caller;
before(async () => {
  service = await sharedService();
  shop = await service.newCaller();
  await shop.put(`${WS}/settings`, { alerts: { holdSeconds: 0 } });
});

/** A customer with a wish, an alert and an order, and the id of the deleted customer with the same reference. */
async function createRecreated(): Promise<{ formerId: string; customer: Json; variantRef: string }> {
  const id = unique("c");
  const former = await shop.newCustomer({ id });
  assert.equal((await shop.delete(`${CUSTOMERS}/${id}`)).status, 204);
  const { productRef, variantRef } = await newProduct(shop, { available: 0 });
  const { customer } = await wishFor(shop, { productRef, variantRef }, { notifyMe: true }, { id });
  await settled(service);
  await setStock(shop, variantRef, 1);
  await settled(service);
  const lines = [{ lineRef: "1", quantity: 1, productRef, variantRef }];
  const createdTime = new Date().toISOString();
  await shop.post(`${WS}/orders`, { orderRef: unique("o"), createdTime, customerRef: id, lines });
  await settled(service);
  return { formerId: former.svc_customer_id, customer, variantRef };
}

describe("the id of a deleted customer, after a customer with the same reference was created", () => {
  it("names nobody, and the other customer's data is not shown or erased", async () => {
    const { formerId, customer, variantRef } = await createRecreated();
    const explain = `${WS}/alerts/explain?variantRef=${variantRef}`;
    const named = async (query: string, body: object) => ({
      alerts: (await shop.get(`${WS}/alerts?${query}`)).body.alerts?.length,
      orders: (await shop.get(`${WS}/orders?${query}`)).body.orders?.length,
      isKnown: (await shop.get(`${explain}&${query}`)).body.rules[0].outcome,
      exported: (await shop.post(`${WS}/privacy/export`, body)).body.customerIds,
    });
    const { id, svc_customer_id } = customer;
    assert.notEqual(svc_customer_id, formerId);
    const all = { alerts: 1, orders: 1, isKnown: "pass", exported: [svc_customer_id] };
    assert.deepEqual(await named(`customerRef=${id}`, { customerRef: id }), all);
    assert.deepEqual(
      await named(`customerId=${svc_customer_id}`, { customerId: svc_customer_id }),
      all,
      "the id of the new customer",
    );
    assert.deepEqual(
      await named(`customerRef=${svc_customer_id}`, { customerRef: svc_customer_id }),
      all,
      "an id is accepted as a reference",
    );
    const none = { alerts: undefined, orders: undefined, isKnown: "block", exported: undefined };
    assert.deepEqual(await named(`customerId=${formerId}`, { customerId: formerId }), none);
    assert.deepEqual(await named(`customerRef=${formerId}`, { customerRef: formerId }), none);

    for (const body of [{ customerId: formerId }, { customerRef: formerId }]) {
      const { customerIds, erased } = (await shop.post(`${WS}/privacy/erase`, body)).body;
      assert.deepEqual([customerIds, erased.customers, erased.wishlists], [[], 0, 0]);
    }
    assert.equal((await shop.get(`${CUSTOMERS}/${id}`)).status, 200);
    assert.equal((await shop.post(`${WS}/privacy/erase`, { customerId: svc_customer_id })).status, 200);
    assert.equal((await shop.get(`${CUSTOMERS}/${id}`)).status, 404);
  });

  it("still leads to the wishlists of a deleted customer while there is no other customer", async () => {
    const customer = await shop.newCustomer();
    const { id } = await shop.newWishlist({ customerRef: customer.id });
    assert.equal((await shop.delete(`${CUSTOMERS}/${customer.id}`)).status, 204);
    const body = { customerId: customer.svc_customer_id };
    const exported = await shop.post(`${WS}/privacy/export`, body);
    assert.deepEqual(
      exported.body.data.wishlists.map((list: Json) => list.id),
      [id],
    );
    assert.equal((await shop.post(`${WS}/privacy/erase`, body)).status, 200);
    assert.equal((await shop.get(`${WS}/wishlists?id=${id}`)).status, 404);
  });
});

describe("the order of an erased person", () => {
  it("stays without a person after a customer with the same reference was created", async () => {
    const id = unique("c");
    const wished = await newProduct(shop);
    const other = await newProduct(shop);
    await wishFor(shop, wished, {}, { id });
    const orderRef = unique("o");
    const order = { orderRef, customerRef: id, createdTime: new Date().toISOString() };
    const lines = [wished, other].map(({ productRef, variantRef }, i) => ({
      ...{ lineRef: `${i}`, productRef, variantRef, quantity: 1 },
    }));
    await shop.post(`${WS}/orders`, { ...order, lines });
    await settled(service);
    assert.equal((await shop.post(`${WS}/privacy/erase`, { customerRef: id })).status, 200);
    await wishFor(shop, other, {}, { id });
    const createdTime = new Date(Date.now() + 1000).toISOString();
    await shop.post(`${WS}/orders`, { ...order, createdTime, lines });
    await settled(service);
    const { body } = await shop.get(`${WS}/orders/${orderRef}`);
    assert.deepEqual(
      body.lines.map(({ reasonCode }: Json) => reasonCode),
      ["wishlist_deleted", "no_customer"],
    );
    assert.equal(body.customerRef, undefined);
    assert.deepEqual((await shop.get(`${WS}/orders?customerRef=${id}`)).body.orders, []);
  });
});

describe("the alerts and the orders of a customer who does not exist", () => {
  it("are answered 404, whichever parameter names the customer", async () => {
    const { svc_customer_id, id } = await shop.newCustomer();
    assert.equal((await shop.delete(`${CUSTOMERS}/${id}`)).status, 204);
    const names = [
      "customerRef=nobody",
      "customerId=nobody",
      `customerRef=${id}`,
      `customerId=${svc_customer_id}`,
    ];
    for (const list of ["alerts", "orders"])
      for (const name of names) {
        const { status, body } = await shop.get(`${WS}/${list}?${name}`);
        assert.deepEqual([status, body.code], [404, "ResourceNotFound"], `${list} ${name}`);
      }
  });
});
