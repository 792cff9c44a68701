import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { pino } from "pino";
import { Sessions } from "../../../src/http/auth/sessions.ts";
import { Tenants } from "../../../src/store/tenants/tenants.ts";
import { newestFirst } from "../../support/newest-first.ts";
import { withRedis } from "../../support/redis.ts";

const LIFETIME_S = 60;

/** A token of a new tenant that was verified before, and a clock that the test can move. */
async function setUp(test: TestContext) {
  const t = newestFirst(test);
  const { redis, keys } = withRedis(t);
  const tenants = new Tenants(redis, keys);
  const { tenantId, clientId } = await tenants.create("shop");
  let aheadMs = 0;
  const sessions = new Sessions(tenants, {
    publicUrl: "http://wishlist.test",
    tokenLifetimeSeconds: LIFETIME_S,
    log: pino({ level: "silent" }),
    now: () => Date.now() + aheadMs,
  });
  t.after(() => sessions.close());
  const [tenant, client] = [await tenants.find(tenantId), await tenants.findClient(tenantId, clientId)];
  assert.ok(tenant && client, "the tenant has a client");
  const token = await sessions.issue(tenant, client, ["wishlists:read"]);
  assert.equal((await sessions.verify(token))?.clientId, clientId);
  assert.equal(sessions.recall(token)?.clientId, clientId);
  const assertRefused = async () => {
    assert.equal(sessions.recall(token), undefined);
    assert.equal(await sessions.verify(token), undefined);
  };
  const moveClock = (ms: number) => (aheadMs += ms);
  return { tenants, tenantId, clientId, sessions, token, moveClock, assertRefused };
}

describe("a token that was verified before", () => {
  it("is accepted until exactly the end of its lifetime", async (t) => {
    const { sessions, token, moveClock, assertRefused } = await setUp(t);
    moveClock(LIFETIME_S * 1000 - 5000);
    assert.ok(sessions.recall(token), "the token is still accepted");
    moveClock(5000);
    await assertRefused();
  });

  it("is refused once the tenant's tokens are revoked", async (t) => {
    const { tenants, tenantId, sessions, assertRefused } = await setUp(t);
    await tenants.revokeTokens(tenantId);
    await sessions.refresh();
    await assertRefused();
  });

  it("is refused once its client is disabled", async (t) => {
    const { tenants, tenantId, clientId, sessions, assertRefused } = await setUp(t);
    await tenants.setClient(tenantId, clientId, { disabled: true });
    await sessions.refresh();
    await assertRefused();
  });
});
