import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { readCustomer, readShopifyCustomer } from "../../src/ingest/read/customers.ts";
import { readOrder } from "../../src/ingest/read/orders.ts";
import { CustomerBody } from "../../src/ingest/schemas/customers.ts";
import { OrderBody } from "../../src/ingest/schemas/orders.ts";

const PERSON = "ada@lovelace.example";
const TIME = "2026-01-01T00:00:00Z";

const wrong = fc.constantFrom<unknown>(
  PERSON,
  `${PERSON}${"x".repeat(3000)}`,
  [PERSON],
  [PERSON, PERSON],
  { email: PERSON },
  [{ email: PERSON, city: [PERSON], latitude: PERSON }],
);

/** Rows with wrong values in some of these fields. */
const rowsWith = (fields: readonly string[]) =>
  fc.dictionary(fc.constantFrom(...fields), wrong, { minKeys: 1 });

const line = fc
  .tuple(rowsWith(["lineRef", "productRef", "quantity", "price"]), fc.boolean())
  .map(([some, isComplete]) => ({
    quantity: 1,
    ...some,
    ...(isComplete ? { lineRef: PERSON, quantity: 1 } : {}),
  }));

const SHOPIFY_ORDER = ["customer", "email", "phone", "source_name", "updated_at", "refunds", "currency"];
const ORDERS = fc.oneof(
  fc
    .tuple(rowsWith(Object.keys(OrderBody.properties)), fc.boolean(), fc.array(line, { maxLength: 3 }))
    .map(([some, isBare, lines]) => ({ orderRef: "o", createdTime: TIME, lines, ...(isBare ? {} : some) })),
  fc.tuple(rowsWith(SHOPIFY_ORDER), fc.boolean()).map(([some, isBare]) => ({
    id: 1,
    created_at: TIME,
    line_items: [
      { id: PERSON, quantity: 1 },
      { id: PERSON, quantity: 1 },
    ],
    ...(isBare ? {} : some),
  })),
);
const CUSTOMERS = rowsWith(Object.keys(CustomerBody.properties));

function assertNothingQuoted(read: (row: unknown) => object, row: object): void {
  const result = read(structuredClone(row));
  const found = [Reflect.get(result, "error"), Reflect.get(result, "errors"), Reflect.get(result, "ignored")];
  assert.ok(!JSON.stringify(found).includes("lovelace"), JSON.stringify(found));
}

describe("the error of a row", () => {
  it("has no value of an order", () => {
    fc.assert(
      fc.property(ORDERS, (row) => assertNothingQuoted(readOrder, row)),
      { numRuns: 500 },
    );
  });

  it("has no value of a customer", () => {
    fc.assert(
      fc.property(CUSTOMERS, (row) => {
        assertNothingQuoted(readCustomer, row);
        assertNothingQuoted(readShopifyCustomer, { id: 1, ...row });
      }),
      { numRuns: 500 },
    );
  });
});
