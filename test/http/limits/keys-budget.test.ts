import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { before, describe, it } from "node:test";
import { DAY_MS } from "../../../src/units/durations.ts";
import { atEnd } from "../../support/redis.ts";
import {
  type Answer,
  type Caller,
  CS,
  type Json,
  type Service,
  startService,
  unique,
  WS,
} from "../../support/service.ts";
import { until } from "../../support/until.ts";

const suite = atEnd();
let service: Service;
before(async () => {
  service = await startService(suite);
});

async function callerWith(keys: number): Promise<Caller> {
  const credentials = await service.tenants.create(unique("t"));
  await service.tenants.setSettings(credentials.tenantId, { budgets: { keys } });
  return service.callerFor(credentials);
}

const under = (key: string) => ({ headers: { "Idempotency-Key": key } });

/** Uses new keys until one is refused. Resolves to the refusal and the number of accepted keys. */
async function useUp(shop: Caller, most: number): Promise<{ refusal: Answer<Json>; used: number }> {
  for (let used = 0; used < most; used++) {
    const answer = await shop.post(`${CS}/customers`, { id: unique("c") }, under(unique("key")));
    if (answer.status !== 201) return { refusal: answer, used };
  }
  throw new Error(`${most} keys were accepted`);
}

/** Resolves to the keys of a day that are counted for a tenant with the limit `limit`. */
async function counted({ tenantId }: Caller, limit: number): Promise<number> {
  const stored = await service.redis.get(service.keys.allowance("keys", tenantId));
  const paidAt = Number(stored?.split(" ")[0] ?? 0);
  return Math.ceil((Math.max(paidAt - Date.now(), 0) / DAY_MS) * limit);
}

const areCounted = (shop: Caller, keys: number, limit: number) =>
  until(`${keys} keys are counted`, async () => (await counted(shop, limit)) >= keys);

describe("the budget of Idempotency-Keys", () => {
  it("refuses only new keys after it is used up: retries, requests without a key and other tenants continue", async () => {
    const [shop, other] = await Promise.all([callerWith(3), callerWith(3)]);
    const first = unique("key");
    const body = { id: unique("c") };
    assert.equal((await shop.post(`${CS}/customers`, body, under(first))).status, 201);
    const { refusal } = await useUp(shop, 3000);
    assert.equal(refusal.status, 429);
    assert.equal(refusal.body.code, "BudgetExceeded");
    assert.match(refusal.body.detail, /"keys": 3 Idempotency-Keys per day/);
    const retryAfter = Number(refusal.headers["retry-after"]);
    assert.ok(retryAfter > 0 && retryAfter <= 86_400, String(retryAfter));

    const again = await shop.post(`${CS}/customers`, body, under(first));
    assert.deepEqual([again.status, again.headers["idempotency-replayed"]], [201, "true"]);
    const changed = await shop.post(`${CS}/customers`, { id: unique("c") }, under(first));
    assert.equal(changed.status, 422);
    assert.equal((await shop.post(`${CS}/customers`, { id: unique("c") })).status, 201);
    assert.equal((await shop.get(`${CS}/customers`)).status, 200);
    assert.equal((await other.post(`${CS}/customers`, { id: unique("c") }, under(first))).status, 201);

    const settings = await shop.put(`${WS}/settings`, {}, under(unique("key")));
    assert.equal(settings.status, 429);
    const refused = await shop.post(
      `${WS}/wishlists`,
      { name: "list", customerRef: "nobody" },
      under(unique("key")),
    );
    assert.equal(refused.status, 429);
  });

  it("is not used up any more once its limit is raised or removed, and counts the used keys by the new limit", async () => {
    const shop = await callerWith(1);
    const { tenantId } = shop;
    const { used } = await useUp(shop, 3000);
    const limitIs = (keys: number) => service.tenants.setSettings(tenantId, { budgets: { keys } });
    const isAccepted = (what: string) =>
      until(what, async () => (await shop.put(`${WS}/settings`, {}, under(unique("key")))).status === 200);
    await limitIs(100 * (used + 1));
    await isAccepted("the raised limit applies");
    const place = service.keys.allowance("keys", tenantId);
    await until("the keys are counted by the new limit", async () => {
      const [, limit] = (await service.redis.get(place))?.split(" ") ?? [];
      return limit === String(100 * (used + 1));
    });
    await isAccepted("keys are still accepted");
    await limitIs(1);
    assert.equal((await useUp(shop, 3000)).refusal.status, 429);
    await limitIs(0);
    await isAccepted("the default applies");
  });

  it("counts each row of a request, because each has a stored answer", async () => {
    const shop = await callerWith(100);
    const rows = Array.from({ length: 120 }, () => ({ id: unique("c") }));
    const uploaded = await shop.post(`${CS}/upload-customers`, { customers: rows }, under(unique("key")));
    assert.ok(uploaded.status < 300, JSON.stringify(uploaded.body));
    await areCounted(shop, rows.length, 100);
    assert.equal((await useUp(shop, 50)).refusal.status, 429);
  });

  it("counts a long answer as several keys, because it takes more memory", async () => {
    const noise = (length: number) => randomBytes(length).toString("base64");
    const attributeGroups = { noise: { attributes: { a: noise(2000), b: noise(2000) } } };
    const shop = await callerWith(4);
    const list = await shop.newWishlist();
    const long = { id: list.id, attributeGroups };
    assert.equal((await shop.put(`${WS}/wishlists`, long, under(unique("key")))).status, 200);
    await areCounted(shop, 5, 4);
    assert.equal((await shop.put(`${WS}/wishlists`, long, under(unique("key")))).status, 429);
    const other = await callerWith(4);
    const short = { id: (await other.newWishlist()).id, name: "short" };
    assert.equal((await other.put(`${WS}/wishlists`, short, under(unique("key")))).status, 200);
    await areCounted(other, 1, 4);
    assert.equal((await other.put(`${WS}/wishlists`, short, under(unique("key")))).status, 200);
  });

  it("counts a key once, however often its request is repeated", async () => {
    const [shop, other] = await Promise.all([callerWith(50), callerWith(50)]);
    const key = unique("key");
    for (let i = 0; i < 20; i++) assert.equal((await shop.put(`${WS}/settings`, {}, under(key))).status, 200);
    // Keys are counted in the order of their use.
    assert.equal((await other.put(`${WS}/settings`, {}, under(key))).status, 200);
    await areCounted(other, 1, 50);
    assert.equal(await counted(shop, 50), 1);
  });
});
