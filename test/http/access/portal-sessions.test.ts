import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { SCOPES } from "../../../src/http/scopes.ts";
import { Owners } from "../../../src/store/owners/owners.ts";
import { type newOwner, newTenant, PortalBrowser, signInOwner } from "../../support/portal/session.ts";
import { atEnd, keysLike } from "../../support/redis.ts";
import { type Json, send, type Service, startService, unique, WS } from "../../support/service.ts";
import { tool, toolEnv } from "../../support/tool.ts";
import { until } from "../../support/until.ts";

const suite = atEnd();
let service: Service;
before(async () => {
  service = await startService(suite, { TRUST_PROXY: "1" });
});

const browser = () => new PortalBrowser(service.baseUrl);
const signedIn = (options?: Parameters<typeof newOwner>[2]) => signInOwner(service, options);

describe("a portal session", () => {
  it("records in the audit log who changed owners and passwords, and which owner it concerns", async () => {
    const { page, tenantId, credentials, session } = await signedIn();
    const invited = await page.send("POST", "/people", {
      email: `${unique("p")}@shop.example`,
      role: "support",
    });
    const { id } = invited.body;
    const password = "correct horse battery";
    const answers = [
      await page.send("PUT", `/people/${id}`, { role: "marketing" }),
      await page.send("POST", `/people/${id}/reset-password`, {}),
      await page.send("DELETE", `/people/${id}`),
      await page.send("PUT", `/people/${id}`, { role: "owner" }),
      await page.send("POST", "/password", { current: credentials.password, password }),
    ];
    assert.deepEqual(
      [invited, ...answers].map(({ status }) => status),
      [201, 200, 200, 204, 404, 204],
    );
    const caller = await page.caller(tenantId);
    const { body } = await caller.get(`${WS}/audit`);
    const person = { person: id };
    assert.deepEqual(
      body.entries.map(({ actor, action, target, outcome }: Json) => [actor.id, action, target, outcome]),
      [
        [session.ownerId, "changePassword", undefined, "done"],
        [session.ownerId, "changeRole", person, "refused"],
        [session.ownerId, "removePerson", person, "done"],
        [session.ownerId, "resetPassword", person, "done"],
        [session.ownerId, "changeRole", person, "done"],
        [session.ownerId, "invitePerson", undefined, "done"],
      ],
    );
  });

  it("says what is wrong with an invited e-mail address, as the end of a sentence about it", async () => {
    const { page, credentials } = await signedIn();
    const errorsOf = async (email: string) =>
      (await page.send("POST", "/people", { email, role: "support" })).body.errors as Json[];
    assert.deepEqual(await errorsOf("ada@shop"), [{ path: "/email", message: "must be an e-mail address" }]);
    assert.deepEqual(await errorsOf(credentials.email), [
      { path: "/email", message: "is already in the list of people, where an owner can give a new password" },
    ]);
  });

  it("cannot keep the process busy: its requests and the new passwords of its tenant are limited, not those of others", async () => {
    const [{ page }, other] = await Promise.all([signedIn(), signedIn()]);
    const statusesOf = async (requests: Promise<Json>[]) =>
      new Set((await Promise.all(requests)).map(({ status, body }) => `${status} ${body.code ?? ""}`));
    const token = () => page.send("POST", "/token", { store: "default" });
    const tokens = new Set<string>();
    // A slow machine may need more than a second for the first hundred.
    await until("a request is refused", async () => {
      for (const answer of await statusesOf(Array.from({ length: 100 }, token))) tokens.add(answer);
      return tokens.has("429 RateLimited");
    });
    assert.deepEqual(tokens, new Set(["200 ", "429 RateLimited"]));
    assert.equal((await other.page.send("POST", "/token", { store: "default" })).status, 200);
    const guests = await signedIn();
    const invitations = Array.from({ length: 15 }, () => {
      const person = { email: `${unique("p")}@shop.example`, role: "support" };
      return guests.page.send("POST", "/people", person);
    });
    assert.deepEqual(await statusesOf(invitations), new Set(["201 ", "429 RateLimited"]));
    const person = { email: `${unique("p")}@shop.example`, role: "support" };
    assert.equal((await other.page.send("POST", "/people", person)).status, 201);
  });

  it("issues API tokens with the scopes of the role, for its own tenant", async () => {
    const { page, tenantId } = await signedIn();
    const { body } = await page.send("POST", "/token", { store: "default" });
    assert.deepEqual([body.expires_in, body.scope], [300, Object.keys(SCOPES).join(" ")]);
    const caller = await page.caller(tenantId);
    assert.equal((await caller.get(`${WS}/settings`)).status, 200);
    assert.equal((await page.send("POST", "/token", { store: "unknown" })).status, 400);

    const support = await signedIn({ role: "support" });
    const reader = await support.page.caller(support.tenantId);
    assert.equal((await reader.get(`${WS}/settings`)).status, 200);
    for (const path of ["/settings", "/webhook-endpoints"])
      assert.equal(
        (await reader.send(path === "/settings" ? "PUT" : "POST", `${WS}${path}`, {})).status,
        403,
      );
    assert.equal((await reader.get(`${WS}/privacy/requests`)).status, 403);
  });

  it("is not valid at another tenant", async () => {
    const [mine, other] = [await signedIn(), await signedIn()];
    const [, id, secret] = mine.page.cookie.replace("wishlist_portal=", "").split(".");
    const [, otherId] = other.page.cookie.split(".");
    for (const stolen of [`${other.tenantId}.${id}.${secret}`, `${other.tenantId}.${otherId}.${secret}`]) {
      const thief = browser();
      thief.cookie = `wishlist_portal=${stolen}`;
      assert.equal((await thief.send("GET", "/session")).status, 401);
    }
    const token = (await mine.page.send("POST", "/token", { store: "default" })).body.access_token;
    const { status } = await send(service.baseUrl, "GET", `${WS}/settings`, undefined, {
      headers: { Authorization: `Bearer ${token}`, "X-SVC-Tenant": other.tenantId },
    });
    assert.equal(status, 403);
    const people = (await mine.page.send("GET", "/people")).body.people;
    assert.deepEqual(
      people.map(({ email }: { email: string }) => email),
      [mine.credentials.email],
    );
    assert.equal((await mine.page.send("DELETE", `/people/${otherId}`)).status, 404);
  });

  it("changes nothing without its CSRF token, or from another site", async () => {
    const { page } = await signedIn();
    const changes: [method: string, path: string][] = [
      ["POST", "/token"],
      ["POST", "/sign-out"],
      ["POST", "/sign-out-everywhere"],
      ["POST", "/password"],
      ["POST", "/people"],
      ["PUT", "/people/x"],
      ["POST", "/people/x/reset-password"],
      ["DELETE", "/people/x"],
    ];
    const bodyOf = (method: string) => (method === "DELETE" ? undefined : {});
    for (const [method, path] of changes) {
      for (const headers of [
        { "X-CSRF-Token": undefined },
        { "X-CSRF-Token": "x" },
        { Origin: "https://evil.example" },
      ])
        assert.equal((await page.send(method, path, bodyOf(method), { headers })).status, 403, path);
      const stranger = browser();
      assert.equal((await stranger.send(method, path, bodyOf(method))).status, 401, path);
    }
    const own = { headers: { Origin: service.baseUrl } };
    assert.equal((await page.send("POST", "/token", { store: "default" }, own)).status, 200);
    const signIn = await page.send("POST", "/sign-in", {}, { headers: { Origin: "https://evil.example" } });
    assert.equal(signIn.status, 403);
  });

  it("ends with its tokens at sign-out, here or everywhere", async () => {
    const { page, credentials, tenantId } = await signedIn();
    const other = browser();
    await other.signIn(credentials);
    const [caller, otherCaller] = [await page.caller(tenantId), await other.caller(tenantId)];
    const isServed = async (of: typeof caller) => (await of.get(`${WS}/settings`)).status;
    assert.deepEqual([await isServed(caller), await isServed(otherCaller)], [200, 200]);
    const out = await page.send("POST", "/sign-out", {});
    assert.equal(out.status, 204);
    assert.match(out.headers["set-cookie"]?.[0] ?? "", /wishlist_portal=;.*Max-Age=0/);
    assert.deepEqual([await isServed(caller), await isServed(otherCaller)], [401, 200]);
    assert.equal((await page.send("GET", "/session")).status, 401);
    const third = browser();
    await third.signIn(credentials);
    assert.equal((await third.send("POST", "/sign-out-everywhere", {})).status, 204);
    assert.equal(await isServed(otherCaller), 401);
    assert.equal((await other.send("GET", "/session")).status, 401);
  });

  it("changes the password only with the current one, and ends all other sessions", async () => {
    const { page, credentials } = await signedIn();
    const other = browser();
    await other.signIn(credentials);
    const change = (current: string, password: string) =>
      page.send("POST", "/password", { current, password });
    const next = "correct horse battery";
    assert.equal((await change("wrong", next)).body.errors[0].path, "/current");
    assert.equal((await change(credentials.password, "short")).body.errors[0].path, "/password");
    assert.equal((await change(credentials.password, credentials.email)).body.errors[0].path, "/password");
    assert.equal((await change(credentials.password, next)).status, 204);
    assert.equal((await page.send("GET", "/session")).status, 200);
    assert.equal((await other.send("GET", "/session")).status, 401);
    assert.equal((await browser().signIn(credentials)).status, 401);
    assert.equal((await browser().signIn({ ...credentials, password: next })).status, 200);
  });

  it("issues no token until a one-time password is changed", async () => {
    const { page, credentials, tenantId, session } = await signedIn({ isTemporary: true });
    assert.equal(session.mustChangePassword, true);
    assert.equal((await page.send("POST", "/token", { store: "default" })).status, 403);
    assert.equal((await page.send("GET", "/people")).status, 403);
    const body = { current: credentials.password, password: "correct horse battery" };
    assert.equal((await page.send("POST", "/password", body)).status, 204);
    assert.equal((await (await page.caller(tenantId)).get(`${WS}/settings`)).status, 200);
  });

  it("is refused while the tenant is suspended", async () => {
    const { page, credentials, tenantId } = await signedIn();
    await service.tenants.setState(tenantId, "suspended");
    assert.equal((await page.send("GET", "/session")).status, 403);
    assert.equal((await page.send("POST", "/token", { store: "default" })).status, 403);
    assert.equal((await browser().signIn(credentials)).status, 403);
    const change = { current: credentials.password, password: "correct horse battery" };
    const guest = { email: `${unique("p")}@shop.example`, role: "support" };
    for (const [method, path, body] of [
      ["GET", "/people", undefined],
      ["POST", "/people", guest],
      ["PUT", "/people/owner-x", { role: "support" }],
      ["POST", "/people/owner-x/reset-password", {}],
      ["DELETE", "/people/owner-x", undefined],
      ["POST", "/password", change],
    ] as const)
      assert.equal((await page.send(method, path, body)).status, 403, `${method} ${path}`);
    assert.equal((await page.send("POST", "/sign-out-everywhere", {})).status, 204);
    await service.tenants.setState(tenantId, "active");
    assert.equal((await page.send("GET", "/session")).status, 401);
    assert.equal((await browser().signIn(credentials)).status, 200);
  });
});

describe("the owners of a tenant", () => {
  it("are invited, changed and removed by an owner, who cannot remove itself", async () => {
    const { page, tenantId } = await signedIn();
    const email = `${unique("new")}@shop.example`;
    const invited = await page.send("POST", "/people", { email, role: "support" });
    assert.equal(invited.status, 201);
    assert.equal(
      (await page.send("POST", "/people", { email, role: "support" })).body.errors[0].path,
      "/email",
    );
    // A tenant may ask for five new passwords per second.
    const others = (await signedIn()).page;
    assert.equal(
      (await others.send("POST", "/people", { email: "x", role: "support" })).body.errors[0].path,
      "/email",
    );
    const wrongRole = await others.send("POST", "/people", { email, role: "admin" });
    assert.equal(wrongRole.body.errors[0].path, "/role");
    const { id, password } = invited.body;
    const guest = browser();
    assert.equal((await guest.signIn({ email, password })).body.mustChangePassword, true);
    const current = "correct horse battery";
    await guest.send("POST", "/password", { current: password, password: current });
    assert.equal((await guest.send("GET", "/people")).status, 403);
    const caller = await guest.caller(tenantId);
    assert.equal((await caller.get(`${WS}/exports`)).status, 403);

    assert.equal((await page.send("PUT", `/people/${id}`, { role: "marketing" })).body.role, "marketing");
    assert.equal((await (await guest.caller(tenantId)).get(`${WS}/exports`)).status, 200);
    const reset = await page.send("POST", `/people/${id}/reset-password`, {});
    assert.equal((await guest.send("GET", "/session")).status, 401);
    assert.equal((await guest.signIn({ email, password: reset.body.password })).status, 200);
    assert.equal((await page.send("DELETE", `/people/${id}`)).status, 204);
    assert.equal((await guest.send("GET", "/session")).status, 401);
    const [self] = (await page.send("GET", "/people")).body.people;
    assert.equal((await page.send("DELETE", `/people/${self.id}`)).status, 400);
  });

  it("are managed by the operator's tool, and deleted with their tenant", async () => {
    const tenantId = await newTenant(service);
    const env = toolEnv(service);
    const json = async (...words: string[]) => {
      const { code, stdout, stderr } = await tool([...words, "--json"], env);
      return code === 0 ? JSON.parse(stdout) : JSON.parse(stderr);
    };
    const email = `${unique("op")}@shop.example`;
    const made = await json("owner", "create", tenantId, email);
    assert.deepEqual(Object.keys(made), ["email", "password"]);
    assert.equal((await browser().signIn(made)).body.mustChangePassword, false);
    const options = ["--temporary", "--role", "support"];
    const temporary = await json("owner", "create", tenantId, `x${email}`, ...options);
    assert.equal((await browser().signIn(temporary)).body.mustChangePassword, true);
    assert.equal((await json("owner", "list", tenantId)).length, 2);
    const again = await json("owner", "create", tenantId, email);
    assert.match(again.error.message, /already: .* owner reset-password \S+ \S+ prints a new password/);
    assert.match((await json("owner", "create", "nowhere", email)).error.message, /no tenant/);
    const reset = await json("owner", "reset-password", tenantId, email);
    assert.equal((await browser().signIn(reset)).status, 200);
    assert.equal((await json("owner", "delete", tenantId, email)).deleted, true);
    assert.equal((await browser().signIn(reset)).status, 401);

    await new Owners(service.redis, service.keys).forget(tenantId);
    assert.equal((await browser().signIn(temporary)).status, 401);
    assert.deepEqual(await keysLike(service.redis, `${service.prefix}*${tenantId}}`), []);
  });
});
