import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { Owners } from "../../../src/store/owners/owners.ts";
import { withRedis } from "../../support/redis.ts";
import { CHEAP_PASSWORDS } from "../../support/service.ts";

const tenant = "shop";
const email = "ann@example.com";

/** A tenant with an owner. */
async function withOwner(t: TestContext) {
  const { redis, keys } = withRedis(t);
  const owners = new Owners(redis, keys, CHEAP_PASSWORDS);
  await redis.hset(keys.tenant(tenant), "name", "Shop");
  const { owner } = await owners.create(tenant, email);
  const found = async () => (await owners.withEmail(email)).map(({ tenantId }) => tenantId);
  return { redis, owners, id: owner.id, found };
}

describe("an owner who is deleted and created again at the same time", () => {
  it("is found by the e-mail address if the creation ends within the deletion", async (t) => {
    const { redis, owners, id, found } = await withOwner(t);
    const srem = redis.srem.bind(redis);
    t.mock.method(redis, "srem", async (key: string, member: string) => {
      await owners.create(tenant, email);
      return srem(key, member);
    });
    await owners.delete(tenant, id);
    assert.deepEqual(await found(), [tenant]);
  });

  it("is found by the e-mail address if the deletion ends within the creation", async (t) => {
    const { redis, owners, id, found } = await withOwner(t);
    const sadd = redis.sadd.bind(redis);
    const mocked = t.mock.method(redis, "sadd", async (key: string, member: string) => {
      mocked.mock.restore();
      const added = await sadd(key, member);
      await owners.delete(tenant, id);
      return added;
    });
    await owners.create(tenant, email);
    assert.deepEqual(await found(), [tenant]);
  });
});
