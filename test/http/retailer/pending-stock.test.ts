import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { MAX_LOCATIONS } from "../../../src/actors/catalogue/availability.ts";
import { type Caller, type Json, type Service, unique, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { sharedService } from "../../support/shared-service.ts";
import { until } from "../../support/until.ts";

/** More variants than are handled together. */
const MANY_VARIANTS = 150;
/** Length of the names with which the stock of all locations is too large for a variant. */
const LONG_NAME = 255;

let service: Service;
let shop: Caller;
before(async () => {
  service = await sharedService();
  shop = await service.newCaller();
});

const available = async (ref: string) => (await shop.get(`${WS}/variants/${ref}`)).body.available;

/** Sends stock of variants that the catalogue does not have yet. */
async function park(rows: object[]) {
  const { body } = await shop.post(`${WS}/stock-levels`, rows);
  assert.ok(body.results.every(({ status }: Json) => status === "parked"));
}

/** Adds a product, whose variants have these stock-keeping units. Resolves to the references of the variants. */
async function newProductOf(skus: string[]): Promise<string[]> {
  const productRef = unique("p");
  const variants = skus.map((sku, i) => ({ variantRef: `${productRef}-${i}`, sku }));
  const { body } = await shop.post(`${WS}/products`, { productRef, title: "Beanie", variants });
  assert.equal(body.results[0].error, undefined);
  return variants.map(({ variantRef }) => variantRef);
}

describe("stock that waits for a product", () => {
  it("is applied to each variant of the product with its name", async () => {
    const sku = unique("sku");
    await park([{ sku, available: 4 }]);
    const skus = Array.from({ length: MANY_VARIANTS }, (_, i) => (i === 0 ? sku : unique("other")));
    const refs = await newProductOf([...skus, sku]);
    await settled(service, { withinMs: 0 });
    assert.equal(await available(refs[0] ?? ""), 4);
    assert.equal(await available(refs.at(-1) ?? ""), 4);
  });

  it("is applied to the other variants if it is too large for one of them", async () => {
    const [large, small] = [unique("large"), unique("small")];
    const levels = Array.from({ length: MAX_LOCATIONS }, (_, i) => ({
      sku: large,
      available: 1,
      locationRef: i.toString().padStart(LONG_NAME, "0"),
    }));
    for (let start = 0; start < levels.length; start += 500) await park(levels.slice(start, start + 500));
    await park([{ sku: small, available: 2 }]);
    const [first = "", second = ""] = await newProductOf([large, small]);
    await until("the small stock is applied", async () => (await available(second)) === 2);
    assert.notEqual(await available(first), MAX_LOCATIONS);
  });
});
