import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from "jose";
import { SCOPES } from "../../../src/http/scopes.ts";
import { send, type Service, startService, tokenRequest, unique, WS } from "../../support/service.ts";
import { sharedService } from "../../support/shared-service.ts";

let service: Service;
before(async () => {
  service = await sharedService();
});

const realm = (tenant: string) => `/auth/realms/${tenant}`;
const grant = { grant_type: "client_credentials" };
const basic = (id: string, secret: string) => ({
  Authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString("base64")}`,
});
const formOf = ({ clientId, clientSecret }: { clientId: string; clientSecret: string }) => ({
  ...grant,
  client_id: clientId,
  client_secret: clientSecret,
});
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until `probe` answers with a status, at most for the documented five seconds. */
async function within5s(probe: () => Promise<{ status: number }>, status: number): Promise<void> {
  for (let waited = 0; (await probe()).status !== status; waited += 100) {
    assert.ok(waited < 5000, `still not ${status}`);
    await pause(100);
  }
}

describe("the token endpoint", () => {
  it("issues a bearer token for the secret in the form or by HTTP Basic", async () => {
    const tenant = unique("t");
    const credentials = await service.tenants.create(tenant);
    const byForm = await tokenRequest(service.baseUrl, tenant, formOf(credentials));
    const byBasic = await tokenRequest(service.baseUrl, tenant, grant, {
      headers: basic(credentials.clientId, credentials.clientSecret),
    });
    for (const { status, body, headers } of [byForm, byBasic]) {
      assert.equal(status, 200);
      assert.equal(body.expires_in, 3600);
      assert.equal(body.refresh_expires_in, 0);
      assert.equal(body.token_type, "Bearer");
      assert.equal(body["not-before-policy"], 0);
      assert.equal(body.scope, Object.keys(SCOPES).join(" "));
      assert.equal(headers["cache-control"], "no-store");
      assert.equal(headers.pragma, "no-cache");
    }
  });

  it("issues JWTs that verify with the realm's published keys", async () => {
    const tenant = unique("t");
    const credentials = await service.tenants.create(tenant, { store: "berlin" });
    const { body } = await tokenRequest(service.baseUrl, tenant, formOf(credentials));
    const discovery = await send(service.baseUrl, "GET", `${realm(tenant)}/.well-known/openid-configuration`);
    assert.equal(discovery.status, 200);
    const { issuer, jwks_uri, token_endpoint } = discovery.body;
    assert.equal(issuer, `http://wishlist.test${realm(tenant)}`);
    assert.equal(token_endpoint, `${issuer}/protocol/openid-connect/token`);
    const keys = await send(service.baseUrl, "GET", new URL(jwks_uri).pathname);
    assert.ok(keys.body.keys.every((key: object) => !("d" in key)));
    const { payload, protectedHeader } = await jwtVerify(body.access_token, createLocalJWKSet(keys.body), {
      issuer,
    });
    assert.equal(protectedHeader.typ, "at+jwt");
    assert.equal(payload["tenant"], tenant);
    assert.equal(payload["store"], "berlin");
    assert.equal(payload["client_id"], credentials.clientId);
    assert.equal(payload.aud, "wishlist-service");
    assert.equal((payload.exp ?? 0) - (payload.iat ?? 0), 3600);
    assert.ok(payload.jti);
  });

  it("grants only the scopes that are requested and allowed", async () => {
    const tenant = unique("t");
    const all = await service.tenants.create(tenant);
    const some = await service.tenants.createClient(tenant, { scopes: ["wishlists:read"] });
    const scopeOf = async (form: Record<string, string>) =>
      (await tokenRequest(service.baseUrl, tenant, form)).body;
    assert.equal(
      (await scopeOf({ ...formOf(all), scope: "customers:read wishlists:read" })).scope,
      "wishlists:read customers:read",
    );
    assert.equal((await scopeOf(formOf(some))).scope, "wishlists:read");
    for (const form of [
      { ...formOf(all), scope: "admin" },
      { ...formOf(some), scope: "wishlists:write" },
    ]) {
      const { status, body } = await tokenRequest(service.baseUrl, tenant, form);
      assert.equal(status, 400);
      assert.equal(body.error, "invalid_scope");
    }
    const reader = await service.callerFor(some);
    assert.equal((await reader.get(`${WS}/wishlists?id=x`)).status, 404);
    const refused = await reader.delete("/api/customers/x");
    assert.equal(refused.status, 403);
    assert.match(refused.headers["www-authenticate"] ?? "", /error="insufficient_scope"/);
  });

  it("names a missing field, and a header that is not HTTP Basic", async () => {
    const tenant = unique("t");
    const { clientId } = await service.tenants.create(tenant);
    const cases: [Record<string, string>, string | undefined, string][] = [
      [{}, undefined, "grant_type is missing"],
      [grant, undefined, "client_id is missing"],
      [{ ...grant, client_id: clientId }, undefined, "client_secret is missing"],
      [{ ...grant, client_id: "unknown", client_secret: "" }, undefined, "client_secret is missing"],
      [grant, "Bearer x", "the header Authorization must be HTTP Basic with client_id and client_secret"],
      [grant, "Basic !!!", "the header Authorization must be Basic and the base64 text of"],
    ];
    for (const [form, Authorization, words] of cases) {
      const headers = Authorization === undefined ? {} : { Authorization };
      const { body } = await tokenRequest(service.baseUrl, tenant, form, { headers });
      assert.ok(body.error_description.startsWith(words), `${words}: ${body.error_description}`);
    }
  });

  it("is answered 404 for an unknown realm", async () => {
    for (const tenant of ["nobody", "..%2fx", "%00", "x".repeat(300), "UPPER"]) {
      const { status, body, headers } = await tokenRequest(service.baseUrl, tenant, grant);
      assert.equal(status, 404, tenant);
      assert.ok(body.error);
      assert.equal(headers["cache-control"], "no-store");
    }
  });

  it("answers with an OAuth error for an invalid request", async () => {
    const tenant = unique("t");
    const credentials = await service.tenants.create(tenant);
    const form = formOf(credentials);
    const ask = (raw: string, headers = {}) => tokenRequest(service.baseUrl, tenant, {}, { raw, headers });
    const text = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
    const { Authorization: right } = basic(credentials.clientId, credentials.clientSecret);
    const cases: [ReturnType<typeof ask>, number, string][] = [
      [ask(text({ ...form, grant_type: "" })), 400, "invalid_request"],
      [ask(text({ client_id: "x", client_secret: "y" })), 400, "invalid_request"],
      [ask(text({ ...form, grant_type: "password" })), 400, "unsupported_grant_type"],
      [ask(text({ ...form, grant_type: "Client_Credentials" })), 400, "unsupported_grant_type"],
      [ask(text({ ...form, grant_type: "client_credentials " })), 400, "unsupported_grant_type"],
      [ask(text(grant)), 400, "invalid_client"],
      [ask(`${text(form)}&client_id=x`), 400, "invalid_request"],
      [ask(`${text(form)}&grant_type=client_credentials`), 400, "invalid_request"],
      [ask(text({ ...form, client_secret: "wrong" })), 400, "invalid_client"],
      [ask(text({ ...form, client_secret: "" })), 400, "invalid_client"],
      [ask(text({ ...form, client_secret: `${credentials.clientSecret}x` })), 400, "invalid_client"],
      [ask(text({ ...form, client_id: "unknown" })), 400, "invalid_client"],
      [ask(text(form), basic(credentials.clientId, credentials.clientSecret)), 400, "invalid_request"],
      [ask(text(grant), basic(credentials.clientId, "wrong")), 401, "invalid_client"],
      [ask(text(grant), { Authorization: "Basic !!!" }), 401, "invalid_client"],
      [ask(text(form), { Authorization: "Bearer x" }), 401, "invalid_client"],
      [ask(text(grant), { Authorization: [right, "Bearer x"] }), 400, "invalid_request"],
      [ask(text(grant), { Authorization: [right, right] }), 400, "invalid_request"],
      [ask(JSON.stringify(form), { "Content-Type": "application/json" }), 415, "invalid_request"],
      [ask(text(form), { "Content-Type": undefined }), 415, "invalid_request"],
      [ask(`${text(form)}&x=${"y".repeat(60_000)}`), 413, "invalid_request"],
    ];
    for (const [i, [answer, status, error]] of cases.entries()) {
      const { status: got, body, headers } = await answer;
      assert.equal(got, status, `case ${i}`);
      assert.equal(body.error, error, `case ${i}`);
      assert.equal(headers["cache-control"], "no-store");
      if (status === 401) assert.match(headers["www-authenticate"] ?? "", /^Basic /);
    }
    for (const name of ["client_id", "client_secret", "grant_type", "scope", "audience"]) {
      const path = `${realm(tenant)}/protocol/openid-connect/token?${name}=wishlists%3Aread`;
      const headers = { "Content-Type": "application/x-www-form-urlencoded" };
      const inAddress = await send(service.baseUrl, "POST", path, undefined, { raw: text(form), headers });
      assert.equal(inAddress.status, 400, name);
      assert.match(inAddress.body.error_description, /in the body, not in the address/);
    }
    const got = await send(service.baseUrl, "GET", `${realm(tenant)}/protocol/openid-connect/token`);
    assert.equal(got.status, 405);
    assert.match(got.headers.allow ?? "", /POST/);
  });

  it("refuses a client at the realm of another tenant", async () => {
    const [one, other] = [
      await service.tenants.create(unique("t")),
      await service.tenants.create(unique("t")),
    ];
    const { status, body } = await tokenRequest(service.baseUrl, other.tenantId, formOf(one));
    assert.equal(status, 400);
    assert.equal(body.error, "invalid_client");
  });

  it("accepts the old secret until its overlap ends, and the new one at once", async () => {
    const { tenantId, clientId, clientSecret } = await service.tenants.create(unique("t"));
    const { clientSecret: next } = await service.tenants.rotateSecret(tenantId, clientId, 1);
    const ask = (secret: string) =>
      tokenRequest(service.baseUrl, tenantId, formOf({ clientId, clientSecret: secret }));
    assert.equal((await ask(next)).status, 200);
    assert.equal((await ask(clientSecret)).status, 200);
    await pause(1100);
    assert.equal((await ask(clientSecret)).status, 400);
    assert.equal((await ask(next)).status, 200);
  });

  it("answers 429 to an address with too many failures for a client, and still serves the tenant's other clients", async (t) => {
    const strict = await startService(t, { TOKEN_FAILURES: "5", TRUST_PROXY: "true" });
    const credentials = await strict.tenants.create(unique("t"));
    const other = await strict.tenants.createClient(credentials.tenantId, {});
    const ask = (form: Record<string, string>, address: string) =>
      tokenRequest(strict.baseUrl, credentials.tenantId, form, { headers: { "X-Forwarded-For": address } });
    const wrong = { ...formOf(credentials), client_secret: "wrong" };
    for (let i = 0; i < 5; i++) assert.equal((await ask(wrong, "192.0.2.1")).status, 400);
    const refused = await ask(formOf(credentials), "192.0.2.1");
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers["retry-after"]) > 0);
    assert.equal((await ask(formOf(credentials), "192.0.2.2")).status, 200);
    assert.equal((await ask(formOf(other), "192.0.2.1")).status, 200);
  });

  it("requires HTTPS if that is configured", async (t) => {
    const strict = await startService(t, { REQUIRE_HTTPS: "true", TRUST_PROXY: "true" });
    const credentials = await strict.tenants.create(unique("t"));
    const ask = (protocol: string) =>
      tokenRequest(strict.baseUrl, credentials.tenantId, formOf(credentials), {
        headers: { "X-Forwarded-Proto": protocol },
      });
    assert.equal((await ask("http")).status, 403);
    assert.equal((await ask("https")).status, 200);
  });
});

describe("an issued token", () => {
  it("is refused within 5 seconds after its tenant's tokens are revoked; new ones work", async () => {
    const caller = await service.newCaller();
    const before = Math.floor(Date.now() / 1000);
    await service.tenants.revokeTokens(caller.tenantId);
    await within5s(() => caller.get(`${WS}/wishlists?id=x`), 401);
    const again = await service.callerFor(caller.credentials);
    assert.equal((await again.get(`${WS}/wishlists?id=x`)).status, 404);
    const { body } = await tokenRequest(service.baseUrl, caller.tenantId, formOf(caller.credentials));
    assert.ok(body["not-before-policy"] >= before);
  });

  it("is refused within 5 seconds after its client is disabled, and the client gets no new one: 403", async () => {
    const caller = await service.newCaller();
    await service.tenants.setClient(caller.tenantId, caller.credentials.clientId, { disabled: true });
    await within5s(() => caller.get(`${WS}/wishlists?id=x`), 401);
    const { status, body } = await tokenRequest(service.baseUrl, caller.tenantId, formOf(caller.credentials));
    assert.equal(status, 403);
    assert.equal(body.error, "unauthorized_client");
  });

  it("is refused within 5 seconds after its tenant is suspended, until it is resumed", async () => {
    const caller = await service.newCaller();
    const probe = () => caller.get(`${WS}/wishlists?id=x`);
    await service.tenants.setState(caller.tenantId, "suspended");
    await within5s(probe, 403);
    const { status, body } = await tokenRequest(service.baseUrl, caller.tenantId, formOf(caller.credentials));
    assert.equal(status, 403);
    assert.equal(body.error, "unauthorized_client");
    await service.tenants.setState(caller.tenantId, "active");
    await within5s(probe, 404);
  });

  it("stays valid after a rotation of the signing key, and new tokens use the new key", async () => {
    const caller = await service.newCaller();
    const kid = await service.tenants.rotateSigningKey(caller.tenantId);
    const again = await service.callerFor(caller.credentials);
    assert.equal(decodeProtectedHeader(again.token).kid, kid);
    assert.notEqual(decodeProtectedHeader(caller.token).kid, kid);
    for (const each of [caller, again]) assert.equal((await each.get(`${WS}/wishlists?id=x`)).status, 404);
  });

  it("expires at the end of its lifetime", async (t) => {
    const short = await startService(t, { TOKEN_LIFETIME_S: "10" });
    const caller = await short.newCaller();
    const { exp = 0, iat = 0 } = decodeJwt(caller.token);
    assert.equal(exp - iat, 10);
  });
});
