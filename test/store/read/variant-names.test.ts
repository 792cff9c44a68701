import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { completeWish } from "../../../src/ingest/wishes/complete-item.ts";
import { productId, variantId } from "../../../src/store/ids/ids.ts";
import { variantName } from "../../../src/store/keys/names.ts";
import { openLayout } from "../../../src/store/layout/layout.ts";
import { Products } from "../../../src/store/read/products.ts";
import type { ProductRecord, VariantRecord } from "../../../src/store/records/catalogue.ts";
import { References } from "../../../src/store/references/references.ts";
import { putState } from "../../support/data/state-keys.ts";
import { withRedis } from "../../support/redis.ts";

const storeKey = "t/s";
const AT = 1_700_000_000_000;
const time = new Date(AT).toISOString();
const names = { variantRef: "v", sku: "sku" };

async function setUp(t: TestContext) {
  const { redis, keys } = withRedis(t);
  const layout = await openLayout(redis, keys, 4);
  const references = new References(redis, keys, layout, 0);
  const products = new Products(redis, keys, layout, references);
  await products.markCatalogue(storeKey);
  /** The claims of a product with one variant, with the id that it gets from the time of its command. */
  const claimsOf = (productRef: string, ms = AT) => {
    const { partition, key } = layout.slotOf("product", storeKey, productRef);
    const holder = productId({ ms, seq: 0 }, partition, key);
    const all = [variantName("variantRef", names.variantRef), variantName("sku", names.sku)];
    return all.map((value) => ({ reference: "variant" as const, storeKey, value, holder, at: ms }));
  };
  const store = async (productRef: string) => {
    const { partition, slot } = layout.slotOf("product", storeKey, productRef);
    const claims = claimsOf(productRef);
    await references.claim(claims);
    const id = String(claims[0]?.holder);
    const product: ProductRecord = {
      ...{ productId: id, productRef, title: "", status: "active", prerelease: false },
      ...{ createdTime: time, modifiedTime: time, variants: [names.variantRef] },
    };
    const variant: VariantRecord = {
      ...{ ...names, variantId: variantId(id, 1), inventoryPolicy: "deny", price: "19.90", currency: "EUR" },
      ...{ stock: {}, isAvailable: false, isLow: false, cycle: 0, lowCycle: 0, priceCycle: 0 },
    };
    await putState({ redis, keys }, partition, { kind: "product", id: slot }, product);
    await redis.hset(keys.product(partition, slot), `v${names.variantRef}`, JSON.stringify(variant));
    return id;
  };
  return { references, products, claimsOf, store };
}

describe("the names of a variant", () => {
  it("find it once, also if they were claimed for a product that never came or was replaced", async (t) => {
    const { references, products, claimsOf, store } = await setUp(t);
    const id = await store("p");
    await references.claim(claimsOf("p", AT + 1));
    const { addresses } = await references.productsWithVariant(storeKey, variantName("sku", names.sku));
    assert.equal(addresses.length, 1);
    for (const each of [{ sku: names.sku }, { variantRef: names.variantRef }]) {
      const found = await products.variantsWith(storeKey, each);
      assert.deepEqual(
        found.map(({ product }) => product.productId),
        [id],
      );
    }
  });

  it("are released by a holder that the product at its address is not", async (t) => {
    const { references, claimsOf, store } = await setUp(t);
    const id = await store("p");
    const others = claimsOf("p", AT + 1);
    await references.claim(others);
    await references.release([...others, ...claimsOf("p")]);
    for (const { value } of others) {
      const { times } = await references.lists.of({ reference: "variant", storeKey, value });
      assert.deepEqual([...times.keys()], [id]);
    }
  });

  it("complete a wish that names the product, however many products have a variant with that reference", async (t) => {
    const { products, store } = await setUp(t);
    for (let i = 0; i < 25; i++) await store(`p${i}`);
    const named = { productRef: "p24", selectedVariantRef: names.variantRef };
    const { product, priceWhenAdded } = await completeWish(products, storeKey, { product: named });
    assert.ok(product.productId?.startsWith("p"));
    assert.ok(priceWhenAdded);
    const { productId: id = "" } = product;
    const byId = { productId: id, selectedVariantRef: names.variantRef };
    assert.deepEqual((await completeWish(products, storeKey, { product: byId })).product, product);
  });
});
