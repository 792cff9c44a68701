import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { Command } from "../../src/actors/command.ts";
import { MAX_RECORD_BYTES } from "../../src/actors/record-size.ts";
import type { Decision } from "../../src/actors/reply.ts";
import { addressOf } from "../../src/store/partition/state/state-keys.ts";
import type { Customer, ItemRecord, WishlistRecord } from "../../src/store/records/records.ts";
import { MemoryPartition } from "../support/memory/partition.ts";

const storeKey = "t/s";
const slot = "t/s:1";
const key = "1";
const forSlot = { storeKey, slot, key };

const bytesOf = (record: unknown) => Buffer.byteLength(JSON.stringify(record));

/** Attributes of about so many bytes. The characters have one, two or three bytes each. */
const attributes = (group: string, bytes: number, character = "x") => ({
  [group]: {
    attributes: Object.fromEntries(
      Array.from({ length: Math.ceil(bytes / 1000) }, (_, i) => [
        `a${i}`,
        character.repeat(Math.floor(990 / Buffer.byteLength(character))),
      ]),
    ),
  },
});

function refusalOf(decision: Decision) {
  assert.ok(!decision.ok, "the command was accepted");
  return decision;
}

function accepted(decision: Decision): object {
  assert.ok(decision.ok, JSON.stringify(decision));
  return decision.body ?? {};
}

/** A customer with one wishlist of one item. */
function seeded() {
  const store = new MemoryPartition();
  accepted(store.run({ type: "CreateCustomer", ...forSlot, ref: "r1", fields: {} }));
  const { id: wishlistId } = accepted(
    store.run({ type: "CreateWishlist", ...forSlot, customerRef: "r1", fields: { name: "mine" } }),
  ) as WishlistRecord;
  const product = { productRef: "p", selectedVariantRef: "v0" };
  accepted(store.run({ type: "AddItem", storeKey, wishlistId, item: { product }, allowDuplicates: false }));
  return { store, wishlistId };
}

const size = fc.integer({ min: 0, max: 90_000 });
const content = fc.record({
  group: fc.constantFrom("g1", "g2", "g3"),
  bytes: size,
  character: fc.constantFrom("x", "é", "界", '"'),
});
type Content = typeof content extends fc.Arbitrary<infer T> ? T : never;

/** Every command of a caller that makes a record larger. */
const WRITES: ((wishlistId: string, text: Content) => Command)[] = [
  (_, { character, bytes }) => ({
    type: "UpdateCustomer",
    ...forSlot,
    ref: "r1",
    fields: { note: character.repeat(bytes / 2) },
  }),
  (_, { group, bytes }) => ({
    type: "UpsertCustomer",
    ...forSlot,
    ref: "r1",
    fields: { addresses: Array.from({ length: bytes / 1000 }, () => ({ address1: group.repeat(400) })) },
  }),
  (_, { group, bytes, character }) => ({
    type: "CreateWishlist",
    ...forSlot,
    customerRef: "r1",
    fields: { name: "another", attributeGroups: attributes(group, bytes, character) },
  }),
  (wishlistId, { group, bytes, character }) => ({
    type: "UpdateWishlist",
    storeKey,
    wishlistId,
    changes: { attributeGroups: attributes(group, bytes, character), wishlistRef: group },
  }),
  (wishlistId, { character }) => ({
    type: "UpdateWishlist",
    storeKey,
    wishlistId,
    changes: { wishlistRef: character.repeat(255) },
  }),
  (wishlistId, { group, bytes, character }) => ({
    type: "AddItem",
    storeKey,
    wishlistId,
    item: {
      product: { productRef: "p", selectedVariantRef: group },
      attributeGroups: attributes(group, bytes, character),
    },
    allowDuplicates: false,
  }),
  (wishlistId, { group, bytes, character }) => ({
    type: "UpdateItem",
    storeKey,
    wishlistId,
    number: 1,
    changes: { attributeGroups: attributes(group, bytes, character) },
  }),
];

describe("the size of records", () => {
  it("never exceeds the limit of its kind, whatever callers write one after the other", () => {
    const step = fc.record({ write: fc.nat(WRITES.length - 1), text: content });
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 20 }), (steps) => {
        const { store, wishlistId } = seeded();
        for (const { write, text } of steps) {
          const command = WRITES[write]?.(wishlistId, text);
          const decision = command && store.run(command);
          if (decision && !decision.ok) assert.match(decision.path ?? "", /^\/[a-zA-Z]/);
        }
        for (const { stateKey, value } of store.stateKeys.values()) {
          // The reference of its wishlist does not count for an item.
          const { wishlistRef: _, ...own } = value as ItemRecord;
          if (stateKey.kind === "item") assert.ok(bytesOf(own) <= MAX_RECORD_BYTES.item);
          if (stateKey.kind === "record") assert.ok(bytesOf(value) <= MAX_RECORD_BYTES.wishlist);
          if (stateKey.kind === "customer")
            assert.ok(bytesOf((value as Customer).record) <= MAX_RECORD_BYTES.customer);
        }
      }),
      { numRuns: 40 },
    );
  });

  it("counts bytes, not characters, and names the largest field", () => {
    const { store } = seeded();
    const update = (note: string) =>
      store.run({ type: "UpdateCustomer", ...forSlot, ref: "r1", fields: { note } });
    accepted(update("x".repeat(40_000)));
    const refusal = refusalOf(update("界".repeat(40_000)));
    assert.equal(refusal.code, "InvalidInput");
    assert.equal(refusal.path, "/note");
    assert.match(refusal.detail, /the limit is 65536/);
  });

  it("refuses the row of add-items that is too large, and adds no row", () => {
    const { store, wishlistId } = seeded();
    const item = (variant: string, bytes: number) => ({
      product: { productRef: "p", selectedVariantRef: variant },
      attributeGroups: attributes("g", bytes),
    });
    const refusal = refusalOf(
      store.run({
        type: "AddItems",
        storeKey,
        wishlistId,
        items: [item("v1", 10), item("v2", 40_000)],
        pointers: ["/itemRef/0", "/itemRef/1"],
        allowDuplicates: false,
      }),
    );
    assert.equal(refusal.path, "/itemRef/1/attributeGroups");
    assert.equal(store.all("item", wishlistId).length, 1);
  });

  it("lets a record from before the limit stay and shrink, but not grow", () => {
    const { store, wishlistId } = seeded();
    const stateKey = { kind: "item" as const, id: wishlistId, field: 1 };
    const large = { ...(store.value(stateKey) as ItemRecord), attributeGroups: attributes("g", 50_000) };
    store.stateKeys.set(addressOf(stateKey), { stateKey, value: large });
    const update = (changes: object) =>
      store.run({ type: "UpdateItem", storeKey, wishlistId, number: 1, changes });
    accepted(update({ prerelease: true }));
    accepted(update({ attributeGroups: attributes("g", 45_000) }));
    refusalOf(update({ staffRef: "x".repeat(200) }));
    accepted(store.run({ type: "RemoveItem", storeKey, wishlistId, number: 1 }));
  });

  it("does not prevent that flags of a record at its limit are reset", () => {
    const { store, wishlistId } = seeded();
    const update = (changes: object) =>
      store.run({ type: "UpdateItem", storeKey, wishlistId, number: 1, changes });
    const { note: _, ...item } = accepted(update({ notifyMe: true, note: "" })) as ItemRecord;
    const left = MAX_RECORD_BYTES.item - bytesOf({ ...item, note: "" });
    accepted(update({ note: "x".repeat(left) }));
    accepted(update({ notifyMe: false, addedFromCart: null }));
    assert.equal(refusalOf(update({ note: "x".repeat(left + 1) })).path, "/note");
    accepted(update({ notifyMe: true, prerelease: true, note: "x".repeat(left) }));
  });

  it("does not prevent that an item at its limit is moved, joined with the same wish, or claimed", () => {
    const { store, wishlistId } = seeded();
    const create = { type: "CreateWishlist", ...forSlot, customerRef: "r1", fields: { name: "n" } } as const;
    const { id: other, ...list } = accepted(store.run(create)) as WishlistRecord;
    const update = (changes: object) =>
      accepted(store.run({ type: "UpdateItem", storeKey, wishlistId, number: 1, changes })) as ItemRecord;
    const { note: _, ...unnoted } = update({ notifyMe: true, note: "" });
    update({ note: "x".repeat(MAX_RECORD_BYTES.item - bytesOf({ ...unnoted, note: "" })) });
    const full = update({ notifyMe: false });
    assert.ok(bytesOf({ ...full, wishlistRef: undefined }) > MAX_RECORD_BYTES.item);
    const move = (isCopy: boolean): Command => ({
      ...{ type: "MoveItems", storeKey, wishlistId, to: { wishlistId: other }, isCopy },
      ...{ items: [1], pointers: ["/itemId/0"], allowDuplicates: false },
    });
    accepted(store.run(move(true)));
    accepted(store.run(move(false)));
    const claim = { guestWishlistId: "guest", mode: "keep", most: 9, allowDuplicates: false } as const;
    const given = { number: 1, record: { ...list, id: "guest" }, items: [full] };
    accepted(store.run({ type: "AcceptHandover", ...forSlot, customerRef: "r1", ...claim, ...given }));
  });

  it("does not prevent that a consent is withdrawn, with or without its time", () => {
    const refused = { accepts_marketing: false };
    const dated = { ...refused, accepts_marketing_updated_at: "2020-01-03T00:00:00.000000+00:00" };
    for (const type of ["UpdateCustomer", "UpsertCustomer"] as const)
      for (const fields of [refused, dated]) {
        const store = new MemoryPartition();
        const updated_at = "2020-01-01T00:00:00Z";
        const consent = { accepts_marketing: true, marketing_opt_in_level: "unknown" };
        const given = { ...consent, updated_at };
        const record = accepted(
          store.run({ type: "CreateCustomer", ...forSlot, ref: "r1", fields: { ...given, note: "" } }),
        );
        const note = "x".repeat(MAX_RECORD_BYTES.customer - bytesOf(record));
        const update = (changes: object) => store.run({ type, ...forSlot, ref: "r1", fields: changes });
        accepted(update({ note, updated_at: "2020-01-02T00:00:00Z" }));
        accepted(update(fields));
        assert.equal(refusalOf(update({ note: `${note}x`.repeat(2) })).path, "/note");
      }
  });

  it("does not prevent that a large order is refunded once its lines were matched", () => {
    const store = new MemoryPartition();
    const lines = Array.from({ length: 1000 }, (_, i) => ({
      lineRef: `${i}`.padStart(14, "1"),
      sku: "x".repeat(200),
      quantity: 1,
    }));
    const order = { orderRef: "o", createdTime: "2020-01-01T00:00:00Z", lines };
    const put = (changes: object) =>
      store.run({ type: "PutOrder", ...forSlot, order: { ...order, ...changes } });
    accepted(put({}));
    const matches = Object.fromEntries(
      lines.map(({ lineRef }) => [lineRef, { code: "variant_unknown" as const }]),
    );
    accepted(store.run({ type: "NoteMatches", ...forSlot, revision: 1, matches }));
    const refunded = lines.map((line, i) => (i < 10 ? { ...line, refundedQuantity: 1 } : line));
    assert.deepEqual(accepted(put({ lines: refunded })), { orderRef: "o", status: "accepted" });
    const longer = lines.map((line) => ({ ...line, sku: "x".repeat(250) }));
    assert.equal(refusalOf(put({ lines: longer })).path, "/lines");
  });

  it("limits what feeds write", () => {
    const store = new MemoryPartition();
    const feed = { storeKey, slot: "t/s:p", key: "p" };
    const thresholds = { threshold: 1, lowStockThreshold: 3 };
    const put = (variantRefs: string[]) =>
      store.run({
        type: "PutProduct",
        ...feed,
        product: { productRef: "p" },
        variants: variantRefs.map((variantRef) => ({ variantRef })),
        currency: null,
        thresholds,
      });
    const refs = (from: number) => Array.from({ length: 500 }, (_, i) => `${from + i}`.padEnd(255, "x"));
    accepted(put(refs(0)));
    accepted(put(refs(500)));
    assert.equal(refusalOf(put(refs(1000))).path, "/variants");
  });
});
