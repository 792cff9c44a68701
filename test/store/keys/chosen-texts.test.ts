import assert from "node:assert/strict";
import { it } from "node:test";
import { KEY_LETTERS } from "../../../src/store/keys/key-letters.ts";
import { Layout } from "../../../src/store/layout/layout.ts";
import { IndexReads } from "../../../src/store/maintenance/index-reads.ts";
import { addressesIn } from "../../../src/store/maintenance/store-addresses.ts";
import { StoredCount } from "../../../src/store/tenants/stored-count.ts";
import { WaitingLists } from "../../../src/store/waiting/waiting-lists.ts";
import { listOf } from "../../support/list-of.ts";
import { withRedis } from "../../support/redis.ts";

const STORE = "t/s";
const PARTITIONS = 4;
const KINDS = [...Object.values(KEY_LETTERS), "parked", "customers", "waiting"];

it("a reference of a caller that looks like another key is not taken for that key by work that finds keys", async (t) => {
  const { redis, keys } = withRedis(t);
  const layout = new Layout(PARTITIONS, "salt");
  const lists = KINDS.map((kind) => ({ storeKey: STORE, variant: `r}:${kind}:${STORE}:x` }));
  for (const { variant } of lists) await redis.zadd(keys.waiting(0, STORE, variant), 1, "item");
  await redis.hset(keys.pendingStock(0, STORE, `r}:waiting:${STORE}:x`), "", "{}");

  const stored = new StoredCount(redis, keys, PARTITIONS);
  let count = await stored.start();
  do count = await stored.step(count);
  while (count.cursor !== "0");
  assert.deepEqual(Object.keys(count.counted), ["0 t"]);

  for (const letter of [KEY_LETTERS.customer, KEY_LETTERS.customerWishlists, KEY_LETTERS.order])
    assert.deepEqual(
      (await listOf(addressesIn(redis, keys, layout, { storeKey: STORE, letter }))).flat(),
      [],
    );
  const reads = new IndexReads(redis, keys);
  for (const letter of Object.values(KEY_LETTERS))
    assert.deepEqual((await listOf(reads.addresses(letter))).flat(), [], letter);
  assert.deepEqual(await listOf(reads.indexes("customers")), []);

  const found = await listOf(new WaitingLists(redis, keys, layout).lists());
  const names = (all: typeof found) => all.map(({ storeKey, variant }) => `${storeKey} ${variant}`).sort();
  assert.deepEqual(names(found), names(lists));
});
