import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { MAX_SAME_NAME } from "../../../src/actors/catalogue/same-name.ts";
import { meaningOf } from "../../../src/actors/order/bought-variant.ts";
import { VariantFinder } from "../../../src/ingest/variant-finder.ts";
import { knownVariants } from "../../../src/jobs/orders/line-variants.ts";
import { productHolder, productId, variantId } from "../../../src/store/ids/ids.ts";
import { variantName, variantNames } from "../../../src/store/keys/names.ts";
import { openLayout } from "../../../src/store/layout/layout.ts";
import { Products } from "../../../src/store/read/products.ts";
import type { VariantNames } from "../../../src/store/read/variant-search.ts";
import type { ProductRecord, VariantRecord } from "../../../src/store/records/catalogue.ts";
import type { OrderLine } from "../../../src/store/records/orders.ts";
import { MAX_HOLDERS } from "../../../src/store/references/holder-list.ts";
import { References } from "../../../src/store/references/references.ts";
import { putState } from "../../support/data/state-keys.ts";
import { withRedis } from "../../support/redis.ts";

const storeKey = "t/s";
const AT = 1_700_000_000_000;
const time = new Date(AT).toISOString();

type Named = Partial<Pick<VariantRecord, "variantRef" | "sku" | "gtin">>;

async function setUp(t: TestContext) {
  const { redis, keys } = withRedis(t);
  const layout = await openLayout(redis, keys, 4);
  const references = new References(redis, keys, layout, 0);
  const products = new Products(redis, keys, layout, references);
  const addressOf = (productRef: string) => {
    const address = layout.slotOf("product", storeKey, productRef);
    return { ...address, id: productId({ ms: AT, seq: 0 }, address.partition, address.key) };
  };
  /** Claims names for a product. */
  const claim = async (productRef: string, names: readonly string[]) => {
    const holder = productHolder(addressOf(productRef).id);
    for (const value of names)
      await references.claim([{ reference: "variant", storeKey, value, holder, at: AT }]);
  };
  /** Stores a product with one variant. */
  const store = async (productRef: string, named: Named) => {
    const { partition, slot, id } = addressOf(productRef);
    const product: ProductRecord = {
      ...{ productId: id, productRef, title: "", status: "active", prerelease: false },
      ...{ createdTime: time, modifiedTime: time, variants: ["v"] },
    };
    const variant: VariantRecord = {
      ...{ variantRef: "v", variantId: variantId(id, 1), inventoryPolicy: "deny", stock: {}, ...named },
      ...{ isAvailable: false, isLow: false, cycle: 0, lowCycle: 0, priceCycle: 0 },
    };
    await claim(productRef, variantNames(variant));
    await putState({ redis, keys }, partition, { kind: "product", id: slot }, product);
    await redis.hset(keys.product(partition, slot), "vv", JSON.stringify(variant));
  };
  const storeMany = async (count: number, namesOf: (i: number) => Named) => {
    for (let i = 0; i < count; i++) await store(`p${i}`, namesOf(i));
  };
  /** Returns the products that a line may mean, the rules of its common names, and whether it is ambiguous. */
  const meaning = async (names: Partial<OrderLine>) => {
    const line = { lineRef: "1", quantity: 1, ...names };
    const [found] = await knownVariants({ products }, storeKey, [{ line, isMatched: false }]);
    assert.ok(found);
    const { candidates, commonNames, isAmbiguous } = meaningOf(line, found.known);
    // A candidate without an id is a guess, which the catalogue does not know.
    const known = candidates.filter(({ product }) => product.productId !== undefined);
    return [known.map(({ product }) => product.productRef), commonNames, isAmbiguous];
  };
  /** Returns the product of a row of stock, or why the row is refused. */
  const stocked = async (names: VariantNames, productRef?: string) => {
    const row = productRef === undefined ? { names } : { names, productRef };
    const [found] = await new VariantFinder(products).lookUp(storeKey, [row]);
    assert.ok(found);
    if ("error" in found) return `${found.error.code}: ${found.error.detail}`;
    return "found" in found ? found.found.map((each) => each.productRef).join() : "pending";
  };
  const write = (name: string, text: string) => {
    const reference = { reference: "variant" as const, storeKey, value: name };
    return redis.hset(references.hashOf(reference), name, text);
  };
  const idOf = (productRef: string) => addressOf(productRef).id;
  return { products, claim, store, storeMany, meaning, stocked, write, idOf };
}

const AMBIGUOUS = [[], ["sku"], true];
const SEVERAL = "AmbiguousReference: Variants of several products match; add productRef:";
const common = () => ({ sku: "N/A" });

it("more products are listed for a name than variants can share it", () => {
  assert.equal(Math.max(MAX_HOLDERS, MAX_SAME_NAME + 1), MAX_HOLDERS);
});

describe("a code that one variant of each of many products has", () => {
  it("means all of 20", async (t) => {
    const { storeMany, meaning, stocked } = await setUp(t);
    await storeMany(20, common);
    const refs = Array.from({ length: 20 }, (_, i) => `p${i}`);
    assert.deepEqual(await meaning({ sku: "N/A" }), [refs, [], false]);
    assert.equal(await stocked({ sku: "N/A" }), `${SEVERAL} p0, p1, p2, p3, p4 or another product.`);
  });

  for (const count of [21, 22, 25])
    it(`means none of ${count}`, async (t) => {
      const { storeMany, meaning, stocked } = await setUp(t);
      await storeMany(count, common);
      assert.deepEqual(await meaning({ sku: "N/A" }), AMBIGUOUS);
      assert.equal(await stocked({ sku: "N/A" }), `${SEVERAL} p0, p1, p2, p3, p4 or another product.`);
    });

  it("means the variant of the product that a line or a row names, also of one that is not listed", async (t) => {
    const { storeMany, meaning, stocked } = await setUp(t);
    await storeMany(25, common);
    for (const productRef of ["p0", "p24"]) {
      assert.deepEqual(await meaning({ productRef, sku: "N/A" }), [[productRef], ["sku"], false]);
      assert.equal(await stocked({ sku: "N/A" }, productRef), productRef);
    }
  });

  it("leaves a row with another code its variant, also of a product that is not listed", async (t) => {
    const { store, storeMany, stocked } = await setUp(t);
    await storeMany(25, (i) => ({ sku: "N/A", gtin: `${i}` }));
    await store("other", { gtin: "x" });
    for (const i of [0, 24]) assert.equal(await stocked({ sku: "N/A", gtin: `${i}` }), `p${i}`);
    await store("twin", { sku: "N/A", gtin: "0" });
    for (const gtin of ["0", "x", "y"])
      assert.ok((await stocked({ sku: "N/A", gtin })).startsWith(SEVERAL), gtin);
  });

  it("leaves a line with a code of another kind its variant", async (t) => {
    const { store, storeMany, meaning } = await setUp(t);
    await storeMany(25, common);
    await store("other", { sku: "N/A", gtin: "x" });
    assert.deepEqual(await meaning({ sku: "N/A", gtin: "x" }), [["other"], ["sku"], false]);
  });
});

it("a reference that one variant of each of many products has means none of them", async (t) => {
  const { storeMany, meaning } = await setUp(t);
  await storeMany(25, () => ({ variantRef: "v" }));
  assert.deepEqual(await meaning({ variantRef: "v" }), [[], ["catalogue"], true]);
  assert.deepEqual(await meaning({ productRef: "p24", variantRef: "v" }), [["p24"], [], false]);
});

describe("a name whose list of products is full, although most of them no longer have it", () => {
  /** All but the first product and the last two, which are not listed, have given up the name. */
  const setUpFormer = async (t: TestContext, name: string, named: Named) => {
    const shop = await setUp(t);
    await shop.store("p0", named);
    for (let i = 1; i < MAX_HOLDERS; i++) await shop.claim(`p${i}`, [name]);
    for (const ref of ["q", "r"]) await shop.store(ref, named);
    return shop;
  };

  it("means none, until the sweep completes the list, without the product", async (t) => {
    const { meaning, stocked } = await setUpFormer(t, variantName("sku", "N/A"), { sku: "N/A" });
    assert.deepEqual(await meaning({ sku: "N/A" }), AMBIGUOUS);
    assert.equal(await stocked({ sku: "N/A" }), `${SEVERAL} p0 or another product.`);
    for (const productRef of ["p0", "r"]) {
      assert.deepEqual(await meaning({ productRef, sku: "N/A" }), [[productRef], ["sku"], false]);
      assert.equal(await stocked({ sku: "N/A" }, productRef), productRef);
    }
  });

  it("means none if it is a reference", async (t) => {
    const { meaning } = await setUpFormer(t, variantName("variantRef", "v"), { variantRef: "v" });
    assert.deepEqual(await meaning({ variantRef: "v" }), [[], ["catalogue"], true]);
  });

  it("means none if no listed product has it", async (t) => {
    const { claim, meaning, stocked } = await setUp(t);
    for (let i = 0; i <= MAX_HOLDERS; i++) await claim(`p${i}`, [variantName("sku", "N/A")]);
    assert.deepEqual(await meaning({ sku: "N/A" }), AMBIGUOUS);
    assert.equal(await stocked({ sku: "N/A" }), `${SEVERAL} another product.`);
  });

  it("means none if the list is of version 0.1.0, or has the former number of places", async (t) => {
    const { store, meaning, write, idOf } = await setUp(t);
    await store("p0", common());
    const ids = Array.from({ length: 20 }, (_, i) => idOf(`p${i}`));
    const dated = ids.flatMap((id) => [productHolder(id), `@${AT}-0`]);
    for (const words of [
      [...ids, "+"],
      [...dated, "+", `@${AT}-0`],
    ]) {
      await write(variantName("sku", "N/A"), words.join(" "));
      assert.deepEqual(await meaning({ sku: "N/A" }), AMBIGUOUS);
    }
  });
});
