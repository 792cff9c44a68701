import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { productHolder, productId } from "../../../src/store/ids/ids.ts";
import { variantName } from "../../../src/store/keys/names.ts";
import { openLayout } from "../../../src/store/layout/layout.ts";
import type { ProductRecord, VariantRecord } from "../../../src/store/records/catalogue.ts";
import type { Claim, DatedClaim, SharedReference } from "../../../src/store/records/records.ts";
import { MAX_HOLDERS } from "../../../src/store/references/holder-list.ts";
import { References } from "../../../src/store/references/references.ts";
import { newWishlistId, putState } from "../../support/data/state-keys.ts";
import { withRedis } from "../../support/redis.ts";

const storeKey = "t/s";
const PARTITIONS = 4;
const LIFETIME_MS = 1000;
const T0 = 1_700_000_000_000;
/** All claims of before are completed, also those that did not fit. */
const LATER = T0 + 10 * 60_000;
const time = new Date(T0).toISOString();

async function setUp(t: TestContext) {
  const { redis, keys } = withRedis(t);
  const layout = await openLayout(redis, keys, PARTITIONS);
  const references = new References(redis, keys, layout, LIFETIME_MS);
  const item = (holder: string, at = T0): DatedClaim => ({
    ...{ reference: "itemRef", storeKey, value: "r1", holder, at },
  });
  const list = async (value = "r1", reference: SharedReference = "itemRef") => {
    const { times, unlistedSince } = await references.lists.of({ reference, storeKey, value });
    return { holders: [...times.keys()], unlistedSince };
  };
  const setItem = (id: string, has: boolean) =>
    putState({ redis, keys }, 2, { kind: "itemIndex", id, field: "fr1" }, has ? [1] : null);
  const newList = async (has: boolean) => {
    const id = newWishlistId(2);
    if (has) await setItem(id, true);
    return id;
  };
  const sweep = async (now: number, reference: SharedReference = "itemRef") => {
    let dropped = 0;
    for (let partition = 0; partition < PARTITIONS; partition++)
      dropped += (await references.lists.sweep({ partition, reference, storeKey }, now)).dropped;
    return dropped;
  };
  /** Stores a product with one variant. */
  const putProduct = async (productRef: string, sku: string) => {
    const { partition, slot, key } = layout.slotOf("product", storeKey, productRef);
    const id = productId({ ms: T0, seq: 0 }, partition, key);
    const product: ProductRecord = {
      ...{ productId: id, productRef, title: "", status: "active", prerelease: false },
      ...{ createdTime: time, modifiedTime: time, variants: ["v"] },
    };
    const variant: VariantRecord = {
      ...{ variantRef: "v", sku, variantId: `${id}.01`, inventoryPolicy: "deny" },
      ...{ stock: {}, isAvailable: false, isLow: false, cycle: 0, lowCycle: 0, priceCycle: 0 },
    };
    await putState({ redis, keys }, partition, { kind: "product", id: slot }, product);
    await redis.hset(keys.product(partition, slot), "vv", JSON.stringify(variant));
    return id;
  };
  return { redis, keys, references, item, list, setItem, newList, sweep, putProduct };
}

const entryOf = ({ redis, references }: Awaited<ReturnType<typeof setUp>>, claim: Claim) => ({
  read: () => redis.hget(references.hashOf(claim), claim.value),
  write: (text: string) => redis.hset(references.hashOf(claim), claim.value, text),
});

describe("a release of a reference that several may have", () => {
  it("does not remove a holder that a later command has claimed again, even if the release was frozen meanwhile", async (t) => {
    const { redis, keys, references, item, list, setItem, newList } = await setUp(t);
    const id = await newList(false);
    await references.claim([{ ...item(id), seq: 1 }]);
    // The worker has checked the record, and is frozen while the next worker does its work.
    const frozen = new Proxy(redis, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        if (name !== "hexists") return value.bind(target) as unknown;
        return async (...args: unknown[]) => {
          const found = (await value.apply(target, args)) as unknown;
          await references.release([{ ...item(id), seq: 2 }]);
          await references.claim([{ ...item(id), seq: 3 }]);
          await setItem(id, true);
          return found;
        };
      },
    });
    const former = new References(frozen, keys, await openLayout(redis, keys, PARTITIONS), LIFETIME_MS);
    await former.release([{ ...item(id), seq: 2 }]);
    assert.deepEqual((await list()).holders, [id]);
  });
});

describe("the sweep of references that several may have", () => {
  it("removes the holders that do not have the reference, except recent claims", async (t) => {
    const { references, item, list, newList, sweep } = await setUp(t);
    const [held, unused, recent] = [await newList(true), await newList(false), await newList(false)];
    await references.claim([item(held), item(unused), item(recent, T0 + LIFETIME_MS)]);
    assert.equal(await sweep(T0 + LIFETIME_MS), 1);
    assert.deepEqual((await list()).holders, [held, recent]);
  });

  it("gives a holder of 0.1.0 a time first, because its command may still wait", async (t) => {
    const setting = await setUp(t);
    const { item, list, newList, sweep } = setting;
    const [held, unused] = [await newList(true), await newList(false)];
    const entry = entryOf(setting, item(held));
    await entry.write(`${held} ${unused}`);
    assert.equal(await sweep(T0), 0);
    assert.equal(await entry.read(), `${held} ${unused} @${T0}-0`);
    assert.equal(await sweep(T0 + LIFETIME_MS), 1);
    assert.deepEqual((await list()).holders, [held]);
  });

  it("removes a product without the name if several products have claimed it, and keeps a product of 0.1.0", async (t) => {
    const { references, list, sweep, putProduct } = await setUp(t);
    const [former, current] = [await putProduct("p", "other"), await putProduct("q", "sku")];
    const value = variantName("sku", "sku");
    const claim = (holder: string): DatedClaim => ({
      ...{ reference: "variant", storeKey, value, holder, at: T0 },
    });
    await references.claim([claim(productHolder(former))]);
    assert.equal(await sweep(LATER, "variant"), 0);
    await references.claim([claim(current)]);
    assert.equal(await sweep(LATER, "variant"), 1);
    assert.deepEqual((await list(value, "variant")).holders, [current]);
  });

  it("keeps a product whose variants cannot be decoded, because they may have the name", async (t) => {
    const { redis, keys, references, list, sweep, putProduct } = await setUp(t);
    const ids = [await putProduct("p", "other"), await putProduct("q", "sku")];
    for (const key of await redis.keys(`${keys.prefix}*:p:*`)) await redis.hset(key, "vv", "{not json");
    const value = variantName("sku", "sku");
    const claims = ids.map((id) => ({
      ...{ reference: "variant" as const, storeKey, value, holder: productHolder(id), at: T0 },
    }));
    await references.claim(claims);
    assert.equal(await sweep(LATER, "variant"), 0);
    assert.equal((await list(value, "variant")).holders.length, 2);
  });
});

describe("References.isEntered", () => {
  it("accepts a full list of holders that have the reference, but no list with places, and no unused holder", async (t) => {
    const { references, item, newList, setItem } = await setUp(t);
    const ids = await Promise.all(Array.from({ length: MAX_HOLDERS + 1 }, () => newList(true)));
    await references.claim(ids.map((id) => item(id)));
    const last = item(String(ids[MAX_HOLDERS]));
    assert.equal(await references.isEntered(last), true);
    await setItem(String(ids[0]), false);
    await references.claim([item(newWishlistId(2), LATER)]);
    assert.equal(await references.isEntered(last), false);
    assert.equal(await references.claimHeld({ ...last, at: LATER }), true);
    assert.equal(await references.isEntered(last), true);
    await setItem(String(ids[1]), false);
    await references.release([item(String(ids[1]))]);
    assert.equal(await references.isEntered(item(newWishlistId(2))), false);
  });
});
