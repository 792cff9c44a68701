import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { completeLists } from "../../../src/jobs/maintenance/complete-lists.ts";
import { openLayout } from "../../../src/store/layout/layout.ts";
import { IndexReads } from "../../../src/store/maintenance/index-reads.ts";
import type { DatedClaim } from "../../../src/store/records/records.ts";
import { MAX_HOLDERS } from "../../../src/store/references/holder-list.ts";
import type { UnlistedReference } from "../../../src/store/references/holder-sweep.ts";
import { References } from "../../../src/store/references/references.ts";
import { metaWith, newWishlistId, putState } from "../../support/data/state-keys.ts";
import { withRedis } from "../../support/redis.ts";

const storeKey = "t/s";
const PARTITIONS = 2;
const PARTITION = 1;
const LIFETIME_MS = 60_000;
const T0 = 1_700_000_000_000;
/** More than the holders that a list has places for. */
const WISHLISTS = 24;
const RUNS = 100 * Number(process.env["TEST_RUNS"] ?? 1);

const wishlist = fc.nat(WISHLISTS - 1);
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant("add" as const), wishlist }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("cancelled add" as const), wishlist }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("remove" as const), wishlist }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("add to all" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("late release" as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("sweep" as const) }) },
  // The records are read while commands are applied.
  { weight: 1, arbitrary: fc.record({ do: fc.constant("sweep during an addition" as const), wishlist }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("wait" as const), ms: fc.nat(3 * LIFETIME_MS) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

describe("the lists of holders of a reference", () => {
  it("never lose a wishlist that has the reference, and are exact after the sweeps, whatever happens", async (t) => {
    const { redis, keys } = withRedis(t);
    const layout = await openLayout(redis, keys, PARTITIONS);
    const references = new References(redis, keys, layout, LIFETIME_MS);
    const reads = new IndexReads(redis, keys);
    const ids = Array.from({ length: WISHLISTS }, () => newWishlistId(PARTITION));
    for (const id of ids)
      await putState({ redis, keys }, PARTITION, { kind: "meta", id }, metaWith({ storeKey }));
    let run = 0;

    const play = async (steps: readonly Step[]) => {
      const value = `r${run++}`;
      const has = new Set<string>();
      const late: DatedClaim[] = [];
      let now = T0;
      let seq = 0;
      const claimOf = (holder: string): DatedClaim => ({
        ...{ reference: "itemRef", storeKey, value, holder, at: now, seq: seq++ },
      });
      const setRecord = async (id: string, isHeld: boolean) => {
        const stateKey = { kind: "itemIndex", id, field: `f${value}` } as const;
        await putState({ redis, keys }, PARTITION, stateKey, isHeld ? [1] : null);
        if (isHeld) has.add(id);
        else has.delete(id);
      };
      const add = async (id: string) => {
        if (has.has(id)) return;
        await references.claim([claimOf(id)]);
        await setRecord(id, true);
      };
      const remove = async (id: string) => {
        if (!has.has(id)) return;
        await setRecord(id, false);
        const release = claimOf(id);
        late.push(release);
        await references.release([release]);
      };
      const sweep = async (meanwhile?: () => Promise<void>) => {
        const unlisted: UnlistedReference[] = [];
        for (let partition = 0; partition < PARTITIONS; partition++) {
          const swept = await references.lists.sweep({ partition, reference: "itemRef", storeKey }, now);
          unlisted.push(...swept.unlisted);
        }
        await meanwhile?.();
        const others = { history: () => Promise.resolve(""), matchLater: () => Promise.resolve() };
        const deps = { reads, references, partitions: PARTITIONS, now: () => now, ...others };
        await completeLists(deps, unlisted);
      };
      const check = async () => {
        const { wishlistIds, more } = await references.wishlistsWithItem(storeKey, value);
        const missing = [...has].filter((id) => !wishlistIds.includes(id));
        assert.ok(missing.length === 0 || more, `${missing.length} are missing`);
        assert.ok(wishlistIds.length <= MAX_HOLDERS);
        return { wishlistIds, more };
      };
      for (const each of steps) {
        const id = "wishlist" in each ? String(ids[each.wishlist]) : "";
        switch (each.do) {
          case "add":
            await add(id);
            break;
          case "add to all":
            for (const one of ids) await add(one);
            break;
          case "cancelled add":
            if (!has.has(id)) await references.claim([claimOf(id)]);
            break;
          case "remove":
            await remove(id);
            break;
          case "late release":
            // A frozen worker has checked the record before the release, so it does not check it now.
            for (const release of late) {
              const former = new References(
                new Proxy(redis, {
                  get(target, name) {
                    if (name === "hexists") return () => Promise.resolve(0);
                    const member: unknown = Reflect.get(target, name);
                    return typeof member === "function" ? (member.bind(target) as unknown) : member;
                  },
                }),
                ...([keys, layout, LIFETIME_MS] as const),
              );
              await former.release([release]);
            }
            break;
          case "sweep":
            await sweep();
            break;
          case "sweep during an addition":
            await sweep(() => add(id));
            break;
          case "wait":
            now += each.ms;
            seq = 0;
            break;
        }
        await check();
      }
      // Fewer than a list has places for.
      for (const id of [...has].slice(15)) await remove(id);
      for (let night = 0; night < 2; night++) {
        now += 5 * LIFETIME_MS;
        await sweep();
      }
      const { wishlistIds, more } = await check();
      assert.deepEqual(wishlistIds.sort(), [...has].sort());
      assert.equal(more, false);
      for (const id of has) await setRecord(id, false);
    };
    await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 30 }), play), { numRuns: RUNS });
  });
});
