import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openLayout, type SlotAddress } from "../../../src/store/layout/layout.ts";
import { addressesIn } from "../../../src/store/maintenance/store-addresses.ts";
import { newCluster, PARTITIONS } from "../../support/processes.ts";
import { startOwnCluster } from "../../support/servers/own-cluster.ts";
import { RedisServer } from "../../support/servers/redis-server.ts";
import { type Caller, unique, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";

/** The letters of customers, of customers' lists and of orders. */
const LETTERS = ["c", "l", "o"] as const;
type Letter = (typeof LETTERS)[number];

/** Creates a customer with a wishlist and an order. */
async function newPerson(shop: Caller): Promise<void> {
  const { id: customerRef } = await shop.newCustomer();
  await shop.newWishlist({ customerRef });
  const lines = [{ lineRef: "1", variantRef: "v", quantity: 1 }];
  const order = { orderRef: unique("o"), customerRef, createdTime: new Date().toISOString(), lines };
  const { status, text } = await shop.post(`${WS}/orders`, order);
  assert.ok(status < 300, text);
}

describe("the walk over a store's persons, for its erasure", () => {
  it("misses nobody if a slot moves to a master that it has passed", async (t) => {
    const store = await startOwnCluster(t);
    const { cluster, redis, keys } = store;
    const jobs = await RedisServer.start(t);
    const { serve, newShop } = newCluster(t, { env: { JOBS_REDIS_URL: jobs.url }, store });
    const shop = await newShop(await serve("all"));
    const storeKey = `${shop.tenantId}/default`;
    await newPerson(shop);
    const layout = await openLayout(redis, keys, PARTITIONS);

    /** All addresses; `onFirst` runs when the first master is scanned. */
    const found = async (letter: Letter, onFirst = () => Promise.resolve()) => {
      const addresses = new Map<string, SlotAddress>();
      let isFirst = true;
      for await (const some of addressesIn(redis, keys, layout, { storeKey, letter })) {
        for (const address of some) addresses.set(`${address.partition} ${address.key}`, address);
        if (isFirst) await onFirst();
        isFirst = false;
      }
      return addresses;
    };
    const move = async (key: string) => {
      const slot = await cluster.beginMove(key);
      while (await slot.moveKeys(100));
      await slot.end();
    };
    const masters = (await cluster.masters()).length;
    /** The slot of an address that the last master has. */
    const movable = async (letter: Letter): Promise<string> => {
      for (;;) {
        await settled({ redis, keys, jobsRedis: jobs.redis });
        for (const { partition } of (await found(letter)).values())
          if ((await cluster.numberOf(keys.lease(partition))) === masters - 1) return keys.lease(partition);
        await newPerson(shop);
      }
    };
    for (const letter of LETTERS) {
      const key = await movable(letter);
      const all = await found(letter);
      const whileMoving = await found(letter, () => move(key));
      assert.deepEqual([...whileMoving.keys()].sort(), [...all.keys()].sort(), letter);
      // Back to the last master, over the others.
      for (let step = 1; step < masters; step++) await move(key);
    }
  });
});
