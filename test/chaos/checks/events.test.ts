import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Json } from "../../support/service.ts";
import type { Story } from "../load/stories.ts";
import type { Recorded } from "../load/wishlists.ts";
import { feedFindings } from "./events.ts";

const story: Story = {
  ...{ customerRef: "c", wishlistId: "two", itemId: "two.1", variantRef: "v", movedFrom: "one.1" },
  ...{ isAlerted: false, orderRef: "o" },
};

/** The change feed of a wish that is added, moved to another wishlist, and bought. */
const EVENTS: Json[] = [
  { type: "wishlist.item.added", data: { wishlistId: "one", itemId: "one.1" } },
  { type: "wishlist.item.added", data: { wishlistId: "two", itemId: "two.1", movedFrom: "one.1" } },
  { type: "wishlist.item.removed", data: { wishlistId: "one", itemId: "one.1", movedTo: "two.1" } },
  { type: "wishlist.item.purchased", data: { wishlistId: "two", itemId: "two.1" } },
].map((event, i) => ({ ...event, id: `e${i}`, timestamp: `2026-01-01T00:00:0${i}.000Z` }));

const findings = (events: readonly Json[]) => feedFindings(events, { recorded: [], stories: [story] });

describe("the check of the change feed", () => {
  it("finds nothing in the events of a wish that is moved and bought", () => {
    assert.deepEqual(findings(EVENTS), []);
  });

  it("finds every event that is missing, duplicate, or names another item", () => {
    for (const [i, event] of EVENTS.entries()) {
      assert.notDeepEqual(findings(EVENTS.filter((other) => other !== event)), [], `without ${event.type}`);
      const again = { ...event, id: "again" };
      assert.notDeepEqual(findings(EVENTS.toSpliced(i, 0, again)), [], `${event.type} twice`);
    }
    for (const [i, name] of [
      [1, "movedFrom"],
      [2, "movedTo"],
    ] as const) {
      const event = { ...EVENTS[i], data: { ...EVENTS[i].data, [name]: "other" } };
      assert.notDeepEqual(findings(EVENTS.with(i, event)), [], name);
    }
  });
});

type Operation = Recorded["history"][number];

const done = (input: Operation["input"]): Operation => ({
  ...{ calledAt: 0, returnedAt: 1 },
  ...{ input, output: { kind: "done" } },
});
const lost = (input: Operation["input"]): Operation => ({
  ...{ calledAt: 0, returnedAt: Infinity },
  ...{ input, output: undefined },
});
const ADDED = done({ kind: "add", variant: "a", quantity: 1 });

/** A wishlist with an item, and one that was refused. */
const recordedAs = (...history: Operation[]): Recorded => ({
  ...{ id: "w", history, known: [], isDeleted: false, refused: ["b"] },
});

describe("the check of the events of recorded writes", () => {
  const list = (type: string, second: number): Json => ({
    ...{ type, id: `${type} ${second}`, timestamp: `2026-01-01T00:00:0${second}.000Z` },
    data: { wishlistId: "w" },
  });
  const added = (variant: string, second: number): Json => ({
    ...list("wishlist.item.added", second),
    id: variant,
    data: { wishlistId: "w", itemId: `w.${variant}`, product: { selectedVariantRef: variant } },
  });
  const changed = (type: string, second: number): Json => ({
    ...{ ...list(`wishlist.item.${type}`, second), data: { wishlistId: "w", itemId: "w.a" } },
  });
  const created = list("wishlist.created", 0);
  const findingsWith = (history: Operation[], ...events: Json[]) =>
    feedFindings(events, { recorded: [recordedAs(...history)], stories: [] });
  const of = (...events: Json[]) => findingsWith([ADDED], ...events);

  it("finds nothing if each added item has its event", () => {
    assert.deepEqual(of(created, added("a", 1)), []);
  });

  it("finds an empty feed, an item without its event, and an event of a refused write", () => {
    for (const events of [[], [created], [created, added("a", 1), added("b", 2)]])
      assert.notDeepEqual(of(...events), []);
  });

  it("finds a change, a removal and a deletion without their event, or with one too many", () => {
    const set = { kind: "set", variant: "a", quantity: 2 } as const;
    const remove = { kind: "remove", variant: "a" } as const;
    const first = added("a", 1);
    const [updated, again, removed] = [changed("updated", 2), changed("updated", 3), changed("removed", 4)];
    assert.deepEqual(findingsWith([ADDED, done(set), done(remove)], created, first, updated, removed), []);
    for (const events of [[updated], [removed], [updated, again, removed]])
      assert.notDeepEqual(findingsWith([ADDED, done(set), done(remove)], created, first, ...events), []);
    for (const events of [[], [updated], [updated, again]])
      assert.equal(
        findingsWith([ADDED, lost(set)], created, first, ...events).length,
        events.length < 2 ? 0 : 1,
      );
    assert.equal(findingsWith([ADDED], created, first, removed).length, 1);
    const end = list("wishlist.deleted", 5);
    assert.deepEqual(findingsWith([ADDED, done({ kind: "delete" })], created, first, end), []);
    assert.equal(findingsWith([ADDED, done({ kind: "delete" })], created, first).length, 1);
  });

  it("finds events of a wishlist that are in a wrong order, by time and by kind", () => {
    const late = list("wishlist.updated", 3);
    assert.deepEqual(of(created, added("a", 1), late), []);
    assert.notDeepEqual(of(created, late, added("a", 1)), []);
    assert.notDeepEqual(of(added("a", 1), list("wishlist.deleted", 2), late), []);
  });
});
