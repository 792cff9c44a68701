import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, it } from "node:test";
import { deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { bodyOf, type Reply } from "../../../src/actors/reply.ts";
import { bodyDigest, keptReply, keptText, MAX_KEPT_BYTES } from "../../../src/actors/runtime/kept-reply.ts";
import { unpackText } from "../../../src/actors/runtime/packed-text.ts";

const randomText = (i: number) => createHash("sha512").update(`${i}`).digest("base64");
const rows = (count: number, hasRef: boolean) =>
  Array.from({ length: count }, (_, i) => ({
    id: `w1m80795f9007a0c9y.2${i.toString(32).padStart(2, "0")}`,
    ...(hasRef ? { wishlistItemRef: randomText(i) } : {}),
    status: i % 3 === 0 ? "existing" : "created",
  }));
const replyOf = (body: object) => ({ ok: true as const, version: "v", json: JSON.stringify(body) });

/** Replies as the service gives them. */
const reply: fc.Arbitrary<Reply> = fc.oneof(
  fc.record(
    {
      ok: fc.constant(true as const),
      version: fc.string(),
      created: fc.boolean(),
      json: fc.oneof(
        fc.json(),
        fc.string({ unit: "grapheme" }).map((text) => JSON.stringify({ text })),
      ),
    },
    { requiredKeys: ["ok"] },
  ),
  fc.record({
    ok: fc.constant(false as const),
    code: fc.constant("InvalidInput" as const),
    detail: fc.string({ unit: "grapheme" }),
  }),
);

describe("a kept answer", () => {
  it("is given again byte for byte", () => {
    fc.assert(
      fc.property(reply, (first) => {
        assert.deepEqual(keptReply(keptText(first, "about")), { ...first, replayed: true });
      }),
    );
  });

  it("of a list of results too", () => {
    const first = replyOf({ wishlistId: "w", items: rows(500, false) });
    const text = keptText(first, "w");
    assert.ok(Buffer.byteLength(text) <= MAX_KEPT_BYTES);
    assert.deepEqual(keptReply(text), { ...first, replayed: true });
  });

  it("that lists results with long references gives ids and status in their order", () => {
    const text = keptText(replyOf({ wishlistId: "w", items: rows(500, true) }), "w");
    assert.ok(Buffer.byteLength(text) <= MAX_KEPT_BYTES);
    const kept = keptReply(text);
    assert.ok(kept.ok);
    assert.deepEqual(JSON.parse(kept.json ?? ""), { wishlistId: "w", items: rows(500, false) });
  });

  it("that is too long names its record and a digest", () => {
    const first = replyOf({ id: "w.1", note: Array.from({ length: 200 }, (_, i) => randomText(i)).join("") });
    const kept = keptReply(keptText(first, "w"));
    const record = { about: "w", ids: { id: "w.1" }, digest: bodyDigest(first.json) };
    assert.deepEqual(kept, { ok: true, version: "v", record, replayed: true });
  });

  it("is read as version 0.1.0 stored it", () => {
    const first = replyOf({ wishlistId: "w", items: rows(500, false) });
    const { json, ...rest } = first;
    const deflated = deflateRawSync(json).toString("base64");
    const refusal = { ok: false, code: "Internal", detail: "d" };
    const cases: [object, object][] = [
      [replyOf({ id: "a" }), replyOf({ id: "a" })],
      [refusal, refusal],
      [{ ...rest, deflated }, first],
    ];
    for (const [stored, given] of cases)
      assert.deepEqual(keptReply(JSON.stringify(stored)), { ...given, replayed: true });
  });
});

describe("a packed text", () => {
  it("can be read in later versions: its dictionary stays the same", () => {
    const text = '{"id":"w1m8.1","purchased":false,"tags":"a"}';
    assert.equal(unpackText("1.Q098mOECLeYSlWoB"), text);
    assert.throws(() => unpackText("1.!"));
  });
});

describe("the body of a reply", () => {
  it("is read from its JSON, also of an answer that was kept, and missed where there is none", () => {
    const body = { wishlistId: "w", items: rows(3, true) };
    assert.deepEqual(bodyOf(replyOf(body)), body);
    const kept = keptReply(keptText(replyOf(body), "about"));
    assert.ok(kept.ok);
    assert.deepEqual(bodyOf(kept), body);
    assert.throws(() => bodyOf({ ok: true }), /no body/);
  });
});
