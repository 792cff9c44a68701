import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { CUSTOMERS } from "../../support/data/customers.ts";
import { feed, NDJSON } from "../../support/data/feeds.ts";
import { CS, unique, WS } from "../../support/service.ts";
import { sharedService } from "../../support/shared-service.ts";

describe("the currency of a new customer", () => {
  it("is that of the shop, unless the request names another one", async () => {
    const euro = await (await sharedService()).newCaller();
    const currencyOf = async (id: string) => (await euro.get(`${CUSTOMERS}/${id}`)).body.currency;
    const create = async (fields: Record<string, unknown>) => (await euro.newCustomer(fields)).currency;
    assert.equal(await create({}), undefined, "the shop has no currency");
    const earlier = await euro.newCustomer();
    assert.equal((await euro.put(`${WS}/settings`, { currency: "EUR" })).status, 200);
    assert.deepEqual(
      [await create({}), await create({ currency: null }), await create({ currency: "USD" })],
      ["EUR", "EUR", "USD"],
    );
    const [uploaded, fed] = [unique("c"), unique("c")];
    await euro.post(`${CS}/upload-customers`, {
      customers: [{ id: uploaded }, { id: earlier.id, note: "n" }],
    });
    await feed(euro, "customers", NDJSON, JSON.stringify({ id: fed }));
    assert.deepEqual([await currencyOf(uploaded), await currencyOf(fed)], ["EUR", "EUR"]);
    assert.equal(await currencyOf(earlier.id), undefined, "an existing customer does not change");
    await euro.put(CUSTOMERS, { id: uploaded, currency: null });
    assert.equal(await currencyOf(uploaded), undefined, "a client may clear it");
  });
});
