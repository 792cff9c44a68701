import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { furnish, probes } from "../../support/data/probes.ts";
import { atEnd } from "../../support/redis.ts";
import { type Caller, CS, type Service, startService, unique, WS } from "../../support/service.ts";

const suite = atEnd();
let service: Service;
before(async () => {
  service = await startService(suite, { SHOPPER_RATE_LIMIT: "off" });
});

const ITEMS = `${WS}/wishlist/items`;

/** Sends all requests as `stranger`; each is 404 with the same text as for data that does not exist. */
async function checkHidden(owner: Caller, stranger: Caller): Promise<void> {
  const mine = await furnish(owner);
  const own = { customer: await stranger.newCustomer() };
  const before = await owner.get(`${WS}/wishlists?id=${mine.list.id}`);
  for (const [method, path, body] of probes(mine, own)) {
    const answer = await stranger.send(method, path, body);
    assert.equal(answer.status, 404, `${method} ${path}`);
    assert.equal(answer.body.code, "ResourceNotFound");
    assert.ok(!answer.text.includes(mine.customer.email), path);
    assert.ok(!("errors" in answer.body), path);
  }
  const after = await owner.get(`${WS}/wishlists?id=${mine.list.id}`);
  assert.equal(after.text, before.text);
  assert.equal((await owner.get(`${CS}/customers/${mine.customer.id}`)).status, 200);
  assert.equal((await stranger.get(`${WS}/wishlists/lookup?customerRef=${own.customer.id}`)).status, 404);
}

describe("tenants", () => {
  it("cannot see each other's data: 404, as for data that does not exist", async () => {
    await checkHidden(await service.newCaller(), await service.newCaller());
  });

  it("may use the same ids, references, e-mail addresses and phone numbers", async () => {
    const callers = [await service.newCaller(), await service.newCaller()];
    const same = { id: unique("c"), email: `${unique("ann")}@example.com`, phone: "+4930123456789" };
    const refs = { wishlistRef: unique("list"), wishlistItemRef: unique("item") };
    const ids = [];
    for (const caller of callers) {
      await caller.newCustomer(same);
      const list = await caller.newWishlist({ customerRef: same.id, wishlistRef: refs.wishlistRef });
      const item = await caller.newItem(list.id, { wishlistItemRef: refs.wishlistItemRef });
      ids.push(item.id);
    }
    for (const [i, caller] of callers.entries()) {
      assert.equal((await caller.get(`${ITEMS}/ref=${refs.wishlistItemRef}`)).body.id, ids[i]);
      const { body } = await caller.get(`${WS}/wishlists/lookup?customerRef=${same.id}`);
      assert.equal(body.wishlistCount, 1);
    }
  });

  it("must be named as in the token: 403 with the same text for any other name", async () => {
    const [caller, other] = [await service.newCaller(), await service.newCaller()];
    const texts = new Set<string>();
    const names = [
      undefined,
      other.tenantId,
      "unknown",
      caller.tenantId.toUpperCase(),
      `${caller.tenantId} x`,
      "",
      [caller.tenantId, caller.tenantId],
    ];
    for (const name of names) {
      const answer = await caller.get(`${WS}/wishlists?id=x`, { headers: { "X-SVC-Tenant": name } });
      assert.equal(answer.status, 403, JSON.stringify(name));
      assert.equal(answer.body.code, "Forbidden");
      texts.add(JSON.stringify({ ...answer.body, requestId: "" }));
    }
    assert.equal(texts.size, 1);
  });
});

describe("stores of a tenant", () => {
  it("cannot see each other's data", async () => {
    const berlin = await service.newCaller({ store: "berlin" });
    const paris = await service.callerFor(
      await service.tenants.createClient(berlin.tenantId, { store: "paris" }),
    );
    const none = await service.callerFor(await service.tenants.createClient(berlin.tenantId, {}));
    await checkHidden(berlin, paris);
    await checkHidden(berlin, none);
    await checkHidden(none, berlin);
  });

  it("are shared by the clients that are bound to them", async () => {
    const one = await service.newCaller({ store: "berlin" });
    const two = await service.callerFor(
      await service.tenants.createClient(one.tenantId, { store: "berlin" }),
    );
    const { list } = await furnish(one);
    assert.equal((await two.get(`${WS}/wishlists?id=${list.id}`)).status, 200);
  });

  it("have separate references", async () => {
    const berlin = await service.newCaller({ store: "berlin" });
    const paris = await service.callerFor(
      await service.tenants.createClient(berlin.tenantId, { store: "paris" }),
    );
    const same = { id: unique("c"), email: `${unique("ann")}@example.com` };
    for (const caller of [berlin, paris]) {
      await caller.newCustomer(same);
      await caller.newWishlist({ customerRef: same.id, wishlistRef: "same" });
    }
    assert.equal((await berlin.post(`${CS}/customers`, same)).status, 405);
  });
});
