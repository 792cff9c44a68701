import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { personNames } from "../../../src/store/keys/names.ts";
import { type Layout, openLayout } from "../../../src/store/layout/layout.ts";
import { Orders } from "../../../src/store/read/orders.ts";
import { WaitingOrders } from "../../../src/store/waiting/waiting-orders.ts";
import { atEnd, PARTITIONS } from "../../support/redis.ts";
import { type Caller, CS, type Service, startService, unique, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { inconsistencies, toolEnv } from "../../support/tool.ts";

const suite = atEnd();
let service: Service;
let shop: Caller;
let storeKey: string;
let layout: Layout;

before(async () => {
  service = await startService(suite);
  shop = await service.newCaller();
  storeKey = `${shop.tenantId}/default`;
  layout = await openLayout(service.redis, service.keys, PARTITIONS);
  await shop.post(`${WS}/products`, {
    productRef: "tent",
    title: "Tent",
    variants: [{ variantRef: "tent-2" }],
  });
});

const verify = (...words: string[]) => inconsistencies(toolEnv(service), ...words);

describe("verify, for orders", () => {
  it("repairs the index of a waiting order, which then matches the customer created meanwhile", async () => {
    const [orderRef, customerRef] = [unique("o"), unique("c")];
    const lines = [{ lineRef: "1", variantRef: "tent-2", quantity: 1 }];
    await shop.post(`${WS}/orders`, { orderRef, customerRef, createdTime: new Date().toISOString(), lines });
    await settled(service);
    const address = layout.slotOf("order", storeKey, orderRef);
    const outcome = async () => {
      const order = await new Orders(service.redis, service.keys, layout).at(address);
      return order?.matches["1"];
    };
    const { key } = layout.slotOfRef(storeKey, customerRef);
    await new WaitingOrders(service.redis, service.keys, layout).remove(
      storeKey,
      address,
      personNames({ keys: [key] }),
    );
    await shop.newCustomer({ id: customerRef });
    await settled(service);
    assert.deepEqual(await outcome(), { code: "no_customer" });
    assert.equal((await verify("--repair")).length, 1);
    await settled(service);
    assert.deepEqual(await outcome(), { code: "no_wish" });
    assert.deepEqual(await verify(), []);
  });

  it("reports nothing about orders of erased customers, before or after their first match", async () => {
    const [early, late] = [await shop.newCustomer(), await shop.newCustomer()];
    const order = async (customerRef: string, orderRef: string, lines: string[]) => {
      const rows = lines.map((lineRef) => ({ lineRef, variantRef: "tent-2", quantity: 1 }));
      const sent = { orderRef, customerRef, createdTime: new Date().toISOString(), lines: rows };
      assert.equal((await shop.post(`${WS}/orders`, sent)).body.results[0].status, "accepted");
      await settled(service);
    };
    await order(early.id, "of-early", ["1"]);
    for (const { id } of [early, late]) await shop.delete(`${CS}/customers/${id}`);
    await order(late.id, "of-late", ["1"]);
    await order(early.id, "of-early", ["1", "2"]);
    assert.deepEqual(await verify(), []);
    for (const { id } of [early, late]) await shop.post(`${WS}/privacy/erase`, { customerRef: id });
    await settled(service);
    assert.deepEqual(await verify(), []);
    await order(late.id, "of-late", ["1", "2"]);
    assert.deepEqual(await verify(), []);
  });
});
