import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { type Caller, CS, type Service, unique, WS } from "../../support/service.ts";
import { sharedService } from "../../support/shared-service.ts";

let service: Service;
let shop: Caller;
before(async () => {
  service = await sharedService();
  shop = await service.newCaller();
});

/** Writes that store data of a person again, under the names that the person had. */
const WRITES: Record<string, (person: { id: string; email: string }) => Promise<{ status: number }>> = {
  "a customer that is created": ({ id }) => shop.post(`${CS}/customers`, { id }),
  "a customer of an upload": ({ id, email }) =>
    shop.post(`${CS}/upload-customers`, { customers: [{ id, email }] }),
  "an order": ({ email }) =>
    shop.post(`${WS}/orders`, {
      orderRef: unique("order"),
      email,
      createdTime: new Date().toISOString(),
      lines: [{ lineRef: "1", quantity: 1, sku: "s" }],
    }),
};

describe("an erasure", () => {
  for (const [what, write] of Object.entries(WRITES))
    it(`completes during a concurrent write of ${what}`, async () => {
      for (let n = 0; n < 8; n++) {
        const id = unique("person");
        const email = `${id}@example.com`;
        await shop.newCustomer({ id, email });
        const erasure = shop.post(`${WS}/privacy/erase`, { customerRef: id });
        while ((await shop.get(`${CS}/customers/${id}`)).status !== 404);
        const [erased, written] = await Promise.all([erasure, write({ id, email })]);
        assert.equal(erased.status, 200, erased.text);
        assert.ok(written.status < 300);
      }
    });
});
