import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { parseJson } from "../../src/ingest/json/json.ts";
import { CustomerBody } from "../../src/ingest/schemas/customers.ts";
import { OrderBody } from "../../src/ingest/schemas/orders.ts";
import { compileBody } from "../../src/ingest/validation/validation.ts";

const checkOrder = compileBody(OrderBody);
const checkCustomer = compileBody(CustomerBody);

/** Reads a row as a request does. Returns the row and the messages of its errors by their paths. */
function read(check: typeof checkOrder, written: string) {
  const parsed = parseJson(written);
  assert.ok(parsed.ok, written);
  const errors = Object.fromEntries(check(parsed.value).map(({ path, message }) => [path, message]));
  return { row: parsed.value, errors };
}

/** Reads the line of an order with these members, written as JSON. */
function readLine(members: string) {
  const { row, errors } = read(
    checkOrder,
    `{"orderRef":"o","createdTime":"2026-01-01T00:00:00Z","lines":[{"lineRef":"1",${members}}]}`,
  );
  const { lines } = row as { lines: unknown[] };
  return { line: lines[0], errors };
}

const DIGITS = "must be written with all of its digits, without a fraction or an exponent";
const MONEY = "must be an amount of money with at most 15 digits and 6 decimal places, such as 19.90";

/** Numbers that are not integers, or are too large, but which JSON.parse reads as integers. */
const LOST = [
  "9007199254740991.4",
  "-9007199254740991.4",
  "4.99999999999999999",
  "1234567890.0000001",
  "90071992547409914e-1",
  "0.1e-400",
  "1e400",
  "-1e400",
  "12345678901234567e2",
];

describe("a number that loses digits", () => {
  it("is not read as an integer, at any position", () => {
    for (const written of LOST) {
      const { errors } = readLine(`"quantity": ${written} ,"productRef":${written},"price":${written}`);
      assert.deepEqual(
        errors,
        {
          "/lines/0/quantity": "must be an integer, with at most 15 digits",
          "/lines/0/productRef": DIGITS,
          "/lines/0/price": MONEY,
        },
        written,
      );
    }
  });

  it("is infinite if it is too large, whether or not the text has a colon in a string", () => {
    for (const written of ["1e400", "-1e400"])
      for (const other of ["", ":"])
        assert.deepEqual(read(() => [], `[${written},"${other}"]`).row, [Infinity, other]);
  });

  it("is refused as an integer if it has a fraction of any length", () => {
    const digits = fc.stringMatching(/^[1-9][0-9]{0,20}$/);
    const fraction = fc.stringMatching(/^[0-9]{0,20}[1-9]$/);
    fc.assert(
      fc.property(digits, fraction, (whole, part) => {
        const { errors } = readLine(`"quantity":${whole}.${part}`);
        assert.match(errors["/lines/0/quantity"] ?? "", /^must be/);
      }),
    );
  });

  it("is refused as an amount of money, in which each digit counts", () => {
    const { errors } = readLine('"quantity":1,"price":100000000000000.01,"discount":"100000000000000.01"');
    assert.deepEqual(errors, { "/lines/0/price": MONEY });
    assert.deepEqual(read(checkCustomer, '{"id":"1","total_spent":"100000000000000.01"}').errors, {
      "/total_spent":
        "must be a number that is not negative; as text, with at most 15 digits and 6 decimal places",
    });
  });

  it("is accepted if its value is kept, in any notation", () => {
    const { line, errors } = readLine(
      '"quantity":1.000000000000000000,"refundedQuantity":5000000000000000000e-18,"productRef":9007199254740993,' +
        '"sku":-0.0,"price":19.899999999999999,"discount":1e2',
    );
    assert.deepEqual(errors, {});
    assert.deepEqual(line, {
      lineRef: "1",
      quantity: 1,
      refundedQuantity: 5,
      productRef: "9007199254740993",
      sku: "0",
      price: "19.9",
      discount: "100",
    });
  });

  it("does not affect text, the coordinates of an address, and members that are ignored", () => {
    const { row, errors } = read(
      checkCustomer,
      '{"id":"1","note":"9007199254740991.4","other":1e400,"default_address":{"latitude":52.5200080000000011}}',
    );
    assert.deepEqual(errors, {});
    assert.deepEqual(row, {
      id: "1",
      note: "9007199254740991.4",
      default_address: { latitude: 52.520008000000004 },
    });
  });

  it("is found in a time that grows with the length of the number", () => {
    for (const written of [
      `0.${"0".repeat(1_000_000)}1`,
      `1${"0".repeat(1_000_000)}e-1000000`,
      `1.${"9".repeat(1_000_000)}`,
      `1e${"0".repeat(1_000_000)}9`,
    ])
      assert.equal(parseJson(`[${written}]`).ok, true);
  });
});
