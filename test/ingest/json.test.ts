import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { parseJson } from "../../src/ingest/json/json.ts";
import { pointerTo } from "../../src/ingest/json/pointer.ts";
import { anyText } from "../support/models/any-text.ts";

const MAX_DEPTH = 32;
const LONG_INTEGER = /^-?\d{16,}$/;

function valueOf(text: string): unknown {
  const parsed = parseJson(text);
  assert.ok(parsed.ok, JSON.stringify(parsed));
  return parsed.value;
}

function faultOf(text: string): string {
  const parsed = parseJson(text);
  return parsed.ok ? "none" : parsed.fault.kind;
}

/** Valid JSON values, with text that resembles JSON syntax. */
const text = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: fc.constantFrom("\\", '"', ":", ",", "{", "}", "[", "]", "1234567890123456789", "\n") }),
);
const name = text.filter((each) => each !== "__proto__");
const { value: anyValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 6 },
    text,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 5 }),
    fc.dictionary(name, tie("value"), { maxKeys: 5, noNullPrototype: true }),
  ),
}));

/** The same value, with integers as text if a number would lose digits. */
function asRead(value: unknown): unknown {
  if (typeof value === "number") {
    const written = JSON.stringify(value);
    return LONG_INTEGER.test(written) ? written : JSON.parse(written);
  }
  if (Array.isArray(value)) return value.map(asRead);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([member, each]) => [member, asRead(each)]));
}

describe("parseJson", () => {
  it("reads any value back, in any layout", () => {
    fc.assert(
      fc.property(anyValue, fc.constantFrom(undefined, 1, "\t", "\r\n "), (value, indent) => {
        assert.deepEqual(valueOf(JSON.stringify(value, null, indent)), asRead(value));
      }),
    );
  });

  it("accepts the same texts as JSON.parse", () => {
    const piece = fc.constantFrom(
      ...['{"a":', '{"b":', "}", "[", "]", ",", ":", '"', '"x"', "\\", " ", "-", "0", "7", ".", "e", "+"],
      ...["true", "null", "12345678901234", "\u2028"],
    );
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 12 }), (pieces) => {
        const written = pieces.join("");
        // Longer runs of digits are read as text, and numbers that would become 0 are refused; other tests cover them.
        fc.pre(!/\d{16}|e-\d{3}/.test(written));
        let expected: unknown;
        try {
          expected = JSON.parse(written);
        } catch {
          assert.equal(faultOf(written), "malformed", written);
          return;
        }
        const hasTwice = /"a":.*"a":|"b":.*"b":/.test(written);
        if (!hasTwice) assert.deepEqual(valueOf(written), expected, written);
      }),
      { numRuns: 2000 },
    );
  });

  it("keeps every digit of an integer, at any position", () => {
    const integer = fc.bigInt({ min: -(10n ** 60n), max: 10n ** 60n });
    const space = fc.constantFrom("", " ", "\n\t ");
    fc.assert(
      fc.property(integer, space, text, (value, gap, other) => {
        const digits = value.toString();
        const member = JSON.stringify(`${other}x`);
        const written = `{${gap}${member}:${gap}${digits}${gap},"all":[${digits}${gap},-0.5,${digits}]${gap}}`;
        const read = valueOf(written) as Record<string, unknown>;
        assert.equal(String(read[`${other}x`]), digits);
        assert.deepEqual((read["all"] as unknown[]).map(String), [digits, "-0.5", digits]);
        assert.equal(typeof read[`${other}x`], LONG_INTEGER.test(digits) ? "string" : "number");
      }),
    );
    assert.equal(valueOf(" 9007199254740993 "), "9007199254740993");
    assert.equal(valueOf("999999999999999"), 999_999_999_999_999);
  });

  it("keeps fractions, exponents and digits within text", () => {
    for (const written of [
      "1.2345678901234567",
      "12345678901234567.0e-2",
      "1e0000000000000000005",
      "12345678901234500e2",
      "12345678901234567E-2",
      "1e-0000000000000000005",
      '"12345678901234567"',
      '"\\"12345678901234567"',
      '"\\\\"',
      '{"12345678901234567":"a:12345678901234567,b"}',
    ])
      assert.deepEqual(valueOf(written), JSON.parse(written), written);
  });

  it("does not accept invalid numbers", () => {
    for (const written of [
      "{1234567890123456:1}",
      "01234567890123456",
      "-01234567890123456",
      "[00000000000000000]",
      "--1234567890123456",
      "+1234567890123456",
      "1234567890123456x",
      '"a"1234567890123456',
      '1234567890123456"a"',
      "1234567890123456 1234567890123456",
    ])
      assert.equal(faultOf(written), "malformed", written);
  });

  it("accepts 32 levels, and refuses more without building them", () => {
    const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
    const inObjects = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
    for (const make of [nested, inObjects]) {
      assert.equal(faultOf(make(MAX_DEPTH)), "none");
      assert.equal(faultOf(make(MAX_DEPTH + 1)), "invalid");
      assert.equal(faultOf(make(500_000)), "invalid");
    }
    assert.equal(faultOf(`[${"[],".repeat(1000)}[]]`), "none");
    assert.equal(faultOf(JSON.stringify("[".repeat(100))), "none");
  });

  it("refuses an object with a duplicate member, in any notation", () => {
    for (const written of [
      '{"a":1,"a":1}',
      '{"a":1,"\\u0061":2}',
      '[{"x":{"a":[],"b":0,"a":{}}}]',
      '{"":1,"":2}',
      '{"a":{"a":1},"a":2}',
    ])
      assert.equal(faultOf(written), "invalid", written);
    for (const written of ['[{"a":1},{"a":1}]', '{"a":{"a":{"a":1}}}', '{"a":"\\"a\\":1","b":":"}'])
      assert.equal(faultOf(written), "none", written);
  });

  it("names the path of the first error", () => {
    for (const [written, path] of [
      ['{"a":1,"a":2}', "/a"],
      ['{"lines":[{"sku":"a"},{"sku":"b","\\u0073ku":"c"}]}', "/lines/1/sku"],
      ['[[],[{"x":{},"y":[1,{"z":1}],"x":0}]]', "/1/0/x"],
      ['{"a":{"b":[1,2]},"c":"{\\"c\\":,[","a":3}', "/a"],
      ['{"a/b~c":{"":1,"":2}}', "/a~1b~0c/"],
      ['{"a":[0,"\\ud800"]}', "/a/1"],
      ['{"a":{"\\ud800":1}}', "/a/\ufffd"],
      ['"\\udc00"', ""],
      ['{"a":[{"__proto__":null}]}', "/a/0/__proto__"],
      [`{"${"x".repeat(300)}":{"a":1,"a":1}}`, `/${"x".repeat(254)}…/a`],
      ["[".repeat(MAX_DEPTH + 1), ""],
      ["{", ""],
    ] as const) {
      const parsed = parseJson(written);
      assert.equal(parsed.ok ? "none" : parsed.fault.path, path, written);
    }
  });

  it("finds a duplicate member among any others, by its path", () => {
    fc.assert(
      fc.property(fc.dictionary(name, anyValue, { minKeys: 1, maxKeys: 6 }), fc.nat(), (object, pick) => {
        const members = Object.entries(object).map((pair) =>
          pair.map((part) => JSON.stringify(part)).join(":"),
        );
        const again = members[pick % members.length];
        assert.equal(faultOf(`{${members.join(",")}}`), "none");
        const parsed = parseJson(`[${members.length},{${[...members, again].join(",")}}]`);
        assert.ok(!parsed.ok && parsed.fault.kind === "invalid");
        const named = Object.keys(object)[pick % members.length] ?? "";
        assert.equal(parsed.fault.path, pointerTo([1, named]));
      }),
    );
  });

  it("refuses __proto__ as a name anywhere, changes no prototype, and accepts it as text", () => {
    for (const written of [
      '{"__proto__":{"isAdmin":true}}',
      '{"a":[{"__proto__":null}]}',
      '{"\\u005f_proto__":1}',
      '{"__proto__":1,"__proto__":2}',
    ])
      assert.equal(faultOf(written), "malformed", written);
    assert.equal(({} as Record<string, unknown>)["isAdmin"], undefined);
    assert.deepEqual(valueOf('["__proto__",{"constructor":1,"toString":2}]'), [
      "__proto__",
      { constructor: 1, toString: 2 },
    ]);
  });

  it("refuses lone surrogates in names and text", () => {
    for (const written of ['"\\ud800"', '"\\udc00x"', '{"\\ud83c":1}', '["\ud83c"]', '"\\udf81\\ud83c"'])
      assert.equal(faultOf(written), "invalid", written);
    assert.equal(valueOf('"\\ud83c\\udf81"'), "\u{1F381}");
  });

  it("refuses texts that are similar to JSON", () => {
    const nearly = [
      "",
      " ",
      "{",
      "[1,]",
      "{a:1}",
      "'a'",
      "NaN",
      "undefined",
      "1 2",
      "[1]//x",
      "\u{FEFF}{}",
      '"\n"',
    ];
    for (const written of nearly) assert.equal(faultOf(written), "malformed", JSON.stringify(written));
  });

  it("terminates for any text", () => {
    const noise = fc.string({ unit: fc.constantFrom(...'{}[]":,\\-+.e019 \n"\\'.split("")) });
    fc.assert(
      fc.property(fc.oneof(noise, anyText()), (written) => {
        assert.equal(typeof parseJson(written).ok, "boolean");
      }),
      { numRuns: 1000 },
    );
  });
});
