import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { DAY_MS } from "../../../src/units/durations.ts";
import { ageFeed } from "../../support/data/archived-feeds.ts";
import { runNightly } from "../../support/jobs/nightly.ts";
import { atEnd } from "../../support/redis.ts";
import { type Caller, type Service, startService, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";

const suite = atEnd();
let service: Service;
before(async () => {
  service = await startService(suite);
});

/** A shop with some changes from so many days ago. */
async function shopWithChanges(days: number): Promise<Caller> {
  const shop = await service.newCaller();
  await shop.newWishlist();
  await shop.newWishlist();
  await settled(service);
  await ageFeed(service, shop, days);
  return shop;
}

const read = (shop: Caller, after: string, limit = 100) =>
  shop.get(`${WS}/changes?cursor=${after}&limit=${limit}`);
const msOf = (cursor: string) => Number(cursor.split("-")[0]);

describe("a cursor of the change feed that is older than changes are kept", () => {
  it("is answered 410 with the beginning of the feed if changes after it may have been dropped", async () => {
    const shop = await shopWithChanges(31);
    const { cursor } = (await read(shop, "", 1)).body;
    await runNightly(service);
    await shop.newWishlist();
    await settled(service);
    const { status, body } = await read(shop, cursor);
    assert.deepEqual([status, body.code, body.cursor], [410, "ChangesLost", "0-0"]);
    assert.match(body.detail, /older than changes are kept; continue with cursor=0-0\.$/);
    const next = (await read(shop, body.cursor)).body;
    assert.deepEqual(
      next.events.map(({ type }: { type: string }) => type),
      ["customer.created", "wishlist.created"],
    );
    assert.equal((await read(shop, next.cursor)).status, 200);
  });

  it("is valid while a change from before it is left", async () => {
    const shop = await shopWithChanges(31);
    const { cursor } = (await read(shop, "", 1)).body;
    const { status, body } = await read(shop, cursor);
    assert.deepEqual([status, body.events.length], [200, 3]);
  });
});

describe("the cursor at the end of the change feed", () => {
  it("does not become old while there are no changes, and misses none that follow", async () => {
    const shop = await shopWithChanges(20);
    const first = (await read(shop, "", 2)).body;
    assert.ok(msOf(first.cursor) < Date.now() - 19 * DAY_MS, "not at the end");
    const { cursor } = (await read(shop, first.cursor)).body;
    assert.ok(msOf(cursor) > Date.now() - 2 * DAY_MS);
    assert.deepEqual((await read(shop, cursor)).body, { events: [], cursor, hasMore: false });
    const { id } = await shop.newWishlist();
    await settled(service);
    const { events } = (await read(shop, cursor)).body;
    assert.ok(events.some(({ data }: { data: { wishlistId?: string } }) => data.wishlistId === id));
  });

  it("stays the beginning of a feed without changes", async () => {
    const shop = await service.newCaller();
    assert.deepEqual((await read(shop, "")).body, { events: [], cursor: "0-0", hasMore: false });
  });
});

describe("a cursor that the change feed has never returned", () => {
  for (const cursor of [
    "9999999999999999-0",
    `${Date.now() + 2 * DAY_MS}-0`,
    "00000000000001-1",
    "1-01",
    `1-${"9".repeat(16)}`,
    "1",
    "-1-1",
  ])
    it(`is refused with the name of the parameter: ${cursor.replace(/^\d{13}-/, "in two days-")}`, async () => {
      const { status, body } = await read(await service.newCaller(), cursor);
      assert.equal(status, 400);
      assert.equal(body.errors[0].path, "cursor");
    });
});

it("the cursor may have its former name", async () => {
  const shop = await shopWithChanges(1);
  const { cursor } = (await read(shop, "", 1)).body;
  const rest = await shop.get(`${WS}/changes?after=${cursor}`);
  assert.deepEqual(rest.body.events, (await read(shop, cursor)).body.events);
  assert.equal(rest.body.events.length, 3);
  for (const name of ["cursor", "after"]) {
    const { status, body } = await shop.get(`${WS}/changes?${name}=x`);
    assert.deepEqual([status, body.errors[0].path], [400, name]);
  }
});
