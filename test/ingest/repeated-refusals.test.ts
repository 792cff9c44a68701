import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { TSchema } from "typebox";
import { ProductBody, StockLevelBody } from "../../src/ingest/schemas/catalogue.ts";
import { CustomerBody } from "../../src/ingest/schemas/customers.ts";
import { OrderBody } from "../../src/ingest/schemas/orders.ts";
import { compileBody } from "../../src/ingest/validation/validation.ts";

const ROWS = { customer: CustomerBody, order: OrderBody, product: ProductBody, stock: StockLevelBody };
/** Values that no member of a row accepts, or only some members. */
const ODD: readonly unknown[] = [
  ...[null, true, 0, -1, 1.5, 1e21, 2 ** 60, [], {}, [null], [["a"]]],
  ...["", " ", "TRUE", "False", "true ", "null", "0", "-1", "1e2", "+49 171 123", "a@b", "2026-13-01"],
  `gid://shopify/Order/42?${"a".repeat(300)}`,
  `2026-01-31T12:00:00.${"0".repeat(40)}Z`,
  `+49${" ".repeat(60)}30 1234567`,
  "7".repeat(300),
  "a".repeat(300),
  "a".repeat(80_000),
];

interface Member {
  properties?: Record<string, Member>;
  items?: Member;
}

/** Values of a schema with one invalid member each, and the path to it. */
function oddValues({ properties = {}, items }: Member): { path: string; value: () => unknown }[] {
  const members = Object.entries(properties).flatMap(([name, member]) => [
    ...ODD.map((odd) => ({
      path: `${name} ${String(odd)}`,
      value: () => ({ [name]: structuredClone(odd) }),
    })),
    ...oddValues(member).map(({ path, value }) => ({
      path: `${name}/${path}`,
      value: () => ({ [name]: value() }),
    })),
  ]);
  const entries = items === undefined ? [] : oddValues(items);
  return [...members, ...entries.map(({ path, value }) => ({ path: `0/${path}`, value: () => [value()] }))];
}

describe("a refused value", () => {
  for (const [name, schema] of Object.entries<TSchema>(ROWS)) {
    it(`is refused for the same reasons if it is checked again, in a row of a ${name}`, () => {
      const validate = compileBody(schema);
      const values = oddValues(schema);
      assert.ok(values.length > 100);
      for (const { path, value } of values) {
        const row = value();
        const errors = validate(row);
        if (errors.length > 0) assert.deepEqual(validate(row), errors, path.slice(0, 200));
      }
    });
  }
});
