import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { decodeEvent } from "../../../src/actors/events/event.ts";
import { defined } from "../../../src/collections/defined.ts";
import { decodeIfAny, decoderOf, listDecoderOf } from "../../../src/store/records/decode.ts";
import { decodeClaim } from "../../../src/store/records/records.ts";
import { listOf, readField, readNumber, readText } from "../../../src/store/redis/replies.ts";

describe("a decoder", () => {
  const decode = decoderOf<{ id: string }>("item", {
    needs: "id",
    upgrade: ({ id }) => ({ id: id.toUpperCase() }),
  });

  it("converts a stored record to the form of the current version", () => {
    assert.deepEqual(decode('{"id":"a"}'), { id: "A" });
    const at = { reference: "email", value: "a@example.com", holder: "c1", at: 1 };
    assert.deepEqual(decodeClaim(JSON.stringify({ scope: "t/s", ...at })), { storeKey: "t/s", ...at });
    assert.equal(decodeEvent('{"type":"order.received","scope":"t/s","time":""}').storeKey, "t/s");
  });

  it("refuses a text that is not a record, and names the record", () => {
    for (const text of ["5", "null", '"text"', "[]", '[{"id":"a"}]'])
      assert.throws(() => decode(text), { name: "SyntaxError", message: "a stored item is not an object" });
    for (const text of ["{}", '{"name":"ann"}'])
      assert.throws(() => decode(text), {
        name: "SyntaxError",
        message: "a stored item is not a complete record",
      });
    for (const text of ["{", '{"email":"ann@mail.example",', "ann"])
      assert.throws(() => decode(text), { name: "SyntaxError", message: "a stored item is not JSON" });
  });

  it("of a list refuses a value that is not a list", () => {
    const decodeList = listDecoderOf<string[]>("shares");
    assert.deepEqual(decodeList('["ann"]'), ["ann"]);
    for (const text of ["{}", '"text"', "null", "5"])
      assert.throws(() => decodeList(text), {
        name: "SyntaxError",
        message: "a stored shares is not a list",
      });
  });

  it("returns nothing for a missing value", () => {
    for (const text of [null, undefined, ""]) assert.equal(decodeIfAny(decode, text), undefined);
    assert.deepEqual(decodeIfAny(decode, '{"id":"b"}'), { id: "B" });
  });
});

describe("defined", () => {
  it("omits undefined members, and keeps the order of the rest", () => {
    const members = defined({ b: undefined, c: null, a: "", d: 0 });
    assert.deepEqual(Object.entries(members), [
      ["c", null],
      ["a", ""],
      ["d", 0],
    ]);
  });
});

describe("a reply of Redis", () => {
  it("is refused if it has an unexpected form", () => {
    assert.throws(() => readText(5), /replied number instead of a text/);
    assert.throws(() => readNumber(null), /replied nothing instead of a number/);
    assert.throws(() => listOf("names")("a"), /replied string instead of names/);
    assert.equal(readField(null), null);
  });
});
