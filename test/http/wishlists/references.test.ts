import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { TSchema } from "typebox";
import { AddItemsBody } from "../../../src/http/schemas/wishlists/items.ts";
import { LookupQuery } from "../../../src/http/schemas/wishlists/wishlists.ts";
import { clearable, record, Reference } from "../../../src/ingest/schemas/common.ts";
import { CustomerBody } from "../../../src/ingest/schemas/customers.ts";
import { normaliseReference } from "../../../src/ingest/validation/normalise.ts";
import { compileBody, compileQuery } from "../../../src/ingest/validation/validation.ts";

const Thing = record(clearable({ ref: Reference }));

/** The normal form of a valid value. */
function taken(schema: TSchema, value: unknown, compile = compileBody): unknown {
  assert.deepEqual(compile(schema)(value), []);
  return value;
}

describe("a reference", () => {
  it("may be an integer or text, and becomes text", () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (number) => {
        const digits = number.toString();
        assert.deepEqual(taken(Thing, { ref: number }), { ref: digits });
        assert.deepEqual(taken(Thing, { ref: digits }), { ref: digits });
      }),
    );
    assert.deepEqual(taken(Thing, { ref: -0 }), { ref: "0" });
  });

  it("is not a number that may have lost digits: one beyond 2^53 with a fraction or an exponent", () => {
    for (const written of ["12345678901234567.0", "1e23", "-9007199254740992e0"]) {
      const errors = compileBody(Thing)({ ref: JSON.parse(written) });
      assert.deepEqual(
        errors.map(({ path }) => path),
        ["/ref"],
        written,
      );
    }
    assert.deepEqual(taken(Thing, { ref: JSON.parse("1e3") }), { ref: "1000" });
  });

  it("is the digits of a Shopify global id", () => {
    const kind = fc.stringMatching(/^[A-Za-z]{1,20}$/);
    const digits = fc.stringMatching(/^\d{1,40}$/);
    const query = fc.constantFrom("", "?key=7", "?");
    fc.assert(
      fc.property(kind, digits, query, (name, number, rest) => {
        const globalId = `gid://shopify/${name}/${number}${rest}`;
        assert.equal(normaliseReference(globalId), number);
        assert.deepEqual(taken(Thing, { ref: globalId }), { ref: number });
        assert.deepEqual(taken(LookupQuery, { customerRef: globalId }, compileQuery), {
          customerRef: number,
        });
      }),
    );
  });

  it("is any other text unchanged, and normalising it again changes nothing", () => {
    for (const other of [
      "gid://shopify/Product/x",
      "gid://shopify/Product/",
      "gid://shopify/Product/1/2",
      "gid://other/Product/1",
      "GID://shopify/Product/1",
      " gid://shopify/Product/1",
      "gid://shopify/Product/1\n",
    ])
      assert.equal(normaliseReference(other), other);
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (reference) => {
        const once = normaliseReference(reference);
        assert.equal(normaliseReference(once), once);
      }),
    );
  });

  it("has 1 to 255 characters and no other form", () => {
    assert.deepEqual(taken(Thing, { ref: "r".repeat(255) }), { ref: "r".repeat(255) });
    for (const ref of ["", "r".repeat(256), 1.5, true, [], {}, ["r"]])
      assert.equal(compileBody(Thing)({ ref })[0]?.path, "/ref", JSON.stringify(ref));
  });

  it("is normalised everywhere: in products, rows and addresses", () => {
    assert.deepEqual(
      taken(AddItemsBody, {
        wishlistId: 1,
        itemId: [{ productId: "gid://shopify/Product/5", selectedVariantId: 6, notifyMe: "true" }],
      }),
      { wishlistId: "1", itemId: [{ productId: "5", selectedVariantId: "6", notifyMe: true }] },
    );
    assert.deepEqual(
      taken(CustomerBody, { id: 207_119_551, addresses: [{ customer_id: 5, default: "true" }] }),
      {
        id: "207119551",
        addresses: [{ customer_id: "5", default: true }],
      },
    );
  });
});
