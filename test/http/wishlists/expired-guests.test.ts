import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { PastClock } from "../../../src/store/redis/past-clock.ts";
import { DAY_MS } from "../../../src/units/durations.ts";
import { byGuestToken, exchange, newGuest } from "../../support/data/shoppers.ts";
import { runNightly } from "../../support/jobs/nightly.ts";
import { atEnd, dump, keysWith } from "../../support/redis.ts";
import { type Json, send, type Service, startService, unique, WS } from "../../support/service.ts";

const suite = atEnd();
const ITEMS = `${WS}/wishlist/items`;

/** The clock of the service starts in the past, so that the test can move it forward by days. */
const start = Date.now() - 10 * DAY_MS;
const clock = new PastClock(start);
/** Moves the clock forward to so many days after its start; earlier tokens expire. */
async function moveClockTo(days: number): Promise<void> {
  clock.advanceTo(start + days * DAY_MS);
  shop = await service.callerFor(shop.credentials);
}

let service: Service;
let shop: Awaited<ReturnType<Service["newCaller"]>>;
before(async () => {
  service = await startService(suite, { GUEST_DAYS: "1" }, { past: clock });
  shop = await service.newCaller();
});

/** All stored values that contain this text, by name of the key. */
async function holding(text: string): Promise<string[]> {
  const keys = await keysWith(service.redis, service.prefix);
  const found = await Promise.all(keys.map(async (key) => `${key} ${await dump(service.redis, key)}`));
  return found.filter((each) => each.includes(text));
}

const statusOf = async (path: string) => (await shop.get(path)).status;
const isThere = async (id: string) => (await statusOf(`${WS}/wishlists?id=${id}`)) === 200;

describe("a guest's wishlist without use for GUEST_DAYS", () => {
  it("is deleted once in the night with all personal data, and its references are free", async () => {
    const mark = unique("mark");
    const made = await shop.post(`${WS}/wishlists`, { name: `${mark}-name`, guest: true });
    const { id, guestToken } = made.body;
    const item = await shop.newItem(id, { note: `${mark}-note`, wishlistItemRef: `${mark}-ref` });
    const shares = `${WS}/wishlists/${id}/shares`;
    const shared = `${WS}/shared/${(await shop.post(shares, { displayName: `${mark}-me` })).body.token}`;
    const readShared = () => send(service.baseUrl, "GET", shared);
    assert.equal((await readShared()).status, 200);
    const used = await newGuest(shop);
    await moveClockTo(1.5);
    assert.equal((await exchange(shop, byGuestToken(used.guestToken))).status, 200);
    await runNightly(service);
    assert.deepEqual([await isThere(id), await isThere(used.list.id)], [true, true]);

    await moveClockTo(2.1);
    assert.equal((await exchange(shop, byGuestToken(guestToken))).status, 400);
    // The second run finds nothing to delete.
    for (let night = 0; night < 2; night++) await runNightly(service);
    assert.equal(await isThere(used.list.id), true);
    for (const path of [
      `${WS}/wishlists?id=${id}`,
      `${ITEMS}/${item.id}`,
      `${ITEMS}/ref=${mark}-ref`,
      shares,
    ])
      assert.equal(await statusOf(path), 404, path);
    assert.equal((await readShared()).status, 404);
    const { events } = (await shop.get(`${WS}/changes?limit=1000`)).body;
    const deletions = (events as Json[]).filter(({ type }) => type === "wishlist.deleted");
    assert.deepEqual(
      deletions.map(({ data }) => data.wishlistId),
      [id],
    );
    assert.deepEqual(await holding(mark), []);
    const next = await shop.newItem(used.list.id, { wishlistItemRef: `${mark}-ref` });
    assert.equal((await shop.get(`${ITEMS}/ref=${mark}-ref`)).body.id, next.id);
  });

  it("is kept as long after a use that is not recorded, because another use of that day was recorded", async () => {
    await moveClockTo(4);
    const { list, guestToken } = await newGuest(shop);
    await moveClockTo(4.9);
    assert.equal((await exchange(shop, byGuestToken(guestToken))).status, 200);
    await moveClockTo(5.8);
    await runNightly(service);
    assert.equal(await isThere(list.id), true);
    await moveClockTo(6.1);
    await runNightly(service);
    assert.equal(await isThere(list.id), false);
  });
});
