import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { entryOf, fieldsOfChange } from "../../../src/store/changes/feed-keys.ts";
import { storedTextOf, textOfStored } from "../../../src/store/changes/stored-text.ts";
import { anyText } from "../../support/models/any-text.ts";

const STORE = "demo/default";
const MS = 1_795_411_632_072;
const ID = `12-${MS}-3`;
const TIME = new Date(MS).toISOString();

const added = {
  type: "wishlist.item.added",
  storeKey: STORE,
  time: TIME,
  wishlistId: "w1m83dyqc200c6kzrt",
  itemId: "w1m83dyqc200c6kzrt.11",
  product: { productRef: "7880321196742", selectedVariantRef: "4457900000003" },
};

const back = (event: { id: string; storeKey: string; text: string }) => {
  const [field, text] = storedTextOf(event);
  return textOfStored(field, { ...event, text });
};

describe("the text of an event in a change feed", () => {
  it("omits the store, the time and the wishlist of the item", () => {
    const [field, text] = storedTextOf({ id: ID, storeKey: STORE, text: JSON.stringify(added) });
    const { type, itemId, product } = added;
    assert.deepEqual([field, text], ["s", JSON.stringify({ type, itemId, product })]);
  });

  it("is stored completely if the event is of another store, time or wishlist, or its id has no time", () => {
    const whole = (event: object, id = ID) => {
      const text = JSON.stringify(event);
      assert.deepEqual(storedTextOf({ id, storeKey: STORE, text }), ["e", text]);
    };
    whole({ ...added, storeKey: "demo/other" });
    whole({ ...added, time: "2026-11-23T05:27:12Z" });
    whole({ type: "wishlist.item.added", storeKey: STORE, time: TIME, itemId: added.itemId });
    whole(added, "disabled-endpoint-1795411632072");
    whole({ type: "order.received", scope: STORE, time: TIME });
  });

  it("keeps a wishlist that differs from that of the item", () => {
    const moved = { ...added, itemId: "w1m83dyqc200c6kzrv.11" };
    const [field, text] = storedTextOf({ id: ID, storeKey: STORE, text: JSON.stringify(moved) });
    const { type, wishlistId, itemId, product } = moved;
    assert.deepEqual([field, text], ["s", JSON.stringify({ type, wishlistId, itemId, product })]);
  });

  it("is read back exactly for any event", () => {
    const id = fc.constantFrom("w1", "w2", 'w"', "w.", "");
    const event = fc.record(
      {
        type: fc.constantFrom("wishlist.item.added", "order.received", "odd type", 'a"'),
        storeKey: fc.constantFrom(STORE, "demo/other", 'demo/"'),
        time: fc.constantFrom(TIME, "", "2026-11-23T05:27:12Z"),
        wishlistId: id,
        itemId: id.map((wishlist) => `${wishlist}.1`),
        reason: anyText(),
        product: fc.json().map((text): unknown => JSON.parse(text)),
      },
      { requiredKeys: [] },
    );
    const text = fc.oneof(
      event.map((each) => JSON.stringify(each)),
      event.map((each) => JSON.stringify(Object.fromEntries(Object.entries(each).reverse()))),
      fc.string(),
    );
    const anyId = fc.constantFrom(ID, "12-0-0", "12-9999999999999999-0", "disabled-e-1", "");
    fc.assert(
      fc.property(anyId, text, (id, each) => {
        const one = { id, storeKey: STORE, text: each };
        assert.equal(back(one), each);
        if (each === "") return;
        const entry = entryOf(STORE, ["1-1", fieldsOfChange(STORE, one)]);
        assert.deepEqual(entry, { id, entryId: "1-1", text: each });
      }),
      { numRuns: 500 },
    );
  });
});
