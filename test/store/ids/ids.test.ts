import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { ordinal, parseOrdinal } from "../../../src/store/ids/base32.ts";
import { compareEntryIds, parseEntryId, versionOf } from "../../../src/store/ids/entry-id.ts";
import {
  alertId,
  customerId,
  itemId,
  MAX_PARTITIONS,
  parseCustomerId,
  parseItemId,
  partitionOfAlert,
  partitionOfWishlist,
  timeOf,
  wishlistId,
} from "../../../src/store/ids/ids.ts";

const entryId = fc.record({
  ms: fc.integer({ min: 0, max: 2 ** 44 }),
  seq: fc.integer({ min: 0, max: 2 ** 40 }),
});
const partition = fc.integer({ min: 0, max: MAX_PARTITIONS - 1 });
const random = fc.stringMatching(/^[0-9a-hjkmnp-tv-z]{5}$/);
const key = fc.stringMatching(/^[0-9a-hjkmnp-tv-z]{16}$/);
const number = fc.integer({ min: 0, max: 2 ** 48 });
const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

describe("ids", () => {
  it("sorts ordinals as text in numeric order", () => {
    fc.assert(fc.property(number, number, (a, b) => Math.sign(a - b) === byText(ordinal(a), ordinal(b))));
  });

  it("decodes every ordinal that it encodes, and refuses any other text", () => {
    fc.assert(fc.property(number, (n) => parseOrdinal(ordinal(n)) === n));
    fc.assert(
      fc.property(
        fc.string(),
        (text) => parseOrdinal(text) === undefined || ordinal(parseOrdinal(text) ?? -1) === text,
      ),
    );
  });

  it("sorts wishlists by the time and order of the commands that created them", () => {
    fc.assert(
      fc.property(entryId, entryId, partition, random, random, (a, b, p, r, s) => {
        const order = Math.sign(a.ms - b.ms || a.seq - b.seq);
        return order === 0 || order === byText(wishlistId(a, p, r), wishlistId(b, p, s));
      }),
    );
  });

  it("contains the partition in wishlist and customer ids, and the wishlist in item ids", () => {
    fc.assert(
      fc.property(entryId, partition, random, key, number, (at, p, r, k, n) => {
        const wishlist = wishlistId(at, p, r);
        assert.equal(partitionOfWishlist(wishlist), p);
        assert.equal(partitionOfAlert(alertId(at, p, n)), p);
        assert.deepEqual(parseCustomerId(customerId(at, p, k)), { partition: p, key: k });
        assert.deepEqual(parseItemId(itemId(wishlist, n)), { wishlist, partition: p, number: n });
        assert.equal(timeOf(wishlist), at.ms);
        assert.match(itemId(wishlist, n), /^[0-9A-Za-z_.-]+$/);
      }),
    );
  });

  it("accepts no other text as an id", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: "grapheme" })), (text) => {
        assert.equal(partitionOfWishlist(text), undefined);
        assert.equal(parseCustomerId(text), undefined);
        assert.equal(parseItemId(text), undefined);
      }),
    );
  });

  it("gives every command of a partition a different version", () => {
    fc.assert(
      fc.property(
        entryId,
        entryId,
        (a, b) => (a.ms === b.ms && a.seq === b.seq) === (versionOf(a) === versionOf(b)),
      ),
    );
  });

  it("compares entry ids as Redis does, whatever their size", () => {
    const number = fc.oneof(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), fc.bigInt({ min: 0n, max: 20n }));
    const entry = fc.tuple(number, number);
    const order = (one: bigint, other: bigint) => (one < other ? -1 : one > other ? 1 : 0);
    fc.assert(
      fc.property(entry, entry, ([ms, seq], [otherMs, otherSeq]) => {
        const expected = order(ms, otherMs) || order(seq, otherSeq);
        assert.equal(compareEntryIds(`${ms}-${seq}`, `${otherMs}-${otherSeq}`), expected);
      }),
    );
    assert.equal(compareEntryIds("12", "12-0"), 0);
    assert.ok(compareEntryIds("9", "12-0") < 0 && compareEntryIds("12-1", "12") > 0);
  });

  it("refuses a text that is not a stream entry id", () => {
    assert.deepEqual(parseEntryId("1732-5"), { ms: 1732, seq: 5 });
    for (const text of ["", "1732", "a-b", "-1"]) assert.throws(() => parseEntryId(text), TypeError, text);
  });
});
