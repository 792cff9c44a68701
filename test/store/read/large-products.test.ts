import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { defined } from "../../../src/collections/defined.ts";
import { VariantFinder } from "../../../src/ingest/variant-finder.ts";
import { boughtBy } from "../../../src/jobs/orders/bought-lines.ts";
import { productId, variantId } from "../../../src/store/ids/ids.ts";
import { variantName } from "../../../src/store/keys/names.ts";
import { openLayout } from "../../../src/store/layout/layout.ts";
import { Products } from "../../../src/store/read/products.ts";
import type { VariantNames } from "../../../src/store/read/variant-search.ts";
import type { ProductRecord, VariantRecord } from "../../../src/store/records/catalogue.ts";
import type { OrderLine } from "../../../src/store/records/orders.ts";
import { References } from "../../../src/store/references/references.ts";
import { putState } from "../../support/data/state-keys.ts";
import { withRedis } from "../../support/redis.ts";
import { monitor } from "../../support/servers/monitor.ts";

const storeKey = "t/s";
const VARIANTS = 2000;
/** Maximum number of variants that one command may read. */
const MOST = 250;
const time = "2026-01-01T00:00:00.000Z";

/** A product with very many variants, and a function that returns the reads of it so far, with their sizes. */
async function setUp(t: TestContext) {
  const { redis, prefix, keys } = withRedis(t);
  const layout = await openLayout(redis, keys, 4);
  const references = new References(redis, keys, layout, 0);
  const address = layout.slotOf("product", storeKey, "large");
  const { partition, slot, key } = address;
  const id = productId({ ms: Date.parse(time), seq: 0 }, partition, key);
  const variants = Array.from({ length: VARIANTS }, (_, i): VariantRecord => {
    const names = { variantId: variantId(id, i + 1), variantRef: `v${i}`, sku: `sku-${i}` };
    const stock = { stock: {}, isAvailable: false, isLow: false, cycle: 0, lowCycle: 0, priceCycle: 0 };
    return { ...names, inventoryPolicy: "deny", ...stock };
  });
  const product: ProductRecord = {
    ...{ productId: id, productRef: "large", title: "", status: "active", prerelease: false },
    ...{ createdTime: time, modifiedTime: time, variants: variants.map(({ variantRef }) => variantRef) },
  };
  await putState({ redis, keys }, partition, { kind: "product", id: slot }, product);
  const texts = variants.map((each) => [`v${each.variantRef}`, JSON.stringify(each)]);
  await redis.hset(keys.product(partition, slot), Object.fromEntries(texts));
  const claims = variants.slice(0, 3).map(({ sku = "" }) => ({
    ...({ reference: "variant", storeKey, value: variantName("sku", sku), holder: id } as const),
    at: Date.parse(time),
  }));
  await references.claim(claims);
  const products = new Products(redis, keys, layout, references);
  const calls = await monitor(t, { redis, prefix });
  const read = async () => {
    const ofProduct = (await calls()).filter(([, name]) => name === keys.product(partition, slot));
    return ofProduct.map(([name = "", , ...args]) => {
      const command = name.toLowerCase();
      assert.ok(["hscan", "hget", "hmget"].includes(command), command);
      return { command, size: command === "hscan" ? Number(args[2]) : args.length };
    });
  };
  return { layout, products, address, variants, read };
}

/** Returns the references of the variants that each line of an order means. */
async function boughtOf(products: Products, names: readonly Partial<OrderLine>[]) {
  const lines = names.map((each, i): OrderLine => ({ lineRef: `${i}`, quantity: 1, ...each }));
  const order = { orderRef: "o", status: "open", test: false, revision: 1, lines, matches: {} } as const;
  const times = { createdTime: time, receivedTime: time, modifiedTime: time };
  const all = { ...order, ...times };
  const { lines: bought } = await boughtBy({ products }, storeKey, all, { isRepeat: false });
  return bought.map(({ candidates }) => candidates.map(({ product }) => product.selectedVariantRef));
}

describe("a product with very many variants", () => {
  it("is read some variants at a time, so that others are served in between", async (t) => {
    const { products, address, variants, read } = await setUp(t);
    assert.deepEqual((await products.at(address))?.variants, variants);
    const reads = await read();
    assert.ok(reads.length >= VARIANTS / MOST);
    assert.ok(reads.every(({ size }) => size <= MOST));
  });

  it("is read once for all lines of an order that name its variants by code", async (t) => {
    const { products, variants, read } = await setUp(t);
    const bought = await boughtOf(
      products,
      variants.slice(0, 3).map(({ sku = "" }) => ({ sku })),
    );
    assert.deepEqual(bought, [["v0"], ["v1"], ["v2"]]);
    const scans = (await read()).filter(({ command }) => command === "hscan");
    assert.equal(scans.length, 1);
  });

  it("is read twice for all lines of an order that name it, and only with the named variants", async (t) => {
    const { products, variants, read } = await setUp(t);
    const some = variants.slice(0, 100);
    const named = some.map(({ variantRef, sku = "" }) => ({ productRef: "large", variantRef, sku }));
    assert.deepEqual(
      await boughtOf(products, named),
      some.map(({ variantRef, sku }) => [variantRef, sku]),
    );
    const reads = await read();
    assert.deepEqual(
      reads.map(({ command }) => command),
      ["hmget", "hmget"],
    );
  });

  it("is read once for all stock rows that name its variants in one way", async (t) => {
    const { products, variants, read } = await setUp(t);
    const some = variants.slice(0, 3);
    const finder = new VariantFinder(products);
    const foundBy = async (namesOf: (variant: VariantRecord) => VariantNames, productRef?: string) => {
      const before = (await read()).length;
      const rows = some.map((variant) => ({ names: namesOf(variant), ...defined({ productRef }) }));
      const lookups = await finder.lookUp(storeKey, rows);
      const refs = lookups.flatMap((each) =>
        "found" in each ? each.found.map(({ variantRef }) => variantRef) : [],
      );
      assert.deepEqual(refs, ["v0", "v1", "v2"]);
      return (await read()).slice(before).map(({ command }) => command);
    };
    assert.deepEqual(await foundBy(({ variantRef }) => ({ variantRef }), "large"), ["hmget"]);
    assert.deepEqual(await foundBy(({ variantId: id }) => ({ variantId: id })), ["hmget", "hmget"]);
    const scans = (await foundBy(({ sku }) => ({ sku }))).filter((command) => command === "hscan");
    assert.equal(scans.length, 1);
  });
});
