import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { SCOPES } from "../../../src/http/scopes.ts";
import { newOwner, PortalBrowser } from "../../support/portal/session.ts";
import { type Caller, type Json, type Service, tokenRequest, unique, WS } from "../../support/service.ts";
import { sharedService } from "../../support/shared-service.ts";

const CLIENTS = `${WS}/clients`;
const ALL = Object.keys(SCOPES);

let service: Service;
before(async () => {
  service = await sharedService();
});

const idsOf = async (caller: Caller): Promise<string[]> =>
  (await caller.get(CLIENTS)).body.clients.map(({ clientId }: Json) => clientId);

const tokenStatus = async (tenantId: string, { clientId, clientSecret }: Json) => {
  const form = { grant_type: "client_credentials", client_id: clientId, client_secret: clientSecret };
  return (await tokenRequest(service.baseUrl, tenantId, form)).status;
};

/** An owner at the portal of a tenant. */
async function ownerOf(tenantId: string, store = "default"): Promise<Caller> {
  const page = new PortalBrowser(service.baseUrl);
  await page.signIn(await newOwner(service, tenantId));
  return page.caller(tenantId, store);
}

describe("API clients", () => {
  it("are created with a secret that is shown once, and get tokens with at most their scopes", async () => {
    const caller = await service.newCaller();
    const scopes = ["wishlists:read", "wishlists:write"];
    const { status, headers, body } = await caller.post(CLIENTS, { scopes });
    assert.deepEqual([status, headers["cache-control"], body.store], [201, "no-store", "default"]);
    assert.deepEqual([body.scopes, body.disabled, body.secrets], [scopes, false, 1]);
    const made = await service.callerFor({ ...body, tenantId: caller.tenantId });
    assert.equal((await made.get(`${WS}/wishlists/lookup?customerRef=none`)).status, 404);
    assert.equal((await made.get(CLIENTS)).status, 403);
    const listed = await caller.get(CLIENTS);
    assert.deepEqual(await idsOf(caller), [caller.credentials.clientId, body.clientId]);
    assert.deepEqual([listed.body.clients[0].scopes, listed.body.stores], [ALL, ["default"]]);
    assert.ok(!listed.text.includes(body.clientSecret));
  });

  it("are refused at once if they are disabled or lose a scope, and accepted again if enabled", async () => {
    const caller = await service.newCaller();
    const { body } = await caller.post(CLIENTS, { scopes: ["settings:read", "reports:read"] });
    const made = await service.callerFor({ ...body, tenantId: caller.tenantId });
    const status = async () => (await made.get(`${WS}/settings`)).status;
    const path = `${CLIENTS}/${body.clientId}`;
    assert.equal(await status(), 200);
    assert.deepEqual((await caller.put(path, { scopes: ["reports:read"] })).body.scopes, ["reports:read"]);
    assert.equal(await status(), 403);
    await caller.put(path, { scopes: ["settings:read"], disabled: true });
    assert.equal(await status(), 401);
    assert.equal((await caller.put(path, { disabled: false })).body.disabled, false);
    assert.equal(await status(), 200);
    assert.equal((await caller.delete(path)).status, 204);
    assert.equal(await status(), 401);
    assert.equal((await caller.delete(path)).status, 404);
  });

  it("accept the new secret after a rotation, and the previous one for the requested time", async () => {
    const admin = await service.newCaller();
    const { tenantId } = admin;
    const { body: first } = await admin.post(CLIENTS, { scopes: ["settings:read"] });
    const rotate = async (body?: object) =>
      (await admin.post(`${CLIENTS}/${first.clientId}/rotate-secret`, body)).body;
    // A request without a body means the defaults.
    const second = await rotate();
    assert.equal(second.secrets, 2);
    assert.deepEqual([await tokenStatus(tenantId, first), await tokenStatus(tenantId, second)], [200, 200]);
    const third = await rotate({ overlapSeconds: 0 });
    assert.equal(await tokenStatus(tenantId, third), 200);
    for (const old of [first, second]) assert.equal(await tokenStatus(tenantId, old), 400);
  });

  it("give no caller scopes that it does not have", async () => {
    const caller = await service.newCaller();
    const scopes = ["clients:read", "clients:write", "settings:read"];
    const { body } = await caller.post(CLIENTS, { scopes });
    const limited = await service.callerFor({ ...body, tenantId: caller.tenantId });
    const stronger = `${CLIENTS}/${caller.credentials.clientId}`;
    const attempts = [
      limited.post(CLIENTS, { scopes: ["settings:write"] }),
      limited.put(`${CLIENTS}/${body.clientId}`, { scopes: [...scopes, "privacy:read"] }),
      limited.put(stronger, { disabled: true }),
      limited.post(`${stronger}/rotate-secret`, {}),
      limited.delete(stronger),
    ];
    for (const { status, body: problem } of await Promise.all(attempts))
      assert.deepEqual([status, problem.code], [403, "Forbidden"]);
    assert.equal((await limited.post(CLIENTS, { scopes: ["settings:read"] })).status, 201);
    assert.equal((await caller.get(`${WS}/settings`)).status, 200);
    // A token with fewer scopes than its client counts with its own scopes.
    const narrow = await service.callerFor(caller.credentials, "clients:write");
    assert.equal((await narrow.post(CLIENTS, { scopes: ["settings:read"] })).status, 403);
  });

  it("belong to a store: other stores' clients neither see nor change them, an owner of all stores does", async () => {
    const north = await service.newCaller({ store: "north" });
    const { tenantId } = north;
    const owner = await ownerOf(tenantId);
    const { status, body } = await owner.post(CLIENTS, { scopes: ALL, store: "south" });
    assert.equal(status, 201);
    const south = await service.callerFor({ ...body, tenantId });
    assert.deepEqual(await idsOf(south), [body.clientId]);
    assert.deepEqual((await south.get(CLIENTS)).body.stores, ["south"]);
    const path = `${CLIENTS}/${north.credentials.clientId}`;
    assert.equal((await south.put(path, { disabled: true })).status, 404);
    assert.equal((await south.post(`${path}/rotate-secret`, {})).status, 404);
    assert.equal((await south.delete(path)).status, 404);
    assert.equal((await south.post(CLIENTS, { scopes: ["settings:read"], store: "north" })).status, 403);
    assert.deepEqual(await idsOf(owner), [north.credentials.clientId, body.clientId]);
    assert.deepEqual((await owner.get(CLIENTS)).body.stores, ["default", "north", "south"]);
    assert.equal((await owner.put(path, { disabled: true })).status, 200);
    const storesIn = async (of: Caller) =>
      new Set((await of.get(`${WS}/audit`)).body.entries.map(({ store }: Json) => store));
    assert.deepEqual(await storesIn(owner), new Set(["default", "south"]));
    assert.deepEqual(await storesIn(south), new Set(["south"]));
    const stranger = await ownerOf((await service.newCaller()).tenantId);
    assert.equal((await stranger.delete(path)).status, 404);
  });

  it("are refused with the invalid field, and beyond 200 of a tenant", async () => {
    const caller = await service.newCaller();
    const cases: [body: object, path: string][] = [
      [{}, "/scopes"],
      [{ scopes: [] }, "/scopes"],
      [{ scopes: ["everything"] }, "/scopes/0"],
      [{ scopes: ["settings:read"], store: "no spaces" }, "/store"],
    ];
    for (const [body, path] of cases) {
      const answer = await caller.post(CLIENTS, body);
      assert.deepEqual([answer.status, answer.body.errors[0].path], [400, path]);
    }
    const text = await service.redis.hget(service.keys.clients(caller.tenantId), caller.credentials.clientId);
    const others = Array.from({ length: 199 }, () => [unique("c"), text ?? ""]);
    await service.redis.hset(service.keys.clients(caller.tenantId), Object.fromEntries(others));
    const { status, body } = await caller.post(CLIENTS, { scopes: ["settings:read"] });
    assert.deepEqual([status, body.code], [400, "LimitExceeded"]);
    assert.match(body.detail, /tenant.*200 clients/);
  });

  it("cannot begin more stores than the tenant may have, also after the clients of a store are deleted", async () => {
    const { tenantId } = await service.newCaller();
    await service.tenants.setSettings(tenantId, { budgets: { stores: 3 } });
    const owner = await ownerOf(tenantId);
    const create = (store: string) => owner.post(CLIENTS, { scopes: ["settings:read"], store });
    const first = await create("north");
    assert.equal(first.status, 201);
    assert.equal((await owner.delete(`${CLIENTS}/${first.body.clientId}`)).status, 204);
    const some = await Promise.all(["a", "b", "c", "d"].map(create));
    assert.deepEqual(some.map(({ status }) => status).sort(), [201, 400, 400, 400]);
    const refused = some.find(({ status }) => status === 400);
    assert.equal(refused?.body.code, "LimitExceeded");
    assert.match(refused.body.detail, /tenant has at most 3 stores/);
    for (const store of ["default", "north"]) assert.equal((await create(store)).status, 201);
    assert.equal(await service.redis.scard(service.keys.stores(tenantId)), 3);
  });
});
