import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { namesOf } from "../../../src/actors/privacy/person.ts";
import { namesOfBuyer } from "../../../src/jobs/orders/buyers.ts";
import { namesOfLine, namesOfVariant } from "../../../src/jobs/orders/line-variants.ts";
import {
  comparableContact,
  contactIn,
  itemRefTerm,
  nameWithin,
  parseVariantName,
  personNames,
  VARIANT_NAMINGS,
  variantIdName,
  variantIdsTerm,
  variantName,
  variantNames,
  variantRefsTerm,
} from "../../../src/store/keys/names.ts";
import { Layout } from "../../../src/store/layout/layout.ts";

const text = fc.string({ minLength: 1, maxLength: 3, unit: fc.constantFrom("a", "b", "1", ":", "B") });
const maybe = fc.option(text, { nil: undefined });
const storeKey = "t/s";

describe("contact data", () => {
  it("compares equal in any case of an e-mail address", () => {
    const ann = { email: "Ann@Example.com", phone: "+491" };
    assert.equal(contactIn(ann, "email"), "ann@example.com");
    assert.equal(contactIn(ann, "phone"), "+491");
    assert.equal(comparableContact("email", "ANN@example.com"), contactIn(ann, "email"));
    assert.equal(contactIn({ email: null }, "email"), undefined);
  });
});

describe("names in the indexes", () => {
  it("equal the stored ones", () => {
    assert.deepEqual(personNames({ keys: ["k"], emails: ["Ann@Example.com"], phones: ["+491"] }), [
      "ck",
      "eann@example.com",
      "p+491",
    ]);
    const variant = { variantRef: "a", inventoryItemId: "b", sku: "c", gtin: "d" };
    assert.deepEqual(variantNames(variant), ["ra", "ib", "sc", "gd"]);
    assert.equal(nameWithin("x", "ra"), 'p["x","ra"]');
    assert.equal(variantRefsTerm("ab", "c"), "w2:abc");
    assert.equal(variantIdsTerm("ab", "c"), "v2:abc");
    assert.equal(variantIdName("c"), "vc");
    assert.equal(itemRefTerm("c"), "fc");
  });

  it("differ for different entities in one index", () => {
    const one = (kind: string, make: (value: string) => string | undefined) =>
      text.map((value) => ({ thing: `${kind} ${value}`, name: make(value) }));
    const waitedFor = fc.oneof(
      one("customer", (value) => personNames({ keys: [value] })[0]),
      one("email", (value) => personNames({ emails: [value] })[0]),
      one("phone", (value) => personNames({ phones: [value] })[0]),
      ...VARIANT_NAMINGS.map((naming) => one(naming, (value) => variantName(naming, value))),
      one("variantId", variantIdName),
      one("refs", (value) => variantRefsTerm(value, value)),
    );
    fc.assert(
      fc.property(waitedFor, waitedFor, (a, b) => {
        if (a.name === b.name) assert.equal(a.thing.toLowerCase(), b.thing.toLowerCase());
      }),
    );
    fc.assert(
      fc.property(text, text, text, text, (a, b, c, d) => {
        assert.equal(variantRefsTerm(a, b) === variantRefsTerm(c, d), a === c && b === d);
        assert.equal(nameWithin(a, b) === nameWithin(c, d), a === c && b === d);
        assert.equal(parseVariantName(nameWithin(a, b)), undefined);
      }),
    );
  });

  it("of a variant can be read back", () => {
    fc.assert(
      fc.property(fc.constantFrom(...VARIANT_NAMINGS), text, (naming, value) => {
        assert.deepEqual(parseVariantName(variantName(naming, value)), { naming, value });
      }),
    );
  });

  it("find every order that waits for an erased person", () => {
    const layout = new Layout(4, "salt");
    const buyer = fc.record({ customerRef: maybe, email: maybe, contactEmail: maybe, phone: maybe });
    fc.assert(
      fc.property(buyer, ({ customerRef, email, contactEmail, phone }) => {
        const order = {
          orderRef: "o",
          createdTime: "",
          status: "open" as const,
          test: false,
          lines: [],
          matches: {},
          receivedTime: "",
          revision: 1,
          ...(customerRef === undefined ? {} : { customerRef }),
          ...(email === undefined ? {} : { email }),
          ...(contactEmail === undefined ? {} : { contactEmail }),
          ...(phone === undefined ? {} : { phone }),
        };
        const erased = namesOf({
          addresses: customerRef === undefined ? [] : [layout.slotOfRef(storeKey, customerRef)],
          emails: [email, contactEmail].flatMap((each) => each?.toLowerCase() ?? []),
          phones: phone === undefined ? [] : [phone],
        });
        assert.deepEqual(new Set(namesOfBuyer({ layout }, storeKey, order)), new Set(erased));
      }),
    );
  });

  it("find every order whose line waits for a variant", () => {
    const variant = { variantRef: "r", variantId: "i", sku: "s", gtin: "g" };
    const named = fc.constantFrom<(keyof typeof variant)[]>(
      ["variantRef"],
      ["variantId"],
      ["sku"],
      ["gtin"],
      ["variantRef", "sku"],
    );
    fc.assert(
      fc.property(named, fc.boolean(), (names, hasProduct) => {
        const line = {
          lineRef: "1",
          quantity: 1,
          ...(hasProduct ? { productRef: "p" } : {}),
          ...Object.fromEntries(names.map((name) => [name, variant[name]])),
        };
        const known = namesOfVariant("p", variant);
        const waits = namesOfLine(line);
        const leading = waits.filter((name) => known.includes(name));
        assert.equal(leading.length, names.length);
        // A line that names a product also waits for a variant of it whose reference is the line's code.
        const called = ["s", "g"].flatMap((variantRef) => namesOfVariant("p", { ...variant, variantRef }));
        for (const name of waits) assert.ok(known.includes(name) || called.includes(name), name);
      }),
    );
  });
});
