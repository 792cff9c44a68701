import type { Redis } from "ioredis";
import type { Keys } from "../../../../src/store/keys/keys.ts";
import { repliesOf } from "../../../../src/store/redis/replies.ts";
import { scanKeys } from "../../../../src/store/redis/scan.ts";

/** Keys per measurement. */
const BATCH_SIZE = 1000;
/** Members of a key that are measured. The others are assumed to be similar. */
const SAMPLES = 100;

/** The kind of a key: the word after its partition, as in `{p7}:waiting:...`. */
const KIND = /\}:([^:]+)/;

/** Bytes of Redis by kind of key. */
export async function kindsOf({ redis, keys }: { redis: Redis; keys: Keys }): Promise<Map<string, number>> {
  const kinds = new Map<string, number>();
  for await (const found of scanKeys(redis, `${keys.prefix}*`, BATCH_SIZE)) {
    const pipeline = redis.pipeline();
    for (const key of found) pipeline.memory("USAGE", key, "SAMPLES", SAMPLES);
    for (const [i, bytes] of (await repliesOf(pipeline)).entries()) {
      const kind = KIND.exec(found[i] ?? "")?.[1] ?? "";
      kinds.set(kind, (kinds.get(kind) ?? 0) + Number(bytes ?? 0));
    }
  }
  return kinds;
}
