import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import type { Job } from "bullmq";
import { pino } from "pino";
import { sweepReferences } from "../../src/jobs/maintenance/sweep-references.ts";
import { productHolder, productId } from "../../src/store/ids/ids.ts";
import { variantName } from "../../src/store/keys/names.ts";
import { openLayout } from "../../src/store/layout/layout.ts";
import { IndexReads } from "../../src/store/maintenance/index-reads.ts";
import { Products } from "../../src/store/read/products.ts";
import type { ProductRecord, VariantRecord } from "../../src/store/records/catalogue.ts";
import type { DatedClaim } from "../../src/store/records/records.ts";
import { MAX_HOLDERS } from "../../src/store/references/holder-list.ts";
import { References } from "../../src/store/references/references.ts";
import { Tenants } from "../../src/store/tenants/tenants.ts";
import { metaWith, newWishlistId, putState } from "../support/data/state-keys.ts";
import { withRedis } from "../support/redis.ts";

const storeKey = "shop/default";
const PARTITIONS = 4;
const LIFETIME_MS = 60_000;
const NOW = 1_700_000_000_000;
/** All commands of claims at this time are applied, also of claims that did not fit into a list. */
const OLD = NOW - 10 * LIFETIME_MS;
const SKU = variantName("sku", "T-2");
const time = new Date(OLD).toISOString();

async function setUp(t: TestContext) {
  const { redis, keys } = withRedis(t);
  const layout = await openLayout(redis, keys, PARTITIONS);
  const references = new References(redis, keys, layout, LIFETIME_MS);
  const products = new Products(redis, keys, layout, references);
  const tenants = new Tenants(redis, keys);
  await tenants.create("shop");
  /** Runs the sweep of a night. `scanned` is called when all keys have been read. */
  const told: unknown[] = [];
  const sweep = async (scanned: (reads: number) => string | Promise<string> = () => "") => {
    let reads = 0;
    const deps = {
      ...{ tenants, references, partitions: PARTITIONS, now: () => NOW, log: pino({ level: "silent" }) },
      ...{ reads: new IndexReads(redis, keys), history: async () => scanned(reads++) },
      matchLater: (...named: [string, string[]]) => Promise.resolve(void told.push(named)),
    };
    const job = { updateProgress: () => Promise.resolve() } as unknown as Job;
    return sweepReferences(deps)(job);
  };
  const item = (holder: string, at = OLD): DatedClaim => ({
    ...{ reference: "itemRef", storeKey, value: "r1", holder, at },
  });
  const newList = async () => {
    const id = newWishlistId(2);
    await putState({ redis, keys }, 2, { kind: "meta", id }, metaWith({ storeKey }));
    await putState({ redis, keys }, 2, { kind: "itemIndex", id, field: "fr1" }, [1]);
    return id;
  };
  const product = (productRef: string) => {
    const { partition, slot, key } = layout.slotOf("product", storeKey, productRef);
    const id = productId({ ms: OLD, seq: 0 }, partition, key);
    const claim: DatedClaim = {
      ...{ reference: "variant", storeKey, value: SKU, holder: productHolder(id), at: OLD },
    };
    return { partition, slot, id, claim };
  };
  const putProduct = async (productRef: string) => {
    const { partition, slot, id } = product(productRef);
    const record: ProductRecord = {
      ...{ productId: id, productRef, title: "", status: "active", prerelease: false },
      ...{ createdTime: time, modifiedTime: time, variants: ["v"] },
    };
    const variant: VariantRecord = {
      ...{ variantRef: "v", sku: "T-2", variantId: `${id}.01`, inventoryPolicy: "deny" },
      ...{ stock: {}, isAvailable: false, isLow: false, cycle: 0, lowCycle: 0, priceCycle: 0 },
    };
    await putState({ redis, keys }, partition, { kind: "product", id: slot }, record);
    await redis.hset(keys.product(partition, slot), "vv", JSON.stringify(variant));
    return keys.product(partition, slot);
  };
  const foundBySku = async () =>
    (await products.variantsWith(storeKey, { sku: "T-2" })).map((each) => each.product.productRef);
  const lists = () => references.wishlistsWithItem(storeKey, "r1");
  return { redis, keys, references, sweep, item, newList, product, putProduct, foundBySku, lists, told };
}

/** Claims of wishlists that were never created. */
const unusedLists = (item: (holder: string) => DatedClaim, count: number) =>
  Array.from({ length: count }, () => item(newWishlistId(2)));

describe("a reference that more holders had than are listed", () => {
  it("finds the wishlist that has it, although it did not fit into the list", async (t) => {
    const { references, sweep, item, newList, lists, told } = await setUp(t);
    const id = await newList();
    await references.claim([...unusedLists(item, 25), item(id)]);
    const before = await lists();
    assert.deepEqual([before.wishlistIds.includes(id), before.more], [false, true]);
    assert.equal(await sweep(), MAX_HOLDERS);
    assert.deepEqual(await lists(), { wishlistIds: [id], more: false });
    assert.deepEqual(told, []);
  });

  it("finds the product with the SKU, although it did not fit into the list, and has the orders matched that wait", async (t) => {
    const { references, sweep, product, putProduct, foundBySku, told } = await setUp(t);
    await putProduct("tent");
    for (let i = 0; i < 25; i++) await references.claim([product(`other ${i}`).claim]);
    await references.claim([product("tent").claim]);
    assert.deepEqual(await foundBySku(), []);
    assert.equal(await sweep(), MAX_HOLDERS);
    assert.deepEqual(await foundBySku(), ["tent"]);
    assert.deepEqual(told, [[storeKey, [SKU]]]);
    const named = { reference: "variant" as const, storeKey, value: SKU };
    assert.equal((await references.lists.of(named)).unlistedSince, undefined);
  });

  it("still has more holders than are listed if it really has", async (t) => {
    const { references, sweep, item, newList, lists } = await setUp(t);
    const ids = await Promise.all(Array.from({ length: MAX_HOLDERS + 1 }, newList));
    await references.claim([...unusedLists(item, 10), ...ids.map((id) => item(id))]);
    assert.equal(await sweep(), 10);
    const { wishlistIds, more } = await lists();
    assert.deepEqual([wishlistIds.length, more], [MAX_HOLDERS, true]);
  });

  it("is left as it is while a command may wait whose claim did not fit", async (t) => {
    const { references, sweep, item, lists } = await setUp(t);
    await references.claim(unusedLists(item, MAX_HOLDERS));
    await references.claim([item(newWishlistId(2), NOW - LIFETIME_MS)]);
    assert.equal(await sweep(), MAX_HOLDERS);
    assert.deepEqual(await lists(), { wishlistIds: [], more: true });
  });

  it("is left as it is if another claim has no place while the records are read", async (t) => {
    const { references, sweep, item, lists } = await setUp(t);
    await references.claim(unusedLists(item, MAX_HOLDERS + 1));
    await sweep(async () => {
      await references.claim(Array.from({ length: MAX_HOLDERS + 1 }, () => item(newWishlistId(2), NOW)));
      return "";
    });
    assert.equal((await lists()).more, true);
  });

  it("is left as it is if a replica has replaced its master while the records were read", async (t) => {
    const { references, sweep, item, lists } = await setUp(t);
    await references.claim(unusedLists(item, MAX_HOLDERS + 1));
    await sweep((reads) => `history ${reads}`);
    assert.equal((await lists()).more, true);
    await sweep();
    assert.deepEqual(await lists(), { wishlistIds: [], more: false });
  });

  it("is left as it is if a record that may have it cannot be decoded", async (t) => {
    const { redis, keys, references, sweep, item, newList, lists, product, putProduct } = await setUp(t);
    const id = await newList();
    await redis.hset(keys.wishlist(2, id), "m", "{not json");
    await redis.hset(await putProduct("tent"), "vv", "{not json");
    await references.claim(unusedLists(item, MAX_HOLDERS + 1));
    for (let i = 0; i <= MAX_HOLDERS; i++) await references.claim([product(`other ${i}`).claim]);
    await sweep();
    assert.deepEqual(await lists(), { wishlistIds: [], more: true });
    const named = { reference: "variant" as const, storeKey, value: SKU };
    assert.notEqual((await references.lists.of(named)).unlistedSince, undefined);
  });

  it("is completed in the second night if version 0.1.0 has written it", async (t) => {
    const { redis, references, sweep, item, newList, lists } = await setUp(t);
    const id = await newList();
    const former = Array.from({ length: 19 }, () => newWishlistId(2));
    const { value } = item(id);
    const write = (words: string[]) => redis.hset(references.hashOf(item(id)), value, words.join(" "));
    await write([...former, "+"]);
    await sweep();
    assert.equal((await lists()).wishlistIds.length, 19);
    // A day later, in data with older times.
    await write([...former.flatMap((each) => [each, `@${OLD}-0`]), "+", `@${OLD}-0`]);
    assert.equal(await sweep(), 19);
    assert.deepEqual(await lists(), { wishlistIds: [id], more: false });
  });
});
