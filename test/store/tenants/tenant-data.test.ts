import assert from "node:assert/strict";
import { it } from "node:test";
import { WISHLIST } from "../../../src/store/records/fields.ts";
import { encodeWishlistMeta } from "../../../src/store/records/wishlist-meta.ts";
import { TenantData } from "../../../src/store/tenants/tenant-data.ts";
import { intercepted } from "../../support/connections/intercepted.ts";
import { keysWith, withRedis } from "../../support/redis.ts";

/** Maximum number of keys of one command. With some more, the library's call has too many arguments. */
const MOST = 1000;

it("the deletion of a tenant removes a wishlist with any number of stored answers", async (t) => {
  const { redis, keys, prefix } = withRedis(t);
  const meta = { storeKey: "t/s", slot: "t/s:c", wishlistRef: null, lastNumber: 0, count: 0 };
  const text = encodeWishlistMeta({ ...meta, version: "1", deleted: false });
  await redis.hset(keys.wishlist(0, "w"), WISHLIST.meta, text);
  const writes = redis.pipeline();
  for (let i = 0; i < 2 * MOST; i++)
    writes.zadd(keys.answersOf(0, "w"), 1, `d${i}`).set(keys.answer(0, `d${i}`), "answer");
  await writes.exec();
  const watched = intercepted(redis, (args, send) => {
    assert.ok(args.length <= MOST, `${args.length} arguments`);
    return send();
  });
  const { erased } = await new TenantData(watched, keys, "t").eraseKeys();
  assert.equal(erased, 2 * MOST + 2);
  assert.deepEqual(await keysWith(redis, prefix), []);
});
