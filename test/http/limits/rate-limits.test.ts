import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseCustomerId } from "../../../src/store/ids/ids.ts";
import { openLayout } from "../../../src/store/layout/layout.ts";
import { unsubscribeToken } from "../../../src/store/privacy/unsubscribe-token.ts";
import { byRef, shopperOf } from "../../support/data/shoppers.ts";
import { atEnd, PARTITIONS } from "../../support/redis.ts";
import {
  type Caller,
  given,
  send,
  type Service,
  startService,
  tokenRequest,
  unique,
  WS,
} from "../../support/service.ts";
import { until } from "../../support/until.ts";

const PATH = `${WS}/wishlists?id=x`;
const many = (caller: Caller, count: number) =>
  Promise.all(Array.from({ length: count }, () => caller.get(PATH)));
const refusedOf = (answers: { status: number }[]) => answers.filter(({ status }) => status === 429);
/** Returns a refusal among the answers to simultaneous requests, many times more than a limit admits in a second. */
function refusalIn<T extends { status: number }>(flood: T[]): T {
  const refusal = flood.find(({ status }) => status === 429);
  assert.ok(refusal, `none of ${flood.length} simultaneous requests was refused: there is no limit`);
  return refusal;
}
const policyOf = async (caller: Caller) => (await caller.get(PATH)).headers["ratelimit-policy"];

const leftOf = ({ headers }: Awaited<ReturnType<Caller["get"]>>) =>
  Number(/^"tenant";r=(\d+);t=1$/.exec(String(headers["ratelimit"]))?.[1]);

/** For tenants without a limit, and shoppers with one. */
const UNLIMITED = { RATE_LIMIT: "off", SHOPPER_RATE_LIMIT: "1" };

const form = (clientId: string, clientSecret: string) => ({
  grant_type: "client_credentials",
  client_id: clientId,
  client_secret: clientSecret,
});

const suite = atEnd();
const services = new Map<string, Promise<Service>>();
/** A service with these limits, which the tests share. Each test uses tenants of its own. */
function limited(env: Record<string, string> = {}): Promise<Service> {
  const settings = { RATE_LIMIT: "5", TOKEN_FAILURES: "3", TRUST_PROXY: "true", ...env };
  const key = JSON.stringify(settings);
  const service = services.get(key) ?? startService(suite, settings);
  services.set(key, service);
  return service;
}

describe("a shopper's rate limit", () => {
  it("applies to a link to unsubscribe, and to no other link", async () => {
    const service = await limited(UNLIMITED);
    const shop = await service.newCaller();
    const layout = await openLayout(service.redis, service.keys, PARTITIONS);
    const pathOfNew = async () => {
      const { svc_customer_id: id } = await shop.newCustomer();
      const address = { storeKey: `${shop.tenantId}/default`, ...given(parseCustomerId(id as string)) };
      return `${WS}/unsubscribe/${unsubscribeToken(layout, address)}`;
    };
    const [path, other] = [await pathOfNew(), await pathOfNew()];
    const flood = await Promise.all(Array.from({ length: 20 }, () => send(service.baseUrl, "POST", path)));
    assert.equal(flood[0]?.status, 200);
    assert.ok(Number(refusalIn(flood).headers["retry-after"]) >= 1);
    assert.equal((await send(service.baseUrl, "POST", other)).status, 200);
  });

  it("applies to that shopper only: neither the tenant nor another shopper is refused because of it", async () => {
    const shop = await (await limited(UNLIMITED)).newCaller();
    const [loud, quiet] = [
      await shopperOf(shop, byRef((await shop.newCustomer()).id)),
      await shopperOf(shop, byRef((await shop.newCustomer()).id)),
    ];
    refusalIn(await many(loud, 20));
    assert.deepEqual([(await quiet.get(PATH)).status, (await shop.get(PATH)).status], [404, 404]);
  });
});

describe("the rate limit of shared wishlists", () => {
  it("applies per address over all links, and a refusal names it", async (t) => {
    const shop = await (await startService(t, { SHARED_RATE_LIMIT: "3" })).newCaller();
    const list = await shop.newWishlist();
    const { body: share } = await shop.post(`${WS}/wishlists/${list.id}/shares`, {});
    for (const path of [`${WS}/shared/${share.token}`, `/s/${share.token}`, `${WS}/shared/none`, "/s/none"]) {
      const requests = Array.from({ length: 60 }, () => send(shop.baseUrl, "GET", path));
      const { body, headers } = refusalIn(await Promise.all(requests));
      assert.deepEqual(
        [body.code, body.detail, headers["retry-after"], headers["x-robots-tag"]],
        ["RateLimited", "An address may make 3 requests per second.", "1", "noindex, nofollow"],
      );
      assert.equal(headers["ratelimit-policy"], '"address";q=3;w=1');
      assert.equal((await shop.get(PATH)).status, 404);
    }
  });
});

describe("a limit of addresses", () => {
  it("counts all addresses of an IPv6 network as one", async (t) => {
    const service = await startService(t, {
      SHARED_RATE_LIMIT: "3",
      TOKEN_FAILURES: "3",
      TRUST_PROXY: "true",
    });
    const { tenantId, clientId } = await service.tenants.create(unique("t"));
    const from = (address: string) => ({ headers: { "X-Forwarded-For": address } });
    const read = (address: string) =>
      send(service.baseUrl, "GET", `${WS}/shared/none`, undefined, from(address));
    refusalIn(await Promise.all(Array.from({ length: 60 }, (_, i) => read(`2001:db8::${i}`))));
    assert.equal((await read("2001:db8:0:1::1")).status, 404);
    const guess = async (address: string) =>
      (await tokenRequest(service.baseUrl, tenantId, form(clientId, "wrong"), from(address))).status;
    await until("the guesses are refused", async () => (await guess("2001:db8::1")) === 429);
    assert.equal(await guess("2001:db8::2"), 429);
    assert.equal(await guess("2001:db8:0:1::2"), 400);
  });
});

describe("a tenant's rate limit", () => {
  it("admits that many requests per second, and answers 429 to more", async () => {
    const caller = await (await limited()).newCaller();
    const answers = await many(caller, 100);
    const refused = refusedOf(answers);
    // Each turn of a second admits five more.
    assert.ok(refused.length >= 50 && refused.length <= 95, refused.length.toString());
    for (const answer of answers) if (answer.status !== 429) assert.equal(answer.status, 404);
  });

  it("is in every answer with the rest, and a refusal says when to retry", async () => {
    const caller = await (await limited()).newCaller();
    const left = [];
    for (let i = 0; i < 3; i++) {
      const answer = await caller.get(PATH);
      assert.equal(answer.headers["ratelimit-policy"], '"tenant";q=5;w=1');
      left.push(leftOf(answer));
    }
    // It decreases, or has begun again with the next second.
    for (const [i, now] of left.entries())
      assert.ok(now === (left[i - 1] ?? 5) - 1 || now === 4, left.join());
    const { headers, body } = refusalIn(await many(caller, 100));
    assert.equal(headers["retry-after"], "1");
    assert.equal(headers["ratelimit"], '"tenant";r=0;t=1');
    assert.equal(headers["ratelimit-policy"], '"tenant";q=5;w=1');
    assert.match(headers["content-type"] ?? "", /problem\+json/);
    assert.equal(body.code, "RateLimited");
    assert.equal(body.detail, "The tenant may make 5 requests per second.");
  });

  it("admits requests again after the time of Retry-After", async () => {
    const caller = await (await limited()).newCaller();
    refusalIn(await many(caller, 100));
    await until("it serves again", async () => (await caller.get(PATH)).status === 404);
  });

  it("prevents a refused write from changing anything", async () => {
    const { tenants, ...service } = await limited({ RATE_LIMIT: "1000" });
    const caller = await service.newCaller();
    const { customerRef } = await caller.newWishlist();
    await tenants.setSettings(caller.tenantId, { rateLimit: 2 });
    await until("the limit is seen", async () => (await policyOf(caller)) === '"tenant";q=2;w=1');
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => caller.post(`${WS}/wishlists`, { customerRef, name: "more" })),
    );
    const made = answers.filter(({ status }) => status === 201).length;
    assert.ok(refusedOf(answers).length >= 4);
    await tenants.setSettings(caller.tenantId, { rateLimit: 0 });
    await until("the limit is removed", async () => (await policyOf(caller)) === '"tenant";q=1000;w=1');
    const { body } = await caller.get(`${WS}/wishlists/lookup?customerRef=${customerRef}`);
    assert.equal(body.wishlistCount, 1 + made);
  });

  it("applies to that tenant only: other tenants are served", async () => {
    const service = await limited();
    const [loud, quiet] = [await service.newCaller(), await service.newCaller()];
    const [flood, calm] = await Promise.all([many(loud, 100), many(quiet, 3)]);
    assert.ok(refusedOf(flood).length >= 50);
    assert.deepEqual(
      calm.map(({ status }) => status),
      [404, 404, 404],
    );
  });

  it("is shared by the tenant's clients and stores", async () => {
    const service = await limited({ RATE_LIMIT: "1000" });
    const first = await service.newCaller();
    const credentials = await service.tenants.createClient(first.tenantId, { store: "other" });
    const second = await service.callerFor(credentials);
    let left = 1000;
    // Once more, in case a new second has begun in between.
    for (let i = 0; i < 5 && left > 950; i++) {
      await many(first, 50);
      left = leftOf(await second.get(PATH));
    }
    assert.ok(left <= 950, left.toString());
  });

  it("does not count requests without a token of the tenant, nor health and metrics", async () => {
    const service = await limited();
    const [caller, other] = [await service.newCaller(), await service.newCaller()];
    await Promise.all(
      Array.from({ length: 20 }, async (_, i) => {
        const headers = { "X-SVC-Tenant": caller.tenantId };
        const Authorization = i % 2 ? "Bearer x.y.z" : `Bearer ${other.token}`;
        await send(service.baseUrl, "GET", PATH, undefined, { headers: { ...headers, Authorization } });
        assert.equal((await send(service.baseUrl, "GET", "/health/ready")).status, 200);
      }),
    );
    assert.equal((await caller.get(PATH)).headers["ratelimit"], '"tenant";r=4;t=1');
  });

  it("can be set by the operator for each tenant, and removed again", async () => {
    const service = await limited({ RATE_LIMIT: "1000" });
    const [slow, usual] = [await service.newCaller(), await service.newCaller()];
    const seen = (policy: string) =>
      until(policy, async () => (await policyOf(slow)) === `"tenant";q=${policy};w=1`);
    await service.tenants.setSettings(slow.tenantId, { rateLimit: 3 });
    await seen("3");
    assert.equal(await policyOf(usual), '"tenant";q=1000;w=1');
    await service.tenants.setSettings(slow.tenantId, { rateLimit: 70 });
    await seen("70");
    await service.tenants.setSettings(slow.tenantId, { rateLimit: 0 });
    await seen("1000");
  });

  it("is divided among the processes that serve", async (t) => {
    const service = await startService(t, { RATE_LIMIT: "10" });
    const caller = await service.newCaller();
    assert.equal(await policyOf(caller), '"tenant";q=10;w=1');
    const second = await startService(t, { RATE_LIMIT: "10" }, { prefix: service.prefix });
    await until("both processes know the limit", async () => (await policyOf(caller)) === '"tenant";q=5;w=1');
    await second.stop();
    await until(
      "the first process has the whole limit",
      async () => (await policyOf(caller)) === '"tenant";q=10;w=1',
    );
  });

  it("is absent with RATE_LIMIT=off", async () => {
    const service = await limited(UNLIMITED);
    const caller = await service.newCaller();
    await service.tenants.setSettings(caller.tenantId, { rateLimit: 1 });
    const answers = await many(caller, 200);
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [404]);
    assert.ok(answers.every(({ headers }) => !("ratelimit" in headers || "ratelimit-policy" in headers)));
  });
});

describe("refused token requests", () => {
  it("are limited per client and address, and do not affect others", async () => {
    const service = await limited();
    const one = await service.tenants.create(unique("t"));
    const sibling = await service.tenants.createClient(one.tenantId, {});
    const stranger = await service.tenants.create(unique("t"));
    const ask = ({ tenantId, clientId }: typeof one, secret: string, address: string) =>
      tokenRequest(service.baseUrl, tenantId, form(clientId, secret), {
        headers: { "X-Forwarded-For": address },
      });
    await until("the guesses are refused", async () => (await ask(one, "wrong", "192.0.2.1")).status === 429);
    const refused = await ask(one, one.clientSecret, "192.0.2.1");
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers["retry-after"]) >= 1 && Number(refused.headers["retry-after"]) <= 60);
    assert.equal(refused.headers["cache-control"], "no-store");
    assert.equal(refused.body.error, "temporarily_unavailable");
    for (const [credentials, address] of [
      [one, "192.0.2.2"],
      [sibling, "192.0.2.1"],
      [stranger, "192.0.2.1"],
    ] as const)
      assert.equal((await ask(credentials, credentials.clientSecret, address)).status, 200);
  });

  it("are limited to the number of the setting, and valid requests do not count", async () => {
    const service = await limited();
    const { tenantId, clientId, clientSecret } = await service.tenants.create(unique("t"));
    const ask = async (secret: string) =>
      (await tokenRequest(service.baseUrl, tenantId, form(clientId, secret))).status;
    for (let i = 0; i < 10; i++) assert.equal(await ask(clientSecret), 200);
    for (let i = 0; i < 3; i++) assert.equal(await ask("wrong"), 400);
    assert.equal(await ask(clientSecret), 429);
  });

  it("are counted across processes", async (t) => {
    const service = await startService(t, { TOKEN_FAILURES: "3" });
    const second = await startService(t, { TOKEN_FAILURES: "3" }, { prefix: service.prefix });
    const { tenantId, clientId } = await service.tenants.create(unique("t"));
    const ask = async ({ baseUrl }: { baseUrl: string }) =>
      (await tokenRequest(baseUrl, tenantId, form(clientId, "wrong"))).status;
    await until("the guesses are refused", async () => (await ask(service)) === 429);
    assert.equal(await ask(second), 429);
  });
});
