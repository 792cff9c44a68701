import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { SettingsBody } from "../../src/http/schemas/tenant/settings.ts";
import { AddItemsBody } from "../../src/http/schemas/wishlists/items.ts";
import { CustomerBody } from "../../src/ingest/schemas/customers.ts";
import { OrderBody } from "../../src/ingest/schemas/orders.ts";
import { withDefinitions } from "../../src/ingest/validation/definitions.ts";
import { newValidator } from "../../src/ingest/validation/vocabulary.ts";

const member = { type: "string" };
const price = { type: "object", properties: { amount: member } };

describe("the objects of a schema", () => {
  it("become definitions, which equal objects share", () => {
    const row = { type: "object", properties: { price, other: price } };
    const schema = { type: "object", properties: { rows: { type: "array", items: row }, price } };
    const ref = (name: string) => ({ $ref: `#/$defs/${name}` });
    assert.deepEqual(withDefinitions(schema), {
      type: "object",
      properties: { rows: { type: "array", items: ref("object1") }, price: ref("object0") },
      $defs: {
        object0: price,
        object1: { type: "object", properties: { price: ref("object0"), other: ref("object0") } },
      },
    });
  });

  it("are found in members whose names are keywords", () => {
    const schema = { type: "object", properties: { enum: price, properties: member } };
    assert.deepEqual(withDefinitions(schema), {
      type: "object",
      properties: { enum: { $ref: "#/$defs/object0" }, properties: member },
      $defs: { object0: price },
    });
  });

  it("stay where their keyword compiles them itself, or has values", () => {
    const schema = { "x-dictionary": { additionalProperties: price }, enum: [price], default: price };
    assert.deepEqual(withDefinitions(schema), { ...schema, $defs: {} });
  });
});

// The measure of V8 is bytecode. The check of a body of 94,000 characters was optimized, one of 99,000 was not.
const MAX_CHARACTERS = 80_000;

describe("the check of a large body", () => {
  for (const [name, body] of Object.entries({ AddItemsBody, CustomerBody, OrderBody, SettingsBody }))
    it(`is no function that is too long to be optimized: ${name}`, () => {
      const schema = withDefinitions(body);
      const { $defs } = schema as { $defs: Record<string, object> };
      assert.notDeepEqual($defs, {});
      for (const part of [schema, ...Object.values($defs).map((inner) => ({ ...inner, $defs }))]) {
        const { length } = newValidator().compile(part).toString();
        assert.ok(length < MAX_CHARACTERS, `${length} characters`);
      }
    });
});
