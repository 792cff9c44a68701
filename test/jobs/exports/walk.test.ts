import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { seedStore } from "../../../scripts/bench/support/seed/store.ts";
import { cut, type CutBatch } from "../../../src/jobs/exports/batches.ts";
import { allWishlistsSource } from "../../../src/jobs/exports/sources/all-wishlists.ts";
import { ExportReads } from "../../../src/store/exports/export-reads.ts";
import type { Cursor } from "../../../src/store/exports/export-run.ts";
import { openLayout } from "../../../src/store/layout/layout.ts";
import { WishlistIndex } from "../../../src/store/lists/wishlist-index.ts";
import { Products } from "../../../src/store/read/products.ts";
import { References } from "../../../src/store/references/references.ts";
import { withRedis } from "../../support/redis.ts";

const PARTITIONS = 4;
const SCOPE = "t/s";

describe("a walk through all wishes", () => {
  it("continues from the end of any batch: each wish is read once", async (t) => {
    const { redis, keys } = withRedis(t);
    const layout = await openLayout(redis, keys, PARTITIONS);
    const products = new Products(redis, keys, layout, new References(redis, keys, layout, 0));
    const reads = new ExportReads(redis, keys, layout, products);
    await seedStore({ redis, keys, partitions: PARTITIONS, storeKey: SCOPE }, { wishlists: 9, each: 30 });
    const parts = {
      reads,
      index: new WishlistIndex(redis, keys),
      storeKey: SCOPE,
      choice: { includePrivate: false, onlyConsenting: true },
    };
    for (const size of [1, 7, 10, 30, 100]) {
      const walked: string[] = [];
      let start: Cursor = { at: "0", item: "" };
      for (;;) {
        const batches: AsyncGenerator<CutBatch, undefined> = cut(
          allWishlistsSource(parts, { place: start }),
          {
            start,
            size,
          },
        );
        const { value: batch } = await batches.next();
        await batches.return(undefined);
        if (!batch) break;
        walked.push(...batch.records.map(({ id }) => id));
        start = batch.end;
      }
      assert.deepEqual([walked.length, new Set(walked).size], [270, 270], `batches of ${size}`);
    }
  });
});
