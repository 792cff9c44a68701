import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { ANYWHERE, MAX_LOCATIONS } from "../../../src/actors/catalogue/availability.ts";
import { productStateKey } from "../../../src/actors/catalogue/product.ts";
import type { ProductRecord } from "../../../src/store/records/catalogue.ts";
import { at, Shelf, slot } from "../../support/memory/shelf.ts";

describe("stock rows of one location", () => {
  it("without a time count as of their arrival, and so does the total of a product row", () => {
    const shelf = new Shelf();
    shelf.total(10, at(0));
    assert.equal(shelf.level(ANYWHERE, 4), "applied");
    assert.equal(shelf.level(ANYWHERE, 9, at(100)), "stale");
    assert.deepEqual(shelf.rows, { [ANYWHERE]: 4 });
    shelf.total(7);
    assert.equal(shelf.level(ANYWHERE, 9, at(200)), "stale");
    assert.equal(shelf.units, 7);
  });

  it("are not replaced by an older total of a product row whose other fields are newer", () => {
    const shelf = new Shelf();
    shelf.product(at(0), { variantRef: "v" });
    shelf.level(ANYWHERE, 0, at(10));
    shelf.product(at(5), { variantRef: "v", available: 3, title: "Red" });
    assert.deepEqual([shelf.units, shelf.variant().title], [0, "Red"]);
  });

  it("are replaced by a later total of a product row whose other fields are older", () => {
    const shelf = new Shelf();
    shelf.product(at(0), { variantRef: "v", title: "Red" });
    shelf.product(at(10), { variantRef: "other" });
    const decision = shelf.product(at(5), { variantRef: "v", available: 3, title: "Blue" });
    assert.equal(decision.ok && (decision.body as { status: string }).status, "stale");
    assert.deepEqual([shelf.units, shelf.variant().isAvailable, shelf.variant().title], [3, true, "Red"]);
  });

  it("with the same time count in order of arrival", () => {
    const shelf = new Shelf();
    shelf.total(1, at(0));
    assert.equal(shelf.level(ANYWHERE, 2, at(0)), "applied");
    assert.deepEqual(
      shelf.stock(
        ...[5, 4].map((available) => ({ variantRef: "v", locationRef: "a", available, updatedTime: at(1) })),
      ),
      ["applied", "applied"],
    );
    assert.deepEqual(shelf.rows, { [ANYWHERE]: 2, a: 4 });
  });

  it("have the newest values in the end, in any order of rows of any kind", () => {
    const row = fc.record({
      kind: fc.constantFrom("product", "stock"),
      variantRef: fc.constantFrom("v", "w"),
      locationRef: fc.constantFrom(ANYWHERE, "a", "b", "__proto__"),
      available: fc.option(fc.nat(5)),
    });
    const rows = fc.array(row, { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(rows, fc.array(fc.nat()), (timed, places) => {
        const shelf = new Shelf();
        shelf.product(undefined, { variantRef: "v" }, { variantRef: "w" });
        const newest = new Map<string, number | null>();
        for (const { kind, variantRef, locationRef, available } of timed)
          newest.set(JSON.stringify([variantRef, kind === "product" ? ANYWHERE : locationRef]), available);
        const order = timed
          .map((each, second) => ({ ...each, second, place: places[second] ?? 0 }))
          .sort((one, other) => one.place - other.place);
        for (const { kind, variantRef, locationRef, available, second } of order) {
          if (kind === "product") shelf.product(at(second), { variantRef, available });
          else shelf.stock({ variantRef, locationRef, available, updatedTime: at(second) });
        }
        const found = ["v", "w"].flatMap((variantRef) =>
          Object.entries(shelf.variant(variantRef).stock).map(
            ([location, { available }]) => [JSON.stringify([variantRef, location]), available] as const,
          ),
        );
        assert.deepEqual(new Map(found.sort()), new Map([...newest].sort()));
      }),
    );
  });
});

describe("the units of a variant with several locations", () => {
  /** A row: the total, or the level of a location; then the available units. */
  type Step = [location: string, available: number | null, second: number, units: number | null];
  const T = ANYWHERE;
  const tables: Record<string, Step[]> = {
    "are the total until its locations are known, then their sum": [
      [T, 10, 0, 10],
      ["a", 0, 1, 10],
      ["b", 10, 2, 10],
      ["b", 4, 3, 4],
      ["b", 0, 4, 0],
    ],
    "are the same if a location is known before the total": [
      ["a", 0, 0, 0],
      [T, 10, 1, 10],
      ["b", 10, 2, 10],
      ["b", 0, 3, 0],
    ],
    "are those of the only location": [
      [T, 10, 0, 10],
      ["a", 10, 1, 10],
      ["a", 0, 2, 0],
    ],
    "are a later total, and change with a location from then on": [
      ["a", 3, 0, 3],
      ["b", 4, 1, 7],
      [T, 9, 2, 9],
      ["a", 0, 3, 6],
      [T, 0, 4, 0],
      ["b", 5, 5, 5],
    ],
    "do not count a sale twice if both the total and its location report it": [
      [T, 10, 0, 10],
      ["a", 10, 1, 10],
      [T, 9, 2, 9],
      ["a", 9, 3, 9],
      ["a", 8, 4, 8],
      [T, 8, 4, 8],
      ["a", 7, 5, 7],
    ],
    "include the total of other locations if a location reports an earlier time": [
      [T, 10, 5, 10],
      ["a", 2, 1, 10],
      ["a", 6, 4, 10],
      ["a", 5, 6, 9],
    ],
    "use a late total as the value at its own time": [
      [T, 10, 0, 10],
      ["a", 0, 1, 10],
      ["b", 10, 1, 10],
      ["b", 0, 3, 0],
      [T, 10, 2, 0],
      ["b", 2, 4, 2],
      [T, 1, 5, 1],
    ],
    "are not tracked if the newest row says so": [
      [T, null, 0, null],
      ["a", 2, 1, 2],
      [T, null, 2, null],
      ["b", null, 3, null],
      [T, 5, 4, 5],
    ],
    "are the sum of the locations without a total": [
      ["a", 2, 0, 2],
      ["b", 3, 1, 5],
      ["a", null, 2, null],
      ["a", -1, 3, 2],
    ],
  };
  for (const [name, steps] of Object.entries(tables)) {
    it(name, () => {
      const shelf = new Shelf();
      shelf.product(undefined, { variantRef: "v" });
      const units = steps.map(([location, available, second]) => {
        if (location === T) shelf.total(available, at(second));
        else shelf.level(location, available, at(second));
        return shelf.units;
      });
      assert.deepEqual(
        units,
        steps.map(([, , , expected]) => expected),
      );
    });
  }

  it("stay as in records of earlier versions until a new total arrives", () => {
    const shelf = new Shelf();
    shelf.product(undefined, { variantRef: "v" });
    const old = { ...shelf.variant(), stock: { [ANYWHERE]: { available: 50 }, a: { available: 3 } } };
    for (const kept of shelf.partition.stateKeys.values())
      if (kept.stateKey.kind === "variant") kept.value = old;
    assert.equal(shelf.units, 3);
    shelf.level("a", 2, at(1));
    assert.equal(shelf.units, 2);
    shelf.total(6, at(2));
    assert.equal(shelf.units, 6);
    shelf.level("a", 1, at(3));
    assert.equal(shelf.units, 5);
  });
});

describe("a command with many levels", () => {
  it("returns the resulting stock, once", () => {
    const shelf = new Shelf();
    shelf.total(0, at(0));
    const levels = [5, 0, 5].map((available) => ({ variantRef: "v", locationRef: ANYWHERE, available }));
    shelf.stock(...levels);
    const rises = shelf.partition.events.filter(({ type }) => type === "catalogue.variant.available");
    assert.equal(rises.length, 1);
    assert.equal(shelf.variant().cycle, 1);
  });

  it("takes 1,000 locations of a variant beside its total, and refuses one more", () => {
    const shelf = new Shelf();
    shelf.product(undefined, { variantRef: "v" });
    const levels = Array.from({ length: MAX_LOCATIONS + 1 }, (_, i) => ({
      variantRef: "v",
      locationRef: `l${i}`,
      available: 1,
    }));
    const statuses = shelf.stock(...levels);
    assert.deepEqual(new Set(statuses.slice(0, MAX_LOCATIONS)), new Set(["applied"]));
    assert.equal(statuses.at(-1), "full");
    assert.deepEqual([shelf.level("l0", 2), shelf.level(ANYWHERE, 7)], ["applied", "applied"]);
    assert.equal(shelf.units, 7);
  });
});

describe("a product row without a time", () => {
  it("with the same values is unchanged, and still later than earlier counts", () => {
    const shelf = new Shelf();
    shelf.total(3);
    const before = shelf.partition.value(productStateKey(slot)) as ProductRecord;
    const decision = shelf.total(3);
    assert.equal(decision.ok && (decision.body as { status: string }).status, "unchanged");
    assert.deepEqual(shelf.partition.value(productStateKey(slot)), before);
    assert.equal(shelf.partition.events.filter(({ type }) => type === "catalogue.product.changed").length, 1);
  });
});
