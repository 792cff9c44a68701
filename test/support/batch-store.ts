import type { Redis } from "ioredis";
import { pino } from "pino";
import type { BatchStore } from "../../src/actors/runtime/batch/run-batches.ts";
import type { Keys } from "../../src/store/keys/keys.ts";
import { openLayout } from "../../src/store/layout/layout.ts";
import { References } from "../../src/store/references/references.ts";
import { PARTITIONS } from "./actors.ts";

/** Opens the store of batches that a test runs without a worker. Commands reach Redis through `through`. */
export async function openBatchStore(redis: Redis, keys: Keys, through: Redis): Promise<BatchStore> {
  const layout = await openLayout(redis, keys, PARTITIONS);
  return {
    redis: through,
    keys,
    references: new References(redis, keys, layout, 1e12),
    log: pino({ level: "silent" }),
    outboxLength: 1000,
  };
}
