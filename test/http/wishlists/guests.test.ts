import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { pino } from "pino";
import type { Plan, Send } from "../../../src/actors/runtime/send.ts";
import { GuestWishlists } from "../../../src/ingest/wishes/guest-wishlists.ts";
import { lapseGuests } from "../../../src/jobs/maintenance/lapse-guests.ts";
import { partitionOfWishlist } from "../../../src/store/ids/ids.ts";
import { openLayout } from "../../../src/store/layout/layout.ts";
import { Guests } from "../../../src/store/read/guests.ts";
import { Wishlists } from "../../../src/store/read/wishlists.ts";
import { DAY_MS } from "../../../src/units/durations.ts";
import { CONSENTING, linesOf, newExport, runOf } from "../../support/exports.ts";
import { interrupted, INTERRUPTIBLE } from "../../support/interrupted-claims.ts";
import { atEnd } from "../../support/redis.ts";
import {
  type Caller,
  given,
  type Json,
  type Service,
  startService,
  unique,
  WS,
} from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { alertsOf, newGuestList, newProduct, setStock, wishFor } from "../../support/shop.ts";

const suite = atEnd();
const LISTS = `${WS}/wishlists`;
const ITEMS = `${WS}/wishlist/items`;
const CLAIM = `${LISTS}/claim`;

let service: Service;
let shop: Caller;
before(async () => {
  service = await startService(suite, {}, { handlers: INTERRUPTIBLE });
  shop = await service.newCaller();
});

const newGuest = (items?: number) => newGuestList(shop, items);

describe("a guest's wishlist", () => {
  it("is created without a customer, and its token is shown once, and again in the repeated answer", async () => {
    const key = { headers: { "Idempotency-Key": unique("key") } };
    const made = await shop.post(LISTS, { name: "mine", guest: true }, key);
    const again = await shop.post(LISTS, { name: "mine", guest: true }, key);
    assert.equal(again.headers["idempotency-replayed"], "true");
    assert.deepEqual(again.body, made.body);
    // Without a key, or with another one, each guest has a token of its own.
    const others = [await newGuest(0), await newGuest(0)].map((guest) => guest.guestToken);
    const secrets = [made.body.guestToken, ...others].map((token: string) => token.split(".")[1]);
    assert.equal(new Set(secrets).size, 3);
    const { guestToken, ...shown } = made.body;
    const read = await shop.get(`${LISTS}?id=${made.body.id}`);
    assert.deepEqual([shown.guest, shown.customerId, read.body.guestToken], [true, undefined, undefined]);
    const [, secret] = guestToken.split(".");
    assert.equal(Buffer.from(secret, "base64url").length, 32);
    const wishlist = service.keys.wishlist(given(partitionOfWishlist(shown.id)), shown.id);
    const stored = Object.values(await service.redis.hgetall(wishlist));
    assert.ok(stored.length > 0 && !stored.some((text) => text.includes(secret)));
  });

  it("is counted, together with open claims and the time of the next expiry", async () => {
    const own = await service.newCaller();
    const { id: customerRef } = await own.newCustomer();
    const figures = async () => (await own.get(`${WS}/reports/guests`)).body;
    assert.deepEqual(await figures(), { wishlists: 0, openClaims: 0, guestDays: 90 });
    const make = async () => (await own.post(LISTS, { name: "mine", guest: true })).body;
    const [first, second, third] = [await make(), await make(), await make()];
    const expiryOf = (time: string) => new Date(Date.parse(time) + 91 * DAY_MS).toISOString();
    const expected = { wishlists: 3, openClaims: 0, guestDays: 90, nextLapse: expiryOf(first.createdTime) };
    assert.deepEqual(await figures(), expected);
    await own.newItem(first.id);
    assert.deepEqual(await figures(), { ...expected, nextLapse: expiryOf(second.createdTime) });
    const claim = { guestToken: second.guestToken, customerRef, mode: "keep" };
    interrupted.set(second.id, ["AcceptHandover", "RefuseHandover"]);
    assert.equal((await own.post(CLAIM, claim)).status, 500);
    const open = { ...expected, wishlists: 2, nextLapse: expiryOf(third.createdTime) };
    assert.deepEqual(await figures(), { ...open, openClaims: 1 });
    interrupted.delete(second.id);
    assert.equal((await own.post(CLAIM, claim)).status, 200);
    assert.deepEqual(await figures(), open);
    assert.equal((await own.delete(`${LISTS}?id=${third.id}`)).status, 204);
    assert.equal((await figures()).wishlists, 1);
  });

  it("has neither a customer nor a reference", async () => {
    const { id: customerRef } = await shop.newCustomer();
    for (const more of [{ customerRef }, { wishlistRef: "r" }, { isDefault: true }]) {
      const { status, body } = await shop.post(LISTS, { name: "mine", guest: true, ...more });
      assert.equal(status, 405);
      assert.deepEqual(
        body.errors.map(({ path }: Json) => path),
        Object.keys(more).map((name) => `/${name}`),
      );
    }
    assert.equal((await shop.post(LISTS, { name: "mine", guest: false })).status, 405);
  });

  it("is in no alert, order or export, and in no read for marketing", async () => {
    const own = await service.newCaller();
    await own.put(`${WS}/settings`, { alerts: { holdSeconds: 0, waveSeconds: 0 } });
    const variant = await newProduct(own, { available: 0, price: "5.00", currency: "EUR" });
    const { productRef, variantRef } = variant;
    const product = { productRef, selectedVariantRef: variantRef };
    const { customer } = await wishFor(own, variant, { notifyMe: true }, CONSENTING);
    const { body: list } = await own.post(`${WS}/wishlists`, { name: "mine", guest: true });
    const item = await own.newItem(list.id, { product, notifyMe: true });
    await own.put(`${WS}/wishlist/items/id=${item.id}`, { quantity: 2 });
    const gone = (await own.post(`${WS}/wishlists`, { name: "gone", guest: true })).body;
    await own.newItem(gone.id, { product });
    const { id: exportId } = await newExport(own);
    const { id: wholeId } = await newExport(own, { mode: "full" });
    await settled(service);
    const { body: waiting } = await own.get(`${WS}/variants/${variantRef}/waiting`);
    assert.deepEqual([waiting.count, waiting.waiting[0].customerRef], [1, customer.id]);
    const flagged = `${WS}/wishlist/items/getCustomersWithFlag?productRef=${productRef}&notifyMe=true`;
    assert.equal((await own.get(flagged)).body.customerCount, 1);
    const whole = await runOf(own, wholeId);
    await setStock(own, variantRef, 5);
    assert.equal((await own.delete(`${LISTS}?id=${gone.id}`)).status, 204);
    const order = { orderRef: unique("o"), email: "ann@shop.example", createdTime: new Date().toISOString() };
    await own.post(`${WS}/orders`, { ...order, lines: [{ lineRef: "1", variantRef, quantity: 1 }] });
    await settled(service);
    assert.equal((await alertsOf(own, customer)).length, 1);
    assert.equal((await own.get(`${WS}/alerts/list`)).body.alerts.length, 1);
    assert.equal((await own.get(`${ITEMS}/${item.id}`)).body.purchased, false);
    const changes = await runOf(own, exportId);
    for (const run of [whole, changes]) {
      const lines = linesOf(service.dataDir, run);
      assert.deepEqual([run.counts.read, lines.length], [1, 1], JSON.stringify(run.counts));
      assert.ok(
        !lines.some((line) => [list.id, gone.id].includes(line.wishlist?.wishlistId ?? line.wishlistId)),
      );
    }
  });

  it("expires in the nightly maintenance after its days without use, and its claim is completed", async () => {
    const { id } = await newGuest(0);
    const { id: customerRef } = await shop.newCustomer();
    const claimed = await newGuest(0);
    interrupted.set(claimed.id, ["AcceptHandover", "RefuseHandover"]);
    const claim = { guestToken: claimed.guestToken, customerRef, mode: "keep" };
    assert.equal((await shop.post(CLAIM, claim)).status, 500);
    const sent: object[] = [];
    const send = (({ command }: Plan) => {
      sent.push(command);
      return Promise.resolve({ ok: false, code: "ResourceNotFound" });
    }) as Send;
    const { redis, keys, tenants } = service;
    const deps = {
      tenants,
      guests: new Guests(redis, keys),
      partitions: keys.partitions,
      send,
      days: 90,
      log: pino({ level: "silent" }),
    };
    // Use of the token is recorded once a day: the last use can be up to a day later than the recorded one.
    const soon = Date.now() + 90.9 * DAY_MS;
    await lapseGuests({ ...deps, now: () => soon });
    assert.deepEqual(sent, []);
    const end = Date.now() + 92 * DAY_MS;
    await lapseGuests({ ...deps, now: () => end });
    const unusedSince = new Date(end - 91 * DAY_MS).toISOString();
    const storeKey = `${shop.tenantId}/default`;
    for (const expected of [
      { type: "LapseGuest", storeKey, wishlistId: id, unusedSince },
      { type: "BeginHandover", storeKey, wishlistId: claimed.id },
    ])
      assert.ok(sent.some((command) => JSON.stringify(command) === JSON.stringify(expected)));
  });
});

describe("a guest token", () => {
  it("gives access to its wishlist in its store until that expires or is claimed, and its use extends the lifetime", async () => {
    const { id: customerRef } = await shop.newCustomer();
    const { id, guestToken } = await newGuest(0);
    const storeKey = `${shop.tenantId}/default`;
    const { redis, keys } = service;
    const sent: string[] = [];
    const send = (({ command }: Plan) => {
      sent.push(command.type);
      return Promise.resolve({ ok: true });
    }) as Send;
    const layout = await openLayout(redis, keys, keys.partitions);
    const verifyAfter = (days: number) => {
      const now = () => Date.now() + days * DAY_MS;
      const wishlists = new Wishlists(redis, keys, keys.partitions);
      return new GuestWishlists({ guests: new Guests(redis, keys), wishlists, layout, send, now, days: 90 });
    };
    assert.equal((await verifyAfter(0).verify(storeKey, guestToken))?.wishlistId, id);
    assert.deepEqual(sent, []);
    assert.equal((await verifyAfter(89).verify(storeKey, guestToken))?.wishlistId, id);
    assert.deepEqual(sent, ["RenewGuest"]);
    assert.equal((await verifyAfter(90.9).verify(storeKey, guestToken))?.wishlistId, id);
    assert.equal(await verifyAfter(91.1).verify(storeKey, guestToken), undefined);
    for (const wrong of ["", id, `${id}.${"x".repeat(43)}`])
      assert.equal(await verifyAfter(0).verify(storeKey, wrong), undefined);
    assert.equal(await verifyAfter(0).verify("other/default", guestToken), undefined);
    assert.equal((await shop.post(CLAIM, { guestToken, customerRef, mode: "keep" })).status, 200);
    assert.equal(await verifyAfter(0).verify(storeKey, guestToken), undefined);
  });
});
