import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ANYWHERE } from "../../../src/actors/catalogue/availability.ts";
import { at, Shelf } from "../../support/memory/shelf.ts";

describe("a lower threshold", () => {
  it("applies from the next row about the variant, also if the row says nothing new", () => {
    const rows: [string, (shelf: Shelf) => unknown][] = [
      ["a level with the same time", (shelf) => shelf.level(ANYWHERE, 3, at(10))],
      ["an older level", (shelf) => shelf.level(ANYWHERE, 9, at(5))],
      ["the same product row", (shelf) => shelf.product(at(10), { variantRef: "v" })],
    ];
    for (const [what, send] of rows) {
      const shelf = new Shelf();
      shelf.thresholds = { threshold: 5, lowStockThreshold: 0 };
      shelf.product(at(10), { variantRef: "v" });
      shelf.level(ANYWHERE, 3, at(10));
      send(shelf);
      assert.equal(shelf.variant().isAvailable, false, what);
      shelf.thresholds = { threshold: 2, lowStockThreshold: 0 };
      send(shelf);
      assert.equal(shelf.variant().isAvailable, true, what);
      const rises = () => shelf.partition.events.filter(({ type }) => type === "catalogue.variant.available");
      assert.equal(rises().length, 1, what);
      send(shelf);
      assert.equal(rises().length, 1, what);
    }
  });
});
