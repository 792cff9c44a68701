import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, it } from "node:test";
import { bodyOf } from "../../src/actors/reply.ts";
import { keptReply, keptText, MAX_KEPT_BYTES } from "../../src/actors/runtime/kept-reply.ts";

const randomText = (i: number) => createHash("sha512").update(`${i}`).digest("base64");
const rows = (count: number, hasRef: boolean) =>
  Array.from({ length: count }, (_, i) => ({
    id: `w1m80795f9007a0c9y.2${i.toString(32).padStart(2, "0")}`,
    ...(hasRef ? { wishlistItemRef: randomText(i) } : {}),
    status: i % 3 === 0 ? "existing" : "created",
  }));
const replyOf = (body: object) => ({ ok: true as const, version: "v", json: JSON.stringify(body) });

describe("a kept answer", () => {
  it("that is short is kept as it is", () => {
    for (const reply of [
      replyOf({ id: "a" }),
      { ok: false as const, code: "Internal" as const, detail: "d" },
    ])
      assert.deepEqual(keptReply(keptText(reply, "about")), { ...reply, replayed: true });
  });

  it("that lists results is given again whole where it can be compressed", () => {
    const reply = replyOf({ wishlistId: "w", items: rows(500, false) });
    const text = keptText(reply, "w");
    assert.ok(Buffer.byteLength(text) <= MAX_KEPT_BYTES);
    assert.deepEqual(keptReply(text), { ...reply, replayed: true });
  });

  it("that lists results with long references gives ids and status in their order", () => {
    const text = keptText(replyOf({ wishlistId: "w", items: rows(500, true) }), "w");
    assert.ok(Buffer.byteLength(text) <= MAX_KEPT_BYTES);
    const kept = keptReply(text);
    assert.ok(kept.ok);
    assert.deepEqual(JSON.parse(kept.json ?? ""), { wishlistId: "w", items: rows(500, false) });
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
