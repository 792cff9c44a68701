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
const TIME = "2026-01-01T00:00:00.000Z";

describe("stock of a variant whose product is deleted after the variant was found", () => {
  it("waits for the variant, as stock of an unknown one does", async () => {
    const shop = new MemoryShop();
    const named = await shop.newProduct();
    const address = shop.layout.slotOf("product", storeKey, named.productRef);
    const found = await shop.products.variantAt(address, named.variantRef);
    assert.ok(found);

    const finds: FoundVariant[][] = [[found]];
    const variantsNamed: Products["variantsNamed"] = (_, searches, keep) =>
      Promise.resolve(searches.map(() => ({ found: (finds.shift() ?? []).map(keep), hasMore: false })));
    const kept: unknown[] = [];
    const pending = {
      keep(_: string, name: string, levels: readonly PendingLevel[]) {
        kept.push({ name, levels });
        return Promise.resolve({ levels: [...levels], statuses: levels.map(() => "parked" as const) });
      },
      levelsOf: () => Promise.resolve([]),
      forget: () => Promise.resolve(),
    };
    const products = { at: (at: SlotAddress) => shop.products.at(at), variantsNamed };
    const feed = new StockFeed(shop.layout, products, pending);
    const send: Send = ({ partition, command }) => Promise.resolve(shop.run(command, partition));

    const row = { names: { variantRef: named.variantRef }, locationRef: "", available: 3, updatedTime: TIME };
    const [group] = await feed.groups({ storeKey, settings: shop.tenant.settings }, [row]);
    shop.run({ type: "DeleteProduct", storeKey, slot: address.slot, key: address.key }, address.partition);
    assert.deepEqual(await group?.write(send), [{ status: "parked" }]);
    const { locationRef, available, updatedTime } = row;
    assert.deepEqual(kept, [
      { name: `r${named.variantRef}`, levels: [{ locationRef, available, updatedTime }] },
    ]);
  });
});
