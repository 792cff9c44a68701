import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type OfStore, withStoreKey } from "../../../src/store/records/of-store.ts";

describe("data of a store", () => {
  it("is read with its store key, in the form of version 0.1.0 and of this one", () => {
    const current = { storeKey: "t/s", domain: "a.example" };
    assert.deepEqual(
      withStoreKey<OfStore & { domain: string }>({ scope: "t/s", domain: "a.example" }),
      current,
    );
    assert.equal(withStoreKey(current), current);
  });

  it("keeps a member named scope that is not the store key", () => {
    const record = { storeKey: "t/s", scope: "wishlists:read" };
    assert.equal(withStoreKey(record), record);
  });
});
