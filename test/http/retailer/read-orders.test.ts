import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { presentOrder } from "../../../src/http/presenters/orders.ts";
import { type OrderRecord, UNMATCHED_CODES } from "../../../src/store/records/orders.ts";

const orderWith = (fields: Partial<OrderRecord>): OrderRecord => ({
  orderRef: "o",
  createdTime: "2026-01-01T00:00:00.000Z",
  receivedTime: "2026-01-01T00:00:00.000Z",
  status: "open",
  test: false,
  lines: [{ lineRef: "1", quantity: 1 }],
  matches: {},
  revision: 1,
  ...fields,
});

describe("an order in an answer", () => {
  it("shows for each line the fulfilled wish, or the reason why there is none as a code and a text", () => {
    const linesOf = (matches: OrderRecord["matches"]) =>
      (JSON.parse(presentOrder(orderWith({ matches }))) as { lines: object[] }).lines;
    const line = { lineRef: "1", quantity: 1 };
    const matched = { wishlistId: "w", itemId: "i", rule: "customer, variant" };
    assert.deepEqual(linesOf({}), [line]);
    assert.deepEqual(linesOf({ "1": { matched } }), [{ ...line, matched }]);
    assert.deepEqual(linesOf({ "1": { code: "wished_later" } }), [
      { ...line, reason: "wished after the order", reasonCode: "wished_later" },
    ]);
    const sentences = UNMATCHED_CODES.map((code) => JSON.stringify(linesOf({ "1": { code } })));
    assert.equal(
      new Set(sentences.map((text) => text.replace(/,"reasonCode".*/, ""))).size,
      UNMATCHED_CODES.length,
    );
  });

  it("hides data that only its match needs", () => {
    const line = { lineRef: "1", quantity: 1, renamedIn: 2 };
    const time = "2026-01-01T00:00:00.000Z";
    const buyer = { partition: 0, key: "key" };
    const own = { buyer, former: [{ email: "ann@example.com" }], forgotten: true as const, refundIds: ["r"] };
    const text = presentOrder(orderWith({ lines: [line], namedTime: time, versionTime: time, ...own }));
    for (const name of [
      "renamedIn",
      "buyer",
      "former",
      "forgotten",
      "refundIds",
      "namedTime",
      "versionTime",
      "revision",
      "matches",
    ])
      assert.ok(!text.includes(`"${name}"`), name);
  });
});
