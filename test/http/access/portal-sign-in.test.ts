import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { newOwner, newTenant, PortalBrowser, signInOwner } from "../../support/portal/session.ts";
import { atEnd, dump, keysWith } from "../../support/redis.ts";
import { send, type Service, startService, unique } from "../../support/service.ts";
import { until } from "../../support/until.ts";

const suite = atEnd();
let service: Service;
before(async () => {
  service = await startService(suite, { TRUST_PROXY: "1" });
});

const browser = () => new PortalBrowser(service.baseUrl);
const signedIn = (options?: Parameters<typeof newOwner>[2]) => signInOwner(service, options);

describe("signing in to the portal", () => {
  it("sets a session cookie that scripts and other sites cannot use, and returns no secret", async () => {
    const { tenantId, credentials } = await signedIn();
    const page = browser();
    const { headers, body } = await page.signIn(credentials);
    const cookies = headers["set-cookie"] ?? [];
    assert.equal(cookies.length, 2);
    for (const cookie of cookies) {
      for (const part of ["HttpOnly", "SameSite=Strict", "Path=/portal"])
        assert.ok(cookie.includes(part), part);
      assert.ok(!cookie.includes("Secure"));
    }
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

  it("stores neither passwords nor cookies in plain text", async () => {
    const { credentials, page } = await signedIn();
    const secret = page.cookie.split(".").at(-1) ?? "";
    for (const key of await keysWith(service.redis, service.prefix)) {
      const text = await dump(service.redis, key);
      assert.ok(!text.includes(credentials.password), key);
      assert.ok(!text.includes(secret), key);
    }
  });

  it("is refused with the same text for an unknown e-mail address and a wrong password", async () => {
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

  it("is refused after five wrong passwords from one address, for this e-mail address only", async () => {
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

  it("is refused after five wrong passwords even if many are sent concurrently", async () => {
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
    assert.ok(compared.length >= 1 && compared.length <= 5, `${compared.length} passwords were compared`);
    assert.ok(answers.every(({ status }) => status === 401 || status === 429));
    await until("a sign-in elsewhere", async () => {
      return (await attempt(credentials.password, "192.0.2.4")).status === 200;
    });
  });

  it("names the invalid field of a request", async () => {
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

  it("finds the tenant by the e-mail address, also for an owner at several tenants", async () => {
    const [one, two] = [await newTenant(service), await newTenant(service)];
    const email = `${unique("both")}@shop.example`;
    const owners = [await newOwner(service, one, { email }), await newOwner(service, two, { email })];
    for (const [i, tenantId] of [one, two].entries())
      assert.equal((await browser().signIn(owners[i] ?? { email, password: "" })).body.tenantId, tenantId);
  });
});

describe("the portal's pages", () => {
  it("are one document with a strict content security policy, and a note for browsers without JavaScript", async () => {
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

  it("transfer less than 70 kB compressed until the overview is shown, and immutable files only once", async () => {
    const loaded = new Set<string>();
    const load = async (name: string): Promise<number> => {
      if (loaded.has(name)) return 0;
      loaded.add(name);
      const answer = await fetch(`${service.baseUrl}/portal/assets/${name}`);
      assert.equal(answer.status, 200, name);
      assert.match(
        answer.headers.get("cache-control") ?? "",
        name.startsWith("main.") ? /no-cache/ : /immutable/,
      );
      const size = Number(answer.headers.get("content-length"));
      const imports = [
        ...(await answer.text()).matchAll(
          /(?:from|import)\s*"\.\/([^"]+)"|import\("\.\/(overview-[^"]+)"\)/g,
        ),
      ];
      const sizes = await Promise.all(imports.map(([, atOnce, later]) => load(atOnce ?? later ?? "")));
      return sizes.reduce((sum, each) => sum + each, size);
    };
    const size = (await load("main.js")) + (await load("main.css"));
    assert.ok(
      [...loaded].some((name) => name.startsWith("overview-")),
      [...loaded].join(" "),
    );
    assert.ok(size > 5000 && size < 70_000, `${size} bytes`);
  });
});
