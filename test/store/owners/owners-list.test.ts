import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Owners } from "../../../src/store/owners/owners.ts";
import { Undecodable } from "../../../src/store/records/decode.ts";
import { skippingUndecodable, type UndecodableRecord } from "../../../src/store/records/undecodable.ts";
import { withRedis } from "../../support/redis.ts";
import { CHEAP_PASSWORDS } from "../../support/service.ts";

const tenant = "shop";

describe("the owners of a tenant", () => {
  it("are listed without those that cannot be decoded, each of which is logged; a reader without a logger fails", async (t) => {
    const { redis, keys } = withRedis(t);
    const reported: UndecodableRecord[] = [];
    const owners = new Owners(
      redis,
      keys,
      CHEAP_PASSWORDS,
      skippingUndecodable((record) => reported.push(record)),
    );
    await redis.hset(keys.tenant(tenant), "name", "Shop");
    const { owner } = await owners.create(tenant, "ann@example.com");
    const broken = { one: "{", two: "[]", three: '{"email":"bob@example.com"}' };
    await redis.hset(keys.owners(tenant), broken);
    assert.deepEqual(
      (await owners.list(tenant)).map(({ id }) => id),
      [owner.id],
    );
    const expected = Object.keys(broken).map((id) => ({ record: "owner", storeKey: tenant, id }));
    const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
    assert.deepEqual(reported.sort(byId), expected.sort(byId));
    await assert.rejects(new Owners(redis, keys).list(tenant), Undecodable);
  });
});

describe("the password of an owner", () => {
  it("is hashed at the cost that OWASP recommends, which only tests lower", async (t) => {
    const { redis, keys } = withRedis(t);
    await redis.hset(keys.tenant(tenant), "name", "Shop");
    const { owner } = await new Owners(redis, keys).create(tenant, "ann@example.com");
    assert.match((await redis.hget(keys.owners(tenant), owner.id)) ?? "", /"scrypt\$16384\$8\$5\$/);
  });
});

describe("the session of an owner", () => {
  it("expires for pages and for tokens", async (t) => {
    const { redis, keys } = withRedis(t);
    const owners = new Owners(redis, keys, CHEAP_PASSWORDS);
    await redis.hset(keys.tenant(tenant), "name", "Shop");
    const { owner } = await owners.create(tenant, "ann@example.com");
    const cookie = await owners.signIn(tenant, owner.id, 1000, 500);
    const found = await owners.ofCookie(cookie, 1499);
    assert.equal(found?.owner.id, owner.id);
    assert.equal((await owners.ofSession(tenant, owner.id, found.digest, 1499))?.id, owner.id);
    assert.equal(await owners.ofCookie(cookie, 1500), undefined);
    assert.equal(await owners.ofSession(tenant, owner.id, found.digest, 1500), undefined);
  });
});
