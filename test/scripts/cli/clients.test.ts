import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import type { Credentials } from "../../../src/store/tenants/client.ts";
import { newDataDir } from "../../support/programs.ts";
import { atEnd } from "../../support/redis.ts";
import { type Json, type Service, startService, tokenRequest, unique, WS } from "../../support/service.ts";
import { tool, toolEnv, toolJson, toolText } from "../../support/tool.ts";
import { until } from "../../support/until.ts";

const suite = atEnd();
const dataDir = newDataDir(suite);
let service: Service;
let env: Record<string, string>;
before(async () => {
  service = await startService(suite, {
    RATE_LIMIT: "1000",
    ALLOW_PRIVATE_TARGETS: "true",
    DATA_DIR: dataDir,
  });
  env = toolEnv(service);
});

const PATH = `${WS}/wishlists?id=x`;

const run = (...words: string[]) => toolJson(words, env);
const say = (...words: string[]) => toolText(words, env);

const tokenFor = ({ tenantId, clientId, clientSecret }: Credentials) =>
  tokenRequest(service.baseUrl, tenantId, {
    grant_type: "client_credentials",
    client_id: clientId,
    client_secret: clientSecret,
  });

describe("wishlist client", () => {
  it("set removes scopes, also from existing tokens, and refuses unknown scopes", async () => {
    const caller = await service.newCaller();
    const { tenantId, clientId } = caller.credentials;
    const scopes = ["wishlists:read"];
    assert.deepEqual(await run("client", "set", tenantId, clientId, "--scope", "wishlists:read"), {
      tenantId,
      clientId,
      scopes,
    });
    await until(
      "the live token may not write",
      async () => (await caller.post(`${WS}/wishlists`, {})).status === 403,
    );
    assert.equal((await caller.get(PATH)).status, 404);
    const wanted = await tokenRequest(service.baseUrl, tenantId, {
      grant_type: "client_credentials",
      client_id: clientId,
      client_secret: caller.credentials.clientSecret,
      scope: "wishlists:write",
    });
    assert.deepEqual([wanted.status, wanted.body.error], [400, "invalid_scope"]);
    assert.equal((await tool(["client", "set", tenantId, clientId, "--scope", "x"], env)).code, 2);
    assert.ok((await run("client", "set", tenantId, clientId, "--scope", "all")).scopes.length > 5);
    await until(
      "the client may write again",
      async () => (await caller.post(`${WS}/wishlists`, {})).status !== 403,
    );
  });

  it("create and rotate-key seal with the service's key, and fail with a message without it", async () => {
    const other = Buffer.alloc(32, 9).toString("base64");
    const tenant = unique("t");
    const refused = await tool(["tenant", "create", tenant], { ...env, CREDENTIALS_KEYS: other });
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /set CREDENTIALS_KEYS or DATA_DIR to the values of the service/);
    await service.callerFor(await run("tenant", "create", tenant));
    assert.ok(!JSON.stringify(await service.redis.hgetall(service.keys.tenant(tenant))).includes('"d\\"'));
    assert.equal((await run("credentials-key", "show")).known, true);
    const forget = await tool(["credentials-key", "forget"], env);
    assert.match(forget.stderr, /--yes is required/);
    const kept = await tool(["credentials-key", "forget", "--yes"], env);
    assert.match(kept.stderr, /is available here: it is not lost/);
    assert.equal((await run("credentials-key", "show")).known, true);
  });

  it("create adds a client to a tenant, bound to its store and scopes", async () => {
    const { tenantId } = await service.tenants.create(unique("t"));
    const created = await run("client", "create", tenantId, "--store", "b", "--scope", "wishlists:read");
    const token = await tokenFor(created);
    assert.equal(token.body.scope, "wishlists:read");
    const clients = await run("client", "list", tenantId);
    assert.equal(clients.length, 2);
    const { clientId, store, scopes, disabled } = clients.find(
      (each: Json) => each.clientId === created.clientId,
    );
    assert.deepEqual([clientId, store, scopes, disabled], [created.clientId, "b", ["wishlists:read"], false]);
    assert.ok(!(await say("client", "list", tenantId)).includes(created.clientSecret));
  });

  it("rotate issues a new secret, and the old one works during the overlap", async () => {
    const old = await service.tenants.create(unique("t"));
    const next = await run("client", "rotate", old.tenantId, old.clientId);
    assert.equal(next.clientId, old.clientId);
    assert.notEqual(next.clientSecret, old.clientSecret);
    for (const each of [old, next]) assert.equal((await tokenFor(each)).status, 200);
    const last = await run("client", "rotate", old.tenantId, old.clientId, "--overlap", "0");
    assert.equal((await tokenFor(last)).status, 200);
    for (const each of [old, next]) assert.equal((await tokenFor(each)).status, 400);
  });

  it("rotate keeps the old secret for the overlap, whatever the clock of the operator's machine says", async (t) => {
    const old = await service.tenants.create(unique("t"));
    const dayAgo = Date.now() - 86_400_000;
    const clock = t.mock.method(Date, "now", () => dayAgo);
    await run("client", "rotate", old.tenantId, old.clientId, "--overlap", "3600");
    clock.mock.restore();
    assert.equal((await tokenFor(old)).status, 200);
  });

  it("disable locks a client out, and enable admits it again", async () => {
    const caller = await service.newCaller();
    const { tenantId, clientId } = caller.credentials;
    const sibling = await service.callerFor(await service.tenants.createClient(tenantId, {}));
    assert.equal((await run("client", "disable", tenantId, clientId)).disabled, true);
    assert.equal((await tokenFor(caller.credentials)).status, 403);
    await until("its token is refused", async () => (await caller.get(PATH)).status === 401);
    assert.equal((await sibling.get(PATH)).status, 404);
    assert.match(await say("client", "list", tenantId), new RegExp(`^${clientId} .*disabled`, "m"));
    assert.equal((await run("client", "enable", tenantId, clientId)).disabled, false);
    assert.equal((await tokenFor(caller.credentials)).status, 200);
    await until("its token is accepted", async () => (await caller.get(PATH)).status === 404);
  });
});

describe("wishlist client delete", () => {
  it("locks a client out with its tokens, and no other", async () => {
    const caller = await service.newCaller();
    const second = await service.callerFor(await run("client", "create", caller.tenantId));
    const { clientId } = second.credentials;
    const deleted = await run("client", "delete", caller.tenantId, clientId);
    assert.deepEqual(deleted, { tenantId: caller.tenantId, clientId, deleted: true });
    assert.notEqual((await tokenFor(second.credentials)).status, 200);
    await until("its token is refused", async () => (await second.get(PATH)).status === 401);
    assert.equal((await caller.get(PATH)).status, 404);
    const again = await tool(["client", "delete", caller.tenantId, clientId], env);
    assert.deepEqual([again.code, again.stdout], [1, ""]);
    assert.match(again.stderr, /no client/);
  });
});
