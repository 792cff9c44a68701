import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { SettingsBody } from "../../src/http/schemas/tenant/settings.ts";
import { AddItemsBody } from "../../src/http/schemas/wishlists/items.ts";
import { CustomerBody } from "../../src/ingest/schemas/customers.ts";
import { OrderBody } from "../../src/ingest/schemas/orders.ts";
import { withDefinitions } from "../../src/ingest/validation/definitions.ts";
import { fieldErrorsOf } from "../../src/ingest/validation/field-errors.ts";
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

const ROW = { productRef: 7, selectedVariantRef: "v", notifyMe: "true", attributeGroups: { a: { b: "c" } } };
const ADDRESS = { address1: "Main Street 1", city: "Berlin", other: true };

/** Bodies with objects at several depths. */
const BODIES: [schema: object, body: Record<string, unknown>][] = [
  [AddItemsBody, { wishlistId: "w", itemId: [ROW], itemRef: [ROW, { ...ROW, quantity: 2 }] }],
  [CustomerBody, { id: 1, email: "a@shop.example", default_address: ADDRESS, addresses: [ADDRESS, ADDRESS] }],
  [
    OrderBody,
    { orderRef: "o", createdTime: "2026-01-01T00:00:00Z", lines: [{ productRef: 1, quantity: 1 }] },
  ],
];

/** Replaces the member at a path by another value. */
function replaced(value: unknown, path: readonly number[], other: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined || typeof value !== "object" || value === null) return other;
  const entries = Object.entries(value);
  const [name] = entries[first % Math.max(1, entries.length)] ?? [];
  if (name === undefined) return other;
  const changed = entries.map(([key, member]) => [
    key,
    key === name ? replaced(member, rest, other) : member,
  ]);
  return Array.isArray(value) ? changed.map(([, member]) => member) : Object.fromEntries(changed);
}

describe("a check with definitions", () => {
  const checkOf = (schema: object) => {
    const validate = newValidator().compile(schema);
    return (value: unknown) => {
      const body = structuredClone(value);
      const isValid = validate(body);
      return { body, errors: isValid ? [] : fieldErrorsOf(validate.errors ?? []) };
    };
  };
  const checks = BODIES.map(([schema, body]) => ({
    body,
    whole: checkOf(schema),
    divided: checkOf(withDefinitions(schema)),
  }));

  it("finds the same errors and makes the same changes as one check of the whole body", () => {
    const path = fc.array(fc.nat(), { maxLength: 4 });
    const other = fc.oneof(fc.jsonValue(), fc.constant(ROW), fc.constant([ADDRESS]));
    fc.assert(
      fc.property(fc.constantFrom(...checks), fc.array(fc.tuple(path, other)), (each, changes) => {
        const body = changes.reduce<unknown>((value, change) => replaced(value, ...change), each.body);
        assert.deepEqual(each.divided(body), each.whole(body));
      }),
      { numRuns: 500 },
    );
  });
});
