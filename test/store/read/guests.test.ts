import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import fc from "fast-check";
import { versionOf } from "../../../src/store/ids/entry-id.ts";
import { wishlistId } from "../../../src/store/ids/ids.ts";
import { Guests } from "../../../src/store/read/guests.ts";
import type { Handover } from "../../../src/store/records/guests.ts";
import { metaWith, putState } from "../../support/data/state-keys.ts";
import { withRedis } from "../../support/redis.ts";

const storeKey = "t/s";
const T0 = 1_700_000_000_000;
const PARTITIONS_USED = 3;

/** A guest's wishlist: when it was made, how long after that it was used, and how far its claim is. */
interface Made {
  partition: number;
  madeMs: number;
  usedAfterMs: number;
  claim: "none" | "open" | "done";
}

const slotOf = (customer: string) => `${storeKey}:${customer}`;
const termsOf = (customer: string) => ({
  ...{ partition: 0, slot: slotOf(customer), key: customer, customerRef: customer },
  ...{ mode: "keep" as const, most: 10, allowDuplicates: false },
});

function handoverOf(claim: Made["claim"], customer: string): { handover?: Handover } {
  const handover = { number: 1, slot: slotOf(customer) };
  if (claim === "none") return {};
  if (claim === "open") return { handover: { ...handover, terms: termsOf(customer) } };
  return { handover: { ...handover, result: { wishlistId: "w", status: "kept" } } };
}

function setUp(t: TestContext) {
  const { redis, keys } = withRedis(t);
  let count = 0;
  /** Stores a guest's wishlist as commits do. */
  const make = async ({ partition, madeMs, usedAfterMs, claim }: Made, customer = "ann") => {
    const id = wishlistId({ ms: T0 + madeMs, seq: count++ }, partition, "00000");
    const version = versionOf({ ms: T0 + madeMs + usedAfterMs, seq: 0 });
    const meta = metaWith({
      slot: slotOf(`guest${count}`),
      version,
      deleted: claim !== "none",
      maxGuestItems: 500,
    });
    const usedTime = new Date(T0 + madeMs).toISOString();
    const guest = { storeKey, hash: "hash", usedTime, claims: 1, ...handoverOf(claim, customer) };
    await putState({ redis, keys }, partition, { kind: "meta", id }, meta);
    await putState({ redis, keys }, partition, { kind: "guest", id }, guest);
    return id;
  };
  const clear = async () => {
    for (let partition = 0; partition < PARTITIONS_USED; partition++)
      for (const index of ["guests", "open-claims", "claimed"] as const)
        await redis.del(keys.storeIndex(partition, index, storeKey));
  };
  return { guests: new Guests(redis, keys), make, clear };
}

const made = fc.record({
  partition: fc.nat(PARTITIONS_USED - 1),
  madeMs: fc.nat(1000),
  usedAfterMs: fc.nat(500),
  claim: fc.constantFrom("none" as const, "none" as const, "open" as const, "done" as const),
});

describe("the figures of guests' wishlists", () => {
  it("are those of a count of all, and name the one that is unused the longest", async (t) => {
    const { guests, make, clear } = setUp(t);
    await fc.assert(
      fc.asyncProperty(fc.array(made, { maxLength: 12 }), async (lists) => {
        await clear();
        for (const list of lists) await make(list);
        const open = lists.filter(({ claim }) => claim === "open").length;
        const free = lists.filter(({ claim }) => claim === "none");
        assert.deepEqual(await guests.count(storeKey), { wishlists: free.length, openClaims: open });
        const used = free.map(({ madeMs, usedAfterMs }) => T0 + madeMs + usedAfterMs);
        assert.equal(await guests.oldestUse(storeKey), used.length > 0 ? Math.min(...used) : undefined);
      }),
      { numRuns: 30 },
    );
  });

  it("promise no later end than the true one where there are too many to be read", async (t) => {
    const { guests, make } = setUp(t);
    const list = { partition: 0, usedAfterMs: 100_000, claim: "none" as const };
    for (let i = 0; i <= 500; i++) await make({ ...list, madeMs: i });
    assert.equal(await guests.oldestUse(storeKey), T0 + 100_000);
    assert.equal(await guests.oldestUse(storeKey, 500), T0 + 500);
  });
});

describe("the open claims of some customers", () => {
  it("are found in all partitions, and no others are", async (t) => {
    const { guests, make } = setUp(t);
    const list = { madeMs: 0, usedAfterMs: 0, claim: "open" as const };
    const expected = [
      await make({ ...list, partition: 0 }),
      await make({ ...list, partition: 2 }),
      await make({ ...list, partition: 2 }, "bob"),
    ];
    await make({ ...list, partition: 1 }, "eve");
    await make({ ...list, partition: 1, claim: "done" });
    await make({ ...list, partition: 1, claim: "none" });
    const found = await guests.openClaims(storeKey, new Set([slotOf("ann"), slotOf("bob")]));
    assert.deepEqual(found.map((claim) => claim.wishlistId).sort(), expected.sort());
    for (const { address, terms } of found) {
      assert.equal(address.slot, slotOf(address.key));
      assert.match(address.key, /^guest/);
      assert.ok(["ann", "bob"].includes(terms.customerRef ?? ""));
    }
    assert.deepEqual(await guests.openClaims("t/other", new Set([slotOf("ann")])), []);
  });
});
