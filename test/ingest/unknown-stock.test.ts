import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Send } from "../../src/actors/runtime/send.ts";
import { StockFeed } from "../../src/ingest/writers/stock-feed.ts";
import type { SlotAddress } from "../../src/store/layout/layout.ts";
import type { Products } from "../../src/store/read/products.ts";
import type { FoundVariant } from "../../src/store/read/variant-search.ts";
import type { PendingLevel } from "../../src/store/waiting/pending-stock.ts";
import { MemoryShop } from "../support/memory/shop.ts";

const storeKey = "t/s";
const updatedTime = "2026-01-01T00:00:00.000Z";
const ROWS = 100;

describe("stock of many variants that are not known", () => {
  it("is kept before one search for all of them, and applied if a variant exists by then", async () => {
    const shop = new MemoryShop();
    const { productRef, variantRef } = await shop.newProduct();
    const address = shop.layout.slotOf("product", storeKey, productRef);
    const created = await shop.products.variantAt(address, variantRef);
    assert.ok(created);

    const kept = new Set<string>();
    const forgotten: string[] = [];
    const pending = {
      keep(_: string, name: string, levels: readonly PendingLevel[]) {
        kept.add(name);
        return Promise.resolve({ levels: [...levels], statuses: levels.map(() => "parked" as const) });
      },
      levelsOf: () => Promise.resolve([]),
      forget(_: string, name: string) {
        forgotten.push(name);
        return Promise.resolve();
      },
    };
    const keptAtSearch: number[] = [];
    const variantsNamed: Products["variantsNamed"] = (_, searches, keep) => {
      keptAtSearch.push(kept.size);
      // The variant is created after the first search.
      const findsOf = (ref: string | undefined): FoundVariant[] =>
        ref === variantRef && keptAtSearch.length > 1 ? [created] : [];
      const foundBy = (ref: string | undefined) => ({ found: findsOf(ref).map(keep), hasMore: false });
      return Promise.resolve(searches.map((search) => foundBy(search?.names.variantRef)));
    };
    const products = { at: (at: SlotAddress) => shop.products.at(at), variantsNamed };
    const feed = new StockFeed(shop.layout, products, pending);
    const send: Send = ({ partition, command }) => Promise.resolve(shop.run(command, partition));

    const refs = [...Array.from({ length: ROWS }, (_, i) => `unknown${i}`), variantRef];
    const rows = refs.map((ref) => ({
      names: { variantRef: ref },
      productRef,
      locationRef: "",
      available: 3,
      updatedTime,
    }));
    const groups = await feed.groups({ storeKey, settings: shop.tenant.settings }, rows);
    const written = await Promise.all(groups.map(({ write }) => write(send)));
    assert.deepEqual(written, [
      ...Array.from({ length: ROWS }, () => [{ status: "parked" }]),
      [{ status: "applied" }],
    ]);
    assert.deepEqual(keptAtSearch, [0, ROWS + 1]);
    assert.equal(forgotten.length, 1);
    const stocked = await shop.products.variantAt(address, variantRef);
    assert.equal(stocked?.variant.stock?.[""]?.available, 3);
  });
});
