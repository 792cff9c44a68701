import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { shapeErrorsOf } from "../../src/ingest/shopify/shapes.ts";

describe("the error of a webhook of Shopify without a needed field", () => {
  it("names the fields of which one suffices", () => {
    const messageOf = (topic: string, body: object) =>
      shapeErrorsOf(topic, body, "shop.example").map(({ path, message }) => `${path} ${message}`);
    assert.deepEqual(messageOf("orders/create", { id: 1 }), ["/line_items is missing"]);
    assert.deepEqual(messageOf("products/create", { id: 1 }), ["/title is missing; /variants would also do"]);
    assert.deepEqual(messageOf("customers/redact", { shop_domain: "shop.example", customer: {} }), [
      "/customer/id is missing; /customer/email or /customer/phone would also do",
    ]);
  });
});
