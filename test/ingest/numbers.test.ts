import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { OrderBody } from "../../src/ingest/schemas/orders.ts";
import { compileBody } from "../../src/ingest/validation/validation.ts";

const LINE = { lineRef: "1", quantity: 1 };

/** The errors and the normal form of the line of an order. */
function read(fields: object) {
  const line = { ...LINE, ...fields };
  const errors = compileBody(OrderBody)({
    orderRef: "o",
    createdTime: "2026-01-01T00:00:00Z",
    lines: [line],
  });
  return { errors, line };
}

describe("an amount of money", () => {
  it("is text without needless zeros at its start", () => {
    for (const [price, stored] of [
      ["05.50", "5.50"],
      ["000", "0"],
      ["0.90", "0.90"],
      [19.9, "19.9"],
      ["0012345", "12345"],
    ])
      assert.deepEqual(read({ price }), { errors: [], line: { ...LINE, price: stored } });
  });
});

describe("a number with too many digits", () => {
  it("is refused with the limit", () => {
    const number = "12345678901234567890";
    const { errors } = read({ quantity: number, refundedQuantity: number, price: "59.699999999999996" });
    assert.deepEqual(Object.fromEntries(errors.map(({ path, message }) => [path, message])), {
      "/lines/0/quantity": "must be an integer, with at most 15 digits",
      "/lines/0/refundedQuantity": "must be an integer or null, with at most 15 digits",
      "/lines/0/price":
        "must be an amount of money with at most 15 digits and 6 decimal places, such as 19.90",
    });
  });
});
