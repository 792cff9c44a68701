import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { boughtBy } from "../../../src/jobs/orders/bought-lines.ts";
import { productId, variantId } from "../../../src/store/ids/ids.ts";
import { variantName } from "../../../src/store/keys/names.ts";
import { openLayout } from "../../../src/store/layout/layout.ts";
import { Products } from "../../../src/store/read/products.ts";
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
    const lines = variants
      .slice(0, 3)
      .map(({ sku }, i): OrderLine => ({ lineRef: `${i}`, quantity: 1, sku: sku ?? "" }));
    const order = { orderRef: "o", status: "open", test: false, revision: 1, lines, matches: {} } as const;
    const { lines: bought } = await boughtBy(
      { products },
      storeKey,
      { ...order, createdTime: time, receivedTime: time, modifiedTime: time },
      false,
    );
    assert.deepEqual(
      bought.map(({ candidates }) => candidates.map(({ product }) => product.selectedVariantRef)),
      [["v0"], ["v1"], ["v2"]],
    );
    const scans = (await read()).filter(({ command }) => command === "hscan");
    assert.equal(scans.length, 1);
  });
});
