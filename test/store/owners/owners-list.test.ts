import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { LastOwner, NoOwner, OutdatedCheck, OwnerExists } from "../../../src/store/owners/owner-errors.ts";
import { Owners } from "../../../src/store/owners/owners.ts";
import { isPasswordOf } from "../../../src/store/owners/password.ts";
import { Undecodable } from "../../../src/store/records/decode.ts";
import { skippingUndecodable, type UndecodableRecord } from "../../../src/store/records/undecodable.ts";
import { withRedis } from "../../support/redis.ts";
import { CHEAP_PASSWORDS, given } from "../../support/service.ts";

const tenant = "shop";

describe("the owners of a tenant", () => {
  /** A tenant with two owners who have their own passwords, and one who has a one-time password. */
  async function newOwners(t: TestContext) {
    const { redis, keys } = withRedis(t);
    const owners = new Owners(redis, keys, CHEAP_PASSWORDS);
    await redis.hset(keys.tenant(tenant), "name", "Shop");
    const create = async (name: string, isTemporary = false) =>
      (await owners.create(tenant, `${name}@example.com`, { isTemporary })).owner.id;
    const [ann, bob] = [await create("ann"), await create("bob")];
    await create("invited", true);
    return { redis, keys, owners, create, ann, bob };
  }

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

  it("keep one with a password of its own, also if two remove each other or change each other's role", async (t) => {
    const { owners, create, ann, bob } = await newOwners(t);
    const remove = (id: string) => owners.delete(tenant, id, { keepsLast: true });
    const demote = (id: string) => owners.setRole(tenant, id, "support");
    for (const change of [remove, demote]) {
      const outcomes = await Promise.allSettled([ann, bob].map(change));
      assert.deepEqual(outcomes.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
      for (const outcome of outcomes)
        if (outcome.status === "rejected") assert.ok(outcome.reason instanceof LastOwner);
      const left = (await owners.list(tenant)).filter(
        ({ role, isTemporary }) => role === "owner" && !isTemporary,
      );
      assert.equal(left.length, 1);
      if (change === demote) break;
      await create(left[0]?.id === ann ? "bob" : "ann");
    }
  });

  it("are all deleted by the operator", async (t) => {
    const { owners } = await newOwners(t);
    for (const { id } of await owners.list(tenant)) await owners.delete(tenant, id);
    assert.deepEqual(await owners.list(tenant), []);
  });

  it("lose their tokens if a deletion is repeated after it was interrupted", async (t) => {
    const { redis, keys, owners, ann } = await newOwners(t);
    await redis.hdel(keys.owners(tenant), ann);
    const before = await redis.get(keys.tenantsVersion);
    await assert.rejects(owners.delete(tenant, ann), NoOwner);
    assert.notEqual(await redis.get(keys.tenantsVersion), before);
  });

  it("are at most 100, also if they are created at the same time", async (t) => {
    const { owners, create } = await newOwners(t);
    const outcomes = await Promise.allSettled(Array.from({ length: 99 }, (_, i) => create(`p${i}`)));
    const refused = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
    assert.deepEqual(refused.map(String), Array(2).fill("Error: a tenant can have 100 owners"));
    await assert.rejects(create("ann"), OwnerExists);
    assert.equal((await owners.list(tenant)).length, 100);
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
    const cookie = await owners.signIn(tenant, owner, 1000, 500);
    const found = await owners.ofCookie(cookie, 1499);
    assert.equal(found?.owner.id, owner.id);
    assert.equal((await owners.ofSession(tenant, owner.id, found.digest, 1499))?.id, owner.id);
    assert.equal(await owners.ofCookie(cookie, 1500), undefined);
    assert.equal(await owners.ofSession(tenant, owner.id, found.digest, 1500), undefined);
  });
});

describe("a check of an owner's password", () => {
  /** An owner with a session, as a request has read them. */
  async function checkedOwner(t: TestContext) {
    const { redis, keys } = withRedis(t);
    const owners = new Owners(redis, keys, CHEAP_PASSWORDS);
    await redis.hset(keys.tenant(tenant), "name", "Shop");
    const { owner } = await owners.create(tenant, "ann@example.com");
    const checked = given(await owners.ofCookie(await owners.signIn(tenant, owner, 0, 500), 1));
    const signIn = () => owners.signIn(tenant, checked.owner, 1, 500);
    const setPassword = (password: string) => owners.setPassword(checked, password);
    const sessions = async () => (await owners.find(tenant, owner.id))?.sessions.length;
    return { owners, checked, signIn, setPassword, sessions };
  }

  it("permits no sign-in and no other password once the password was reset", async (t) => {
    const { owners, checked, signIn, setPassword, sessions } = await checkedOwner(t);
    const password = await owners.resetPassword(tenant, checked.owner.id);
    await assert.rejects(signIn(), OutdatedCheck);
    await assert.rejects(setPassword("of somebody else"), OutdatedCheck);
    const after = given(await owners.find(tenant, checked.owner.id));
    assert.ok(await isPasswordOf(after.password, password));
    assert.deepEqual([after.isTemporary, await sessions()], [true, 0]);
  });

  it("permits one of two changes at once, and no sign-in after it", async (t) => {
    const { signIn, setPassword, sessions } = await checkedOwner(t);
    const changes = await Promise.allSettled([setPassword("the first one"), setPassword("the second one")]);
    assert.deepEqual(changes.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
    await assert.rejects(signIn(), OutdatedCheck);
    assert.equal(await sessions(), 1);
  });

  it("permits no change of the password once its session has ended", async (t) => {
    const { owners, checked, setPassword } = await checkedOwner(t);
    await owners.signOut(tenant, checked.owner.id);
    await assert.rejects(setPassword("of an ended session"), OutdatedCheck);
  });

  it("permits nothing once the owner was deleted", async (t) => {
    const { owners, checked, signIn, setPassword } = await checkedOwner(t);
    await owners.delete(tenant, checked.owner.id);
    await assert.rejects(signIn(), NoOwner);
    await assert.rejects(setPassword("of a deleted owner"), NoOwner);
    await assert.rejects(owners.resetPassword(tenant, checked.owner.id), NoOwner);
  });
});
