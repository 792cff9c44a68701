import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import Type, { type TSchema } from "typebox";
import { UpdateExportBody } from "../../src/http/schemas/outbound/exports.ts";
import { PopularityBody } from "../../src/http/schemas/sdk/flags.ts";
import { AddItemsBody, CreateItemBody, RemoveItemQuery } from "../../src/http/schemas/wishlists/items.ts";
import {
  CreateWishlistBody,
  LookupQuery,
  UpdateWishlistBody,
} from "../../src/http/schemas/wishlists/wishlists.ts";
import { Problem, sentenceOf } from "../../src/ingest/problem.ts";
import { clearable, Flag, record, Reference, text } from "../../src/ingest/schemas/common.ts";
import { CustomerBody } from "../../src/ingest/schemas/customers.ts";
import { OrderBody } from "../../src/ingest/schemas/orders.ts";
import { compileBody, compileQuery } from "../../src/ingest/validation/validation.ts";

/** The normal form of a value, and its errors. */
function read(schema: TSchema, value: unknown, compile = compileBody) {
  const errors = compile(schema)(value);
  return { errors, paths: errors.map(({ path }) => path), value };
}

/** The normal form of a valid value. */
function taken(schema: TSchema, value: unknown, compile = compileBody): unknown {
  assert.deepEqual(read(schema, value, compile).errors, []);
  return value;
}

const item = (members: object) => ({ product: {}, ...members });
const Thing = record(clearable({ ref: Reference, flag: Flag, note: text(10) }));
const anyJson = fc.jsonValue({ maxDepth: 4 });

describe("a flag", () => {
  it("is a boolean, also as text, and nothing else", () => {
    assert.deepEqual(
      taken(CreateItemBody, item({ notifyMe: "true", prerelease: "false", addedFromCart: true })),
      {
        product: {},
        notifyMe: true,
        prerelease: false,
        addedFromCart: true,
      },
    );
    for (const flag of ["TRUE", "", "1", "yes", 1, 0, [], {}, [true]])
      assert.ok(
        read(CreateItemBody, item({ notifyMe: flag })).paths.includes("/notifyMe"),
        JSON.stringify(flag),
      );
  });
});

describe("null", () => {
  it("clears an optional member", () => {
    const cleared = { wishlistRef: null, description: null, isPrivate: null, attributeGroups: null };
    assert.deepEqual(taken(UpdateWishlistBody, { id: "w", ...cleared }), { id: "w", ...cleared });
    const properties = Object.keys(CustomerBody.properties);
    const customer = Object.fromEntries(properties.map((name) => [name, null]));
    assert.deepEqual(taken(CustomerBody, { ...customer }), customer);
  });

  it("is refused for a required member", () => {
    assert.deepEqual(read(CreateWishlistBody, { name: null }).paths, ["/name"]);
    assert.deepEqual(read(UpdateWishlistBody, { name: null }).paths, ["/name"]);
    assert.deepEqual(read(CreateItemBody, { product: null }).paths, ["/product"]);
    assert.deepEqual(read(CustomerBody, { addresses: [{}, null] }).paths, ["/addresses/1"]);
    assert.deepEqual(read(CreateItemBody, null).paths, [""]);
  });

  it("is removed from an address", () => {
    const address = { zip: null, city: "x", default: null };
    assert.deepEqual(taken(CustomerBody, { addresses: [{ ...address }], default_address: { ...address } }), {
      addresses: [{ city: "x" }],
      default_address: { city: "x" },
    });
  });
});

describe("an unknown member", () => {
  it("is dropped, whatever its value", () => {
    const unknown = fc
      .dictionary(fc.string({ unit: "grapheme" }), anyJson, { noNullPrototype: true })
      .map((members) => Object.entries(members).filter(([name]) => !(name in Thing.properties)))
      .map((members) => Object.fromEntries(members.filter(([name]) => name !== "__proto__")));
    fc.assert(
      fc.property(unknown, (members) => {
        assert.deepEqual(taken(Thing, { ...members, ref: "r" }), { ref: "r" });
      }),
    );
    assert.deepEqual(
      taken(CreateItemBody, {
        product: { title: "x", productId: 1 },
        hasOwnProperty: 1,
        constructor: { a: 1 },
      }),
      { product: { productId: "1" } },
    );
  });

  it("is kept in attribute groups, which have the retailer's own names below a fixed structure", () => {
    const groups = { shop: { attributes: { colour: "red" }, description: "d", other: 1 } };
    assert.deepEqual(taken(UpdateWishlistBody, { attributeGroups: groups }), {
      attributeGroups: { shop: { attributes: { colour: "red" }, description: "d" } },
    });
  });
});

describe("a validation error", () => {
  it("has a JSON Pointer, with ~ and / escaped", () => {
    const groups = { "a/b~c": { attributes: { "x/y": 1 } } };
    assert.deepEqual(read(UpdateWishlistBody, { attributeGroups: groups }).paths, [
      "/attributeGroups/a~1b~0c/attributes/x~1y",
    ]);
    assert.deepEqual(read(CreateItemBody, []).paths, [""]);
    assert.deepEqual(read(CreateItemBody, {}).errors, [{ path: "/product", message: "is missing" }]);
    assert.deepEqual(read(CustomerBody, { addresses: [{}, {}, { latitude: 91 }] }).paths, [
      "/addresses/2/latitude",
    ]);
  });

  it("is returned together with all others, in words for the caller", () => {
    const bad = {
      email: "x",
      phone: "1",
      currency: "xxx",
      state: "no",
      created_at: "2026-01-01",
      orders_count: -1,
    };
    const { errors } = read(CustomerBody, { ...bad, tags: "t,".repeat(251), total_spent: "-1" });
    assert.deepEqual(Object.fromEntries(errors.map(({ path, message }) => [path, message])), {
      "/email": "must be an e-mail address",
      "/phone": "must be a phone number in E.164 format, such as +4930123456",
      "/currency": "must be a currency code of ISO 4217, such as EUR",
      "/state": 'must be one of "disabled", "invited", "enabled", "declined", null',
      "/created_at": "must be a time in ISO 8601 with a time zone, such as 2026-01-31T12:00:00Z",
      "/orders_count": "must be at least 0",
      "/tags": "must be at most 250 tags, separated by commas, of at most 255 characters each",
      "/total_spent":
        "must be a number that is not negative; as text, with at most 15 digits and 6 decimal places",
    });
  });

  it("does not count what is blank between the commas of a list of tags", () => {
    const tags = `${"t, ".repeat(250)},`;
    assert.deepEqual(read(CustomerBody, { tags }).paths, []);
  });

  it("is in plain English, one for each member", () => {
    const ofWishlist = (bad: object) =>
      Object.fromEntries(read(CreateWishlistBody, bad).errors.map(({ path, message }) => [path, message]));
    assert.deepEqual(
      ofWishlist({ name: "", isPrivate: 7, wishlistRef: "", description: "x".repeat(5001), customerRef: [] }),
      {
        "/name": "must not be blank",
        "/isPrivate": 'must be one of true, false, "true", "false", null',
        "/wishlistRef": "must not be empty",
        "/description": "must have at most 5000 characters",
        "/customerRef": "must be a string or an integer or null",
      },
    );
    const named = { name: "x", customerRef: "c", attributeGroups: { ["g".repeat(256)]: {} } };
    assert.deepEqual(ofWishlist(named), {
      "/attributeGroups": "has a name that must have at most 255 characters",
    });
    const must = "must be a reference, or an object with productRef, variantRef or both";
    assert.deepEqual(read(PopularityBody, [true]).errors, [{ path: "/0", message: must }]);
    const order = { orderRef: "o", createdTime: "2026-01-01T00:00:00Z" };
    assert.deepEqual(read(OrderBody, { ...order, lines: [{ lineRef: "toString", quantity: 1 }] }).errors, [
      {
        path: "/lines/0/lineRef",
        message: "must not be the name of a member that every JavaScript object has, such as toString",
      },
    ]);
  });

  it("counts characters in every limit, and an emoji as one", () => {
    const long = "😀".repeat(4050);
    const attributeGroups = { g: { attributes: { a: long, b: long, c: long, d: long } } };
    const list = { name: "😀".repeat(255), customerRef: "c", attributeGroups };
    assert.deepEqual(read(CreateWishlistBody, list).errors, []);
    const withTag = (length: number) => read(CustomerBody, { id: "c", tags: `a, ${"😀".repeat(length)}` });
    assert.deepEqual(withTag(255).errors, []);
    assert.equal(withTag(256).errors.length, 1);
  });

  it("is one of at most 20", () => {
    const rows = Array.from({ length: 100 }, () => ({ city: 1 }));
    assert.equal(read(CustomerBody, { addresses: rows }).errors.length, 20);
  });

  it("is short, whatever names the caller has chosen", () => {
    const open = Type.Object(
      {},
      { additionalProperties: { type: "object", additionalProperties: { type: "string" } } },
    );
    const wrongIn = (members: number) =>
      Object.fromEntries(Array.from({ length: members }, (_, i) => [`a${i}`, 1]));
    for (const name of ["x", "/", "~", "\u0001", "😀"].map((character) => character.repeat(40_000))) {
      const bodies: [TSchema, object][] = [
        [CustomerBody, { attribute_groups: { [name]: { attributes: wrongIn(100) } } }],
        [CreateItemBody, item({ attributeGroups: { a: { attributes: { [name]: 1 } } } })],
        [UpdateWishlistBody, { attributeGroups: { [name.slice(0, 400)]: { attributes: wrongIn(100) } } }],
        [UpdateExportBody, { mapping: { ...wrongIn(100), [name]: 1 } }],
        [open, { [name]: wrongIn(100) }],
      ];
      for (const [schema, body] of bodies) {
        const { errors } = read(schema, body);
        assert.notEqual(errors.length, 0);
        const problem = new Problem("InvalidInput", { detail: sentenceOf(errors), errors });
        assert.ok(Buffer.byteLength(JSON.stringify(problem.document("/", ""))) < 64 * 1024);
        for (const { path } of errors) assert.ok(path.isWellFormed() && !/~(?![01])/.test(path), path);
      }
    }
  });

  it("has the path up to a long name", () => {
    const open = Type.Object({}, { additionalProperties: { type: "string" } });
    const slashes = "/".repeat(255);
    assert.deepEqual(read(open, { [slashes]: 1 }).paths, [`/${"~1".repeat(255)}`]);
    assert.deepEqual(read(open, { [`${slashes}/`]: 1 }).paths, [`/${"~1".repeat(254)}…`]);
  });

  it("is a result for any input: no schema throws", () => {
    const bodies = [CreateItemBody, AddItemsBody, CreateWishlistBody, UpdateWishlistBody, CustomerBody];
    const validators = bodies.map((schema) => ({ schema, validate: compileBody(schema) }));
    const body = ({ properties }: { properties: object }) =>
      fc.dictionary(fc.constantFrom(...Object.keys(properties)), anyJson, { noNullPrototype: true });
    fc.assert(
      fc.property(
        fc.oneof(...validators.map(({ schema, validate }) => fc.tuple(fc.constant(validate), body(schema)))),
        ([validate, value]) => assert.ok(Array.isArray(validate(value))),
      ),
      { numRuns: 2000 },
    );
  });
});

describe("a decimal and a list", () => {
  it("may be sent as text", () => {
    assert.deepEqual(taken(CustomerBody, { total_spent: "12.50", tax_exemptions: "A" }), {
      total_spent: 12.5,
      tax_exemptions: ["A"],
    });
    const several = taken(CustomerBody, { tax_exemptions: "A, B,,C " });
    assert.deepEqual(several, { tax_exemptions: ["A", "B", "C"] });
    assert.deepEqual(taken(CustomerBody, { total_spent: 0, tax_exemptions: "" }), {
      total_spent: 0,
      tax_exemptions: [],
    });
    for (const total_spent of ["1e3", "", " 1", "1.1234567", "1234567890123456", "Infinity", -1, true])
      assert.deepEqual(
        [...new Set(read(CustomerBody, { total_spent }).paths)],
        ["/total_spent"],
        String(total_spent),
      );
  });
});

describe("a query parameter", () => {
  it("is read from text into the type of its schema", () => {
    assert.deepEqual(taken(LookupQuery, { pageSize: "7", customerId: "5" }, compileQuery), {
      pageSize: 7,
      customerId: "5",
    });
    assert.deepEqual(taken(RemoveItemQuery, { purchasedAndRemoved: "false" }, compileQuery), {
      purchasedAndRemoved: false,
    });
  });

  it("is refused if it does not fit its schema", () => {
    for (const pageSize of ["0", "-1", "1.5", "", "x", "NaN", "Infinity", "-Infinity", "true", "null"])
      assert.deepEqual(read(LookupQuery, { pageSize }, compileQuery).paths, ["/pageSize"], pageSize);
    for (const purchasedAndRemoved of ["1", "yes", "", "null"])
      assert.deepEqual(read(RemoveItemQuery, { purchasedAndRemoved }, compileQuery).paths, [
        "/purchasedAndRemoved",
      ]);
  });
});
