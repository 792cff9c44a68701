import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { PutProduct } from "../../../src/actors/catalogue/messages.ts";
import { HANDLERS } from "../../../src/actors/handlers.ts";
import { PartitionBatch } from "../../../src/actors/runtime/batch/partition-batch.ts";
import { runBatches } from "../../../src/actors/runtime/batch/run-batches.ts";
import { encodeCommand } from "../../../src/actors/runtime/envelope.ts";
import { receive } from "../../../src/actors/runtime/stream-command.ts";
import { variantName } from "../../../src/store/keys/names.ts";
import { openLayout } from "../../../src/store/layout/layout.ts";
import { Products } from "../../../src/store/read/products.ts";
import { PARTITIONS } from "../../support/actors.ts";
import { openBatchStore } from "../../support/batch-store.ts";
import { leaseOf } from "../../support/lease.ts";
import { withRedis } from "../../support/redis.ts";

const storeKey = "t/s";
const START_MS = 1_800_000_000_000;
/** More than the holders that are listed for a name. */
const ATTEMPTS = 30;

describe("a product whose creation is cancelled many times", () => {
  it("is found by the names of its variants when an attempt succeeds, and has one holder", async (t) => {
    const { redis, keys } = withRedis(t);
    const layout = await openLayout(redis, keys, PARTITIONS);
    const store = await openBatchStore(redis, keys, redis);
    const products = new Products(redis, keys, layout, store.references);
    const { partition, slot, key } = layout.slotOf("product", storeKey, "tent");
    const lease = await leaseOf(redis, keys, partition, { worker: "worker" });
    const command: PutProduct = {
      ...{ type: "PutProduct", storeKey, slot, key, product: { productRef: "tent", title: "Tent" } },
      ...{ variants: [{ variantRef: "tent-2", sku: "T-2" }], currency: null },
      thresholds: { threshold: 1, lowStockThreshold: 3 },
    };
    const settings = { keys, handlers: HANDLERS, localInstance: "", commandLifetimeMs: 1e12 };
    /** Sends the row once more. The commit of a batch that knows none of the cancellations is refused. */
    const attempt = async (number: number, cancels: string) => {
      const payload = encodeCommand({ instance: "i", requestId: `${number}`, command });
      const received = receive(`${START_MS + number}-0`, payload);
      const start = { lease, cursor: lease.cursor, cancels, excluded: new Map(), commands: [received] };
      const [result] = await runBatches(store, [new PartitionBatch(settings, start)]);
      return result?.outcome.kind;
    };
    await redis.hset(keys.lease(partition), "cancels", "1");
    for (let number = 0; number < ATTEMPTS; number++) {
      await redis.sadd(keys.cancelled(partition), `i:${number}`);
      assert.equal(await attempt(number, "0"), "cancelled");
    }
    assert.equal(await attempt(ATTEMPTS, "1"), "committed");
    const found = await products.variantsWith(storeKey, { sku: "T-2" });
    assert.deepEqual(
      found.map(({ product }) => product.productRef),
      ["tent"],
    );
    const named = { reference: "variant" as const, storeKey, value: variantName("sku", "T-2") };
    const { times, unlistedSince } = await store.references.lists.of(named);
    assert.deepEqual([times.size, unlistedSince], [1, undefined]);
  });
});
