import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { SCOPES } from "../../src/http/scopes.ts";
import { Owners } from "../../src/store/owners/owners.ts";
import { newOwner, PortalBrowser } from "../support/portal.ts";
import { atEnd, dump, keysWith } from "../support/redis.ts";
import { send, type Service, startService, unique, WS } from "../support/service.ts";
import { tool } from "../support/tool.ts";
import { until } from "../support/until.ts";
import { redisUrl } from "../support/redis.ts";

const suite = atEnd();
let service: Service;
before(async () => {
  service = await startService(suite, { TRUST_PROXY: "1" });
});

const browser = () => new PortalBrowser(service.baseUrl);
async function newTenant(): Promise<string> {
  const id = unique("t");
  await service.tenants.create(id);
  return id;
}
/** A tenant with an owner who is signed in. */
async function signedIn(options: Parameters<typeof newOwner>[2] = {}) {
  const tenantId = await newTenant();
  const credentials = await newOwner(service, tenantId, options);
  const page = browser();
  const { status, body } = await page.signIn(credentials);
  assert.equal(status, 200);
  return { tenantId, credentials, page, session: body };
}

describe("signing in at the portal", () => {
  it("gives a session cookie that scripts and other sites cannot use, and tells no secret", async () => {
    const { tenantId, credentials } = await signedIn();
    const page = browser();
    const { headers, body } = await page.signIn(credentials);
    const [cookie = ""] = headers["set-cookie"] ?? [];
    for (const part of ["HttpOnly", "SameSite=Lax", "Path=/portal"]) assert.ok(cookie.includes(part), part);
    assert.ok(!cookie.includes("Secure"));
    assert.equal(headers["cache-control"], "no-store");
    assert.deepEqual(
      [body.tenantId, body.email, body.role, body.mustChangePassword, body.stores],
      [tenantId, credentials.email, "owner", false, ["default"]],
    );
    assert.equal((await page.send("GET", "/session")).body.csrfToken, body.csrfToken);
    const secure = await send(service.baseUrl, "POST", "/portal/api/sign-in", credentials, {
      headers: { "X-Forwarded-Proto": "https" },
    });
    assert.match(secure.headers["set-cookie"]?.[0] ?? "", /; Secure/);
  });

  it("keeps neither passwords nor cookies in the store", async () => {
    const { credentials, page } = await signedIn();
    const secret = page.cookie.split(".").at(-1) ?? "";
    for (const key of await keysWith(service.redis, service.prefix)) {
      const text = await dump(service.redis, key);
      assert.ok(!text.includes(credentials.password), key);
      assert.ok(!text.includes(secret), key);
    }
  });

  it("is refused in the same words for an unknown e-mail address and a wrong password", async () => {
    const { credentials } = await signedIn();
    const answers = [
      await browser().signIn({ ...credentials, password: "wrong" }),
      await browser().signIn({ ...credentials, email: "nobody@shop.example" }),
      await browser().signIn({ ...credentials, tenant: "other" }),
    ];
    for (const { status, body } of answers) {
      assert.equal(status, 401);
      assert.equal(body.detail, "The e-mail address or the password is wrong.");
    }
    assert.equal(
      (await browser().signIn({ ...credentials, email: credentials.email.toUpperCase() })).status,
      200,
    );
  });

  it("is refused after five wrong passwords from one address, for this e-mail address alone", async () => {
    const { credentials, tenantId } = await signedIn();
    const from = (ip: string) => ({ headers: { "X-Forwarded-For": ip } });
    const attempt = (body: object, ip: string) => browser().send("POST", "/sign-in", body, from(ip));
    for (let i = 0; i < 5; i++)
      assert.equal((await attempt({ ...credentials, password: `wrong ${i}` }, "192.0.2.1")).status, 401);
    const refused = await attempt(credentials, "192.0.2.1");
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers["retry-after"]) > 0);
    assert.equal((await attempt(credentials, "192.0.2.2")).status, 200);
    const other = await newOwner(service, tenantId);
    assert.equal((await attempt(other, "192.0.2.1")).status, 200);
  });

  it("is refused after five wrong passwords also where many are tried at once", async () => {
    const { credentials } = await signedIn();
    const attempt = (password: string, ip: string) =>
      browser().send(
        ...([
          "POST",
          "/sign-in",
          { ...credentials, password },
          { headers: { "X-Forwarded-For": ip } },
        ] as const),
      );
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => attempt(`wrong ${i}`, "192.0.2.3")),
    );
    const compared = answers.filter(({ status }) => status === 401);
    assert.ok(compared.length <= 5, `${compared.length} passwords were compared`);
    assert.ok(answers.every(({ status }) => status === 401 || status === 429));
    await until("a sign-in elsewhere", async () => {
      return (await attempt(credentials.password, "192.0.2.4")).status === 200;
    });
  });

  it("names the wrong field of a request", async () => {
    const cases: [body: unknown, path: string | undefined][] = [
      [{ password: "x" }, "/email"],
      [{ email: "a@b.example", password: 5 }, "/password"],
      [{ email: "a@b.example", password: "x".repeat(200) }, "/password"],
      [[], "/email"],
      ["x", undefined],
    ];
    for (const [body, path] of cases) {
      const answer = await browser().send("POST", "/sign-in", body);
      assert.deepEqual([answer.status, answer.body.errors?.[0].path], [400, path]);
    }
    assert.equal(
      (
        await browser().send("POST", "/sign-in", undefined, {
          raw: "email=x",
          headers: { "Content-Type": "application/x-www-form-urlencoded" },
        })
      ).status,
      415,
    );
  });

  it("finds the tenant by the e-mail address, also for a person at several tenants", async () => {
    const [one, two] = [await newTenant(), await newTenant()];
    const email = `${unique("both")}@shop.example`;
    const owners = [await newOwner(service, one, { email }), await newOwner(service, two, { email })];
    for (const [i, tenantId] of [one, two].entries())
      assert.equal((await browser().signIn(owners[i] ?? { email, password: "" })).body.tenantId, tenantId);
  });
});

describe("a session of the portal", () => {
  it("gives tokens of the API with the scopes of the role, for the own tenant", async () => {
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

  it("is worth nothing at another tenant", async () => {
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

  it("ends with its tokens by signing out, here or everywhere", async () => {
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

  it("changes the password only with the present one, and ends all other sessions", async () => {
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

  it("gives no token until a one-time password is changed", async () => {
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
  });
});

describe("the people of a tenant", () => {
  it("are invited, changed and removed by an owner, who cannot remove itself", async () => {
    const { page, tenantId } = await signedIn();
    const email = `${unique("new")}@shop.example`;
    const invited = await page.send("POST", "/people", { email, role: "support" });
    assert.equal(invited.status, 201);
    assert.equal(
      (await page.send("POST", "/people", { email, role: "support" })).body.errors[0].path,
      "/email",
    );
    assert.equal(
      (await page.send("POST", "/people", { email: "x", role: "support" })).body.errors[0].path,
      "/email",
    );
    assert.equal((await page.send("POST", "/people", { email, role: "admin" })).body.errors[0].path, "/role");
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

  it("are kept by the operator's tool, and go with their tenant", async () => {
    const tenantId = await newTenant();
    const env = { REDIS_URL: redisUrl(), REDIS_PREFIX: service.prefix };
    const json = async (...words: string[]) => {
      const { code, stdout, stderr } = await tool([...words, "--json"], env);
      return code === 0 ? JSON.parse(stdout) : JSON.parse(stderr);
    };
    const email = `${unique("op")}@shop.example`;
    const made = await json("owner", "create", tenantId, email);
    assert.deepEqual(Object.keys(made), ["email", "password"]);
    assert.equal((await browser().signIn(made)).body.mustChangePassword, false);
    const temporary = await json(
      "owner",
      "create",
      tenantId,
      `x${email}`,
      "--temporary",
      "--role",
      "support",
    );
    assert.equal((await browser().signIn(temporary)).body.mustChangePassword, true);
    assert.equal((await json("owner", "list", tenantId)).length, 2);
    assert.match((await json("owner", "create", tenantId, email)).error.message, /already/);
    assert.match((await json("owner", "create", "nowhere", email)).error.message, /no tenant/);
    const reset = await json("owner", "reset-password", tenantId, email);
    assert.equal((await browser().signIn(reset)).status, 200);
    assert.equal((await json("owner", "delete", tenantId, email)).deleted, true);
    assert.equal((await browser().signIn(reset)).status, 401);

    await new Owners(service.redis, service.keys).forget(tenantId);
    assert.equal((await browser().signIn(temporary)).status, 401);
    assert.deepEqual(await service.redis.keys(`${service.prefix}*${tenantId}}`), []);
  });
});

describe("the portal's pages", () => {
  it("are one document under a strict policy, with a sentence for browsers without JavaScript", async () => {
    for (const path of ["/portal", "/portal/customers", "/portal/reports/activity"]) {
      const { status, headers, text } = await send(service.baseUrl, "GET", path);
      assert.equal(status, 200, path);
      const policy = String(headers["content-security-policy"]);
      assert.match(policy, /default-src 'none'.*script-src 'self'/);
      assert.doesNotMatch(policy, /unsafe|https?:|\*/);
      assert.match(text, /<noscript>.*JavaScript/s);
    }
    for (const path of ["/portal/api/nothing", "/portal/assets/..%2Fsrc%2Fmain.js", "/portal/assets/x.js"])
      assert.equal((await send(service.baseUrl, "GET", path)).status, 404, path);
  });

  it("load less than 120 kB at first, compressed, and what does not change only once", async () => {
    const load = async (name: string): Promise<number> => {
      const answer = await fetch(`${service.baseUrl}/portal/assets/${name}`);
      assert.equal(answer.status, 200, name);
      assert.match(
        answer.headers.get("cache-control") ?? "",
        name.startsWith("main.") ? /no-cache/ : /immutable/,
      );
      const size = Number(answer.headers.get("content-length"));
      const imports = [...(await answer.text()).matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)];
      const sizes = await Promise.all(imports.map(([, imported = ""]) => load(imported)));
      return sizes.reduce((sum, each) => sum + each, size);
    };
    const size = (await load("main.js")) + (await load("main.css"));
    assert.ok(size > 5000 && size < 120_000, `${size} bytes`);
  });
});
