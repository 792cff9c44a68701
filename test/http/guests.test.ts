import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { HANDLERS } from "../../src/actors/handlers.ts";
import type { Plan, Send } from "../../src/actors/send.ts";
import { GuestWishlists } from "../../src/ingest/guest-wishlists.ts";
import { lapseGuests } from "../../src/jobs/maintenance/lapse-guests.ts";
import { openQueue } from "../../src/jobs/queue/queues.ts";
import { partitionOfWishlist } from "../../src/store/ids.ts";
import { openLayout } from "../../src/store/layout.ts";
import { Guests } from "../../src/store/read/guests.ts";
import { atEnd } from "../support/redis.ts";
import { type Caller, given, type Json, type Service, startService, unique, WS } from "../support/service.ts";
import { until } from "../support/until.ts";

const suite = atEnd();
const LISTS = `${WS}/wishlists`;
const CLAIM = `${LISTS}/claim`;
const DAY_MS = 86_400_000;

/** Guests whose wishlists nobody can accept or refuse: their claims stop after the first step. */
const interrupted = new Set<string>();

let service: Service;
let shop: Caller;
before(async () => {
  const { AcceptHandover, RefuseHandover } = HANDLERS;
  const handlers = {
    ...HANDLERS,
    AcceptHandover: ((command, ...rest) => {
      if (interrupted.has(command.guestWishlistId)) throw new Error("interrupted");
      return AcceptHandover(command, ...rest);
    }) satisfies typeof AcceptHandover,
    RefuseHandover: ((command, ...rest) => {
      if (interrupted.has(command.guestWishlistId)) throw new Error("interrupted");
      return RefuseHandover(command, ...rest);
    }) satisfies typeof RefuseHandover,
  };
  service = await startService(suite, {}, { handlers });
  shop = await service.newCaller();
});

async function newGuest(items = 3): Promise<{ id: string; guestToken: string }> {
  const { status, body, text } = await shop.post(LISTS, { name: "mine", guest: true });
  assert.equal(status, 201, text);
  for (let i = 0; i < items; i++) await shop.newItem(body.id, { note: `wish ${i}` });
  return body;
}

/** The notes of all items of a customer. */
async function notesOf(customerRef: string): Promise<string[]> {
  const { status, body } = await shop.get(`${LISTS}/lookup?customerRef=${customerRef}`);
  if (status === 404) return [];
  return body.wishlist.flatMap((list: Json) => list.wishlistItems.map(({ note }: Json) => note)).sort();
}

const THREE = ["wish 0", "wish 1", "wish 2"];

describe("a guest's wishlist", () => {
  it("is made without a customer, and its token is shown once, and repeated with the answer", async () => {
    const key = { headers: { "Idempotency-Key": unique("key") } };
    const made = await shop.post(LISTS, { name: "mine", guest: true }, key);
    const again = await shop.post(LISTS, { name: "mine", guest: true }, key);
    assert.equal(again.headers["idempotency-replayed"], "true");
    assert.deepEqual(again.body, made.body);
    const { guestToken, ...shown } = made.body;
    const read = await shop.get(`${LISTS}?id=${made.body.id}`);
    assert.deepEqual([shown.guest, shown.customerId, read.body.guestToken], [true, undefined, undefined]);
    const [, secret] = guestToken.split(".");
    assert.equal(Buffer.from(secret, "base64url").length, 32);
    const wishlist = service.keys.wishlist(given(partitionOfWishlist(shown.id)), shown.id);
    const stored = Object.values(await service.redis.hgetall(wishlist));
    assert.ok(stored.length > 0 && !stored.some((text) => text.includes(secret)));
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

  it("is looked at by the nightly maintenance once it may have lapsed", async () => {
    const { id } = await newGuest(0);
    const sent: object[] = [];
    const send = (({ command }: Plan) => {
      sent.push(command);
      return Promise.resolve({ ok: true });
    }) as Send;
    const { redis, keys, tenants } = service;
    const deps = { tenants, guests: new Guests(redis, keys), partitions: keys.partitions, send, days: 90 };
    await lapseGuests({ ...deps, now: Date.now });
    assert.deepEqual(sent, []);
    const end = Date.now() + 91 * DAY_MS;
    await lapseGuests({ ...deps, now: () => end });
    const unusedSince = new Date(end - 90 * DAY_MS).toISOString();
    const lapse = { type: "LapseGuest", storeKey: `${shop.tenantId}/default`, wishlistId: id, unusedSince };
    assert.ok(sent.some((command) => JSON.stringify(command) === JSON.stringify(lapse)));
  });
});

describe("a guest token", () => {
  it("leads to its wishlist in its store until that has lapsed or is claimed, and its use extends the life", async () => {
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
      return new GuestWishlists({ guests: new Guests(redis, keys), layout, send, now, days: 90 });
    };
    assert.equal((await verifyAfter(0).verify(storeKey, guestToken))?.wishlistId, id);
    assert.deepEqual(sent, []);
    assert.equal((await verifyAfter(89).verify(storeKey, guestToken))?.wishlistId, id);
    assert.deepEqual(sent, ["RenewGuest"]);
    assert.equal(await verifyAfter(91).verify(storeKey, guestToken), undefined);
    for (const wrong of ["", id, `${id}.${"x".repeat(43)}`])
      assert.equal(await verifyAfter(0).verify(storeKey, wrong), undefined);
    assert.equal(await verifyAfter(0).verify("other/default", guestToken), undefined);
    assert.equal((await shop.post(CLAIM, { guestToken, customerRef, mode: "keep" })).status, 200);
    assert.equal(await verifyAfter(0).verify(storeKey, guestToken), undefined);
  });
});

describe("a claim", () => {
  it("goes to one customer, once, from however many tabs", async () => {
    const [ann, bob] = [await shop.newCustomer(), await shop.newCustomer()];
    const { id, guestToken } = await newGuest();
    const claims = [ann, bob, ann, bob, ann, bob].map(({ id: customerRef }) => ({
      customerRef,
      claiming: shop.post(CLAIM, { guestToken, customerRef, mode: "merge" }),
    }));
    const answers = await Promise.all(
      claims.map(async ({ customerRef, claiming }) => ({ customerRef, ...(await claiming) })),
    );
    const granted = answers.filter(({ status }) => status === 200);
    assert.equal(new Set(granted.map(({ text }) => text)).size, 1);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 404, 404, 404]);
    const notes = [...(await notesOf(ann.id)), ...(await notesOf(bob.id))];
    assert.deepEqual(notes.sort(), THREE);
    assert.equal((await shop.get(`${LISTS}?id=${id}`)).status, 404);
    const winner = given(granted[0]);
    const later = await shop.post(CLAIM, { guestToken, customerRef: winner.customerRef, mode: "merge" });
    assert.deepEqual([later.status, later.text], [200, winner.text]);
  });

  it("that was interrupted is finished by the next one, or by a job", async (t) => {
    const connection = service.redis.duplicate({ maxRetriesPerRequest: null });
    const queue = openQueue("orders", { connection, keys: service.keys });
    t.after(async () => {
      await queue.close();
      connection.disconnect();
    });
    for (const isRepeated of [true, false]) {
      const { id: customerRef } = await shop.newCustomer();
      const { id, guestToken } = await newGuest();
      interrupted.add(id);
      const claim = () => shop.post(CLAIM, { guestToken, customerRef, mode: "keep" });
      assert.equal((await claim()).status, 500);
      interrupted.delete(id);
      assert.equal((await shop.post(`${WS}/wishlist/items`, newItemFor(id))).status, 404);
      if (isRepeated) assert.equal((await claim()).status, 200);
      else
        await until("the job is there", async () => {
          const jobs = await queue.getDelayed();
          const job = jobs.find(({ name, data }) => name === "claim" && data.wishlistId === id);
          await job?.promote();
          return job !== undefined;
        });
      await until("the customer has the wishes", async () => (await notesOf(customerRef)).length > 0);
      assert.deepEqual(await notesOf(customerRef), THREE);
    }
  });

  it("is refused with the name of what is wrong", async () => {
    const { id: customerRef } = await shop.newCustomer();
    const { guestToken } = await newGuest(0);
    const good = { guestToken, customerRef, mode: "keep" };
    const invalid = [{ mode: "take" }, { customerRef: undefined }, { guestToken: 1 }];
    for (const wrong of invalid) {
      const { status, body } = await shop.post(CLAIM, { ...good, ...wrong });
      assert.equal(status, 400);
      assert.ok(body.errors.length > 0);
    }
    const unknown = [{ guestToken: "x" }, { guestToken: `${guestToken.slice(0, -43)}${"x".repeat(43)}` }];
    for (const wrong of [...unknown, { customerRef: "nobody" }])
      assert.equal((await shop.post(CLAIM, { ...good, ...wrong })).status, 404);
    const stranger = await service.newCaller();
    const { id: other } = await stranger.newCustomer();
    assert.equal((await stranger.post(CLAIM, { ...good, customerRef: other })).status, 404);
    assert.equal((await shop.post(CLAIM, good)).status, 200);
  });
});

const newItemFor = (wishlistId: string) => ({
  wishlistId,
  product: { productRef: unique("p"), selectedVariantRef: unique("v") },
});
