import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { pino } from "pino";
import { ownerAsHolder } from "../../../src/http/auth/holder.ts";
import { KnownTenants } from "../../../src/http/auth/known-tenants.ts";
import { TokenSigner } from "../../../src/http/auth/token-signer.ts";
import { TokenVerifier } from "../../../src/http/auth/token-verifier.ts";
import { Owners } from "../../../src/store/owners/owners.ts";
import { Tenants } from "../../../src/store/tenants/tenants.ts";
import { withRedis } from "../../support/redis.ts";
import { newestFirst } from "../../support/runner/newest-first.ts";
import { CHEAP_PASSWORDS } from "../../support/service.ts";

const LIFETIME_S = 60;
/** No test lasts so long: changes are noticed only when the test says so. */
const NO_POLL_MS = 3_600_000;

/** A token of a new tenant that was verified before, and a clock that the test can move. */
async function setUp(test: TestContext) {
  const t = newestFirst(test);
  const { redis, keys } = withRedis(t);
  const tenants = new Tenants(redis, keys);
  const { tenantId, clientId } = await tenants.create("shop");
  let aheadMs = 0;
  const settings = {
    publicUrl: "http://wishlist.test",
    tokenLifetimeSeconds: LIFETIME_S,
    now: () => Date.now() + aheadMs,
  };
  const knownTenants = new KnownTenants(tenants, pino({ level: "silent" }), NO_POLL_MS);
  t.after(() => knownTenants.close());
  const owners = new Owners(redis, keys, CHEAP_PASSWORDS);
  const verifier = new TokenVerifier({ tenants, knownTenants, owners }, settings);
  const [tenant, client] = [await tenants.find(tenantId), await tenants.findClient(tenantId, clientId)];
  assert.ok(tenant && client, "the tenant has a client");
  const signer = new TokenSigner(tenants, settings);
  const issue = () => signer.issue(tenant, client, ["wishlists:read"]);
  const token = await issue();
  assert.equal((await verifier.verify(token))?.clientId, clientId);
  assert.equal(verifier.recall(token)?.clientId, clientId);
  const assertRefused = async () => {
    assert.equal(verifier.recall(token), undefined);
    assert.equal(await verifier.verify(token), undefined);
  };
  const moveClock = (ms: number) => (aheadMs += ms);
  /** A verified token of a signed-in owner. */
  const ownerToken = async () => {
    const { owner } = await owners.create(tenantId, "ada@shop.example");
    const cookie = await owners.signIn(tenantId, owner, settings.now(), LIFETIME_S * 1000);
    const session = (await owners.ofCookie(cookie, settings.now()))?.digest;
    assert.ok(session, "the owner is signed in");
    const options = { lifetimeSeconds: LIFETIME_S, session };
    const ofOwner = await signer.issue(tenant, ownerAsHolder(owner, "default"), ["wishlists:read"], options);
    assert.equal((await verifier.verify(ofOwner))?.clientId, owner.id);
    return { owner, token: ofOwner };
  };
  /** A token that a new signing key of the tenant has signed, as another process issues it. */
  const issueWithNewKey = async () => {
    await tenants.rotateSigningKey(tenantId);
    const rotated = await tenants.find(tenantId);
    assert.ok(rotated, "the tenant is there");
    return signer.issue(rotated, client, ["wishlists:read"]);
  };
  const common = { redis, keys, tenants, tenantId, clientId, knownTenants, issueWithNewKey };
  return { ...common, verifier, issue, token, ownerToken, moveClock, assertRefused };
}

describe("a token that was verified before", () => {
  it("is accepted until exactly the end of its lifetime", async (t) => {
    const { verifier, token, moveClock, assertRefused } = await setUp(t);
    moveClock(LIFETIME_S * 1000 - 5000);
    assert.ok(verifier.recall(token), "the token is still accepted");
    moveClock(5000);
    await assertRefused();
  });

  it("is refused once the tenant's tokens are revoked", async (t) => {
    const { tenants, tenantId, knownTenants, assertRefused } = await setUp(t);
    await tenants.revokeTokens(tenantId);
    await knownTenants.refresh();
    await assertRefused();
  });

  it("is refused once its client is disabled", async (t) => {
    const { tenants, tenantId, clientId, knownTenants, assertRefused } = await setUp(t);
    await tenants.setClient(tenantId, clientId, { disabled: true });
    await knownTenants.refresh();
    await assertRefused();
  });
});

describe("a token of an owner that was verified before", () => {
  it("is refused within five seconds of the owner's deletion, also if its process died before other processes could notice it", async (t) => {
    const { redis, keys, tenantId, verifier, ownerToken, moveClock } = await setUp(t);
    const { owner, token } = await ownerToken();
    assert.ok(verifier.recall(token), "the token is cached");
    await redis.hdel(keys.owners(tenantId), owner.id);
    moveClock(5000);
    assert.equal(verifier.recall(token), undefined);
    assert.equal(await verifier.verify(token), undefined);
  });
});

describe("a token of a process whose clock is five seconds ahead", () => {
  it("is accepted", async (t) => {
    const { verifier, clientId, issue, moveClock } = await setUp(t);
    moveClock(4500);
    const token = await issue();
    moveClock(-4500);
    assert.equal((await verifier.verify(token))?.clientId, clientId);
  });
});

describe("a token of a new signing key", () => {
  it("is accepted by a process that looked for changes a moment before the key was made", async (t) => {
    const { verifier, tenants, clientId, token, knownTenants, issueWithNewKey } = await setUp(t);
    await knownTenants.refresh();
    assert.ok(await verifier.verify(token), "the tenant is cached");
    const before = await tenants.version();
    const fresh = await issueWithNewKey();
    const version = tenants.version.bind(tenants);
    // The check reads the version before the change, but ends after it.
    tenants.version = () => {
      tenants.version = version;
      return Promise.resolve(before);
    };
    await knownTenants.refresh();
    assert.equal((await verifier.verify(fresh))?.clientId, clientId);
  });
});

describe("tokens of an unknown signing key", () => {
  it("are refused, and share their checks for changes", async (t) => {
    const { verifier, tenants, token } = await setUp(t);
    const [, ...rest] = token.split(".");
    const header = Buffer.from(JSON.stringify({ alg: "ES256", kid: "invented", typ: "at+jwt" }));
    const invented = [header.toString("base64url"), ...rest].join(".");
    let checks = 0;
    const version = tenants.version.bind(tenants);
    tenants.version = () => {
      checks++;
      return version();
    };
    const sessions = await Promise.all(Array.from({ length: 100 }, () => verifier.verify(invented)));
    assert.ok(sessions.every((session) => session === undefined));
    assert.ok(checks <= 2, `${checks} checks`);
  });
});
