import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { HANDLERS, type Handlers } from "../../../src/actors/handlers.ts";
import {
  type ContractRequest,
  GOOD,
  INVALID,
  MISSING,
  NEEDS_MORE,
  type Thing,
} from "../../support/document/contract-requests.ts";
import { addDocument, validatorOf } from "../../support/document/document-validators.ts";
import { atEnd, keysLike, redisUrl } from "../../support/redis.ts";
import { startProxy } from "../../support/servers/proxy.ts";
import {
  type Answer,
  type Caller,
  given,
  type Json,
  send,
  type SendOptions,
  type Service,
  startService,
  unique,
  WS,
} from "../../support/service.ts";
import { until } from "../../support/until.ts";

const suite = atEnd();

let service: Service;
let shop: Caller;
let document: Json;
before(async () => {
  service = await startService(suite);
  shop = await service.newCaller();
  document = (await send(service.baseUrl, "GET", "/openapi.json")).body;
  addDocument(document);
});

async function createRecords(caller: Caller, isMoreNeeded = true): Promise<Thing> {
  const customer = await caller.newCustomer();
  const list = await caller.newWishlist({ customerRef: customer.id });
  const other = await caller.newWishlist({ customerRef: customer.id });
  const item = await caller.newItem(list.id, { wishlistItemRef: unique("item") });
  if (!isMoreNeeded) return { customer, list, other, item, guest: {}, share: {} };
  const { body: guest } = await caller.post(`${WS}/wishlists`, { name: "mine", guest: true });
  const { body: share } = await caller.post(`${WS}/wishlists/${list.id}/shares`, {});
  return { customer, list, other, item, guest, share };
}

async function ask(
  caller: Caller,
  [method, path, body]: ContractRequest,
  options?: SendOptions,
): Promise<Answer<Json>> {
  return caller.send(method, path, body, options);
}

/** Operations of the API document, with the statuses that it lists. */
function operations(): { name: string; method: string; statuses: number[]; responses: Json }[] {
  return Object.values(document.paths as Record<string, Record<string, Json>>).flatMap((methods) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.security.length > 0 && operation.operationId in GOOD)
      .map(([method, { operationId, responses }]) => ({
        name: operationId as string,
        method,
        statuses: Object.keys(responses).map(Number),
        responses,
      })),
  );
}

/** Checks that the body of an answer matches the document. */
function checkBody(responses: Json, answer: Answer<Json>, name: string): void {
  const { $ref } = responses[answer.status] ?? {};
  const documented = $ref ? document.components.responses[$ref.split("/").at(-1)] : responses[answer.status];
  const content = documented?.content as Record<string, { schema: Json }> | undefined;
  if (!content) return assert.equal(answer.text, "", `${name} ${answer.status} has an undocumented body`);
  const [[type, { schema }] = ["", { schema: {} }]] = Object.entries(content);
  assert.match(
    answer.headers["content-type"] ?? "",
    new RegExp(type.replace("+", "\\+")),
    `${name} ${answer.status}`,
  );
  const validate = validatorOf(schema);
  assert.ok(
    validate(answer.body),
    `${name} ${answer.status}: ${JSON.stringify(validate.errors)} ${answer.text}`,
  );
}

/** How to make each operation answer each status. Undefined: impossible for that operation. */
type Producer = (name: string, method: string) => Promise<Answer<Json> | undefined>;

const good = async (name: string) => given(GOOD[name])(await createRecords(shop, NEEDS_MORE.has(name)));

let untouched: Thing | undefined;
/** A valid request with shared data, for tests of refusals: it changes nothing. */
const refusable = async (name: string) => given(GOOD[name])((untouched ??= await createRecords(shop)));
const isWrite = (method: string) => method !== "get";

const PRODUCERS: Record<number, Producer> = {
  200: async (name) => ask(shop, await good(name)),
  201: async (name) => ask(shop, await good(name)),
  202: async (name) => ask(shop, await good(name)),
  204: async (name) => ask(shop, await good(name)),
  async 304(name) {
    const request = await good(name);
    const { etag } = (await ask(shop, request)).headers;
    return ask(shop, request, { headers: { "If-None-Match": etag } });
  },
  async 400(name, method) {
    const [verb, path, body] = await refusable(name);
    // Every operation refuses a parameter that it does not use.
    const bad = { headers: isWrite(method) ? { "If-Match": "?" } : { "If-None-Match": "?" } };
    if (name === "listShares") return ask(shop, [verb, `${path}?x=1&x=2`]);
    return name === "lookupWishlists"
      ? ask(shop, [verb, `${path}&pageSize=0`])
      : ask(shop, [verb, path, body], bad);
  },
  401: async (name) => ask(shop, await refusable(name), { headers: { Authorization: undefined } }),
  403: async (name) => ask(shop, await refusable(name), { headers: { "X-SVC-Tenant": "other" } }),
  404: async (name) => (MISSING[name] ? ask(shop, MISSING[name]) : undefined),
  async 405(name) {
    const [verb, path] = await refusable(name);
    return ask(shop, [verb, path, INVALID[name]]);
  },
  async 409(name) {
    const request = await good(name);
    const key = { headers: { "Idempotency-Key": unique("key") } };
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(shop, request, key)));
    return answers.find(({ status }) => status === 409);
  },
  async 412(name) {
    const request = await refusable(name);
    return ask(shop, request, { headers: { "If-Match": '"older"' } });
  },
  async 413(name) {
    const [verb, path] = await refusable(name);
    return shop.send(verb, path, undefined, { raw: `{"name":"${"x".repeat(1024 * 1024)}"}` });
  },
  415: async (name) => ask(shop, await refusable(name), { headers: { "Content-Type": "text/plain" } }),
  async 422(name) {
    const [verb, path, body] = await good(name);
    const key = { headers: { "Idempotency-Key": unique("key") } };
    await ask(shop, [verb, path, body], key);
    const [, otherPath, otherBody] = await good(name);
    const other: ContractRequest =
      body === undefined ? [verb, otherPath] : [verb, path, { ...otherBody, unknown: unique("x") }];
    return ask(shop, other, key);
  },
  431: async (name) =>
    ask(shop, await refusable(name), {
      headers: Object.fromEntries(Array.from({ length: 120 }, (_, i) => [`X-${i}`, "x"])),
    }),
};

describe("every route", () => {
  it("is in the document, and this test calls every operation of the document", () => {
    const names = operations().map(({ name }) => name);
    assert.deepEqual(names.sort(), Object.keys(GOOD).sort());
  });

  it("answers with each status that the document lists, with the documented body", async () => {
    const unshown: string[] = [];
    for (const { name, method, statuses, responses } of operations()) {
      for (const status of statuses) {
        const produce = PRODUCERS[status];
        const answer = await produce?.(name, method);
        if (!answer) {
          unshown.push(`${name} ${status}`);
          continue;
        }
        assert.equal(answer.status, status, `${name}: ${answer.text}`);
        checkBody(responses, answer, name);
        if (status === 405) assert.ok(answer.headers.allow, name);
        if (status >= 400) assert.equal(answer.body.status, status);
      }
    }
    const elsewhere = /^\w+ (429|500|503)$/;
    const refersToNothing = /^(createCustomer|uploadCustomers) 404$/;
    const others = unshown.filter((each) => !elsewhere.test(each) && !refersToNothing.test(each));
    assert.deepEqual(others, []);
  });

  it("answers 400 and 405 to bodies as the interface lists them", async () => {
    const statuses: Record<string, [malformed: number, invalid: number]> = {
      createWishlist: [405, 405],
      updateWishlist: [400, 400],
      createItem: [400, 405],
      addItems: [400, 400],
      moveItems: [400, 400],
      copyItems: [400, 400],
      updateItemByRef: [400, 400],
      updateItemById: [400, 400],
      claimWishlist: [400, 400],
      createShare: [400, 400],
      createCustomer: [400, 405],
      uploadCustomers: [400, 405],
      updateCustomer: [400, 405],
    };
    for (const [name, [malformed, invalid]] of Object.entries(statuses)) {
      const [verb, path] = await refusable(name);
      assert.equal((await shop.send(verb, path, undefined, { raw: "{" })).status, malformed, name);
      assert.equal((await shop.send(verb, path, INVALID[name])).status, invalid, name);
    }
  });

  it("answers 429 with Retry-After beyond the tenant's limit", async (t) => {
    const strict = await startService(t, { RATE_LIMIT: "1000" });
    const caller = await strict.newCaller();
    const thing = await createRecords(caller);
    await strict.tenants.setSettings(caller.tenantId, { rateLimit: 1 });
    // The new limit is seen within seconds.
    const policy = async () =>
      (await ask(caller, ["GET", `${WS}/wishlists?id=x`])).headers["ratelimit-policy"];
    while ((await policy()) !== '"tenant";q=1;w=1') await new Promise((resolve) => setTimeout(resolve, 50));
    for (const [name, make] of Object.entries(GOOD)) {
      // The second of two consecutive requests is over the limit, whenever it begins.
      const answers = [await ask(caller, make(thing)), await ask(caller, make(thing))];
      const refused = answers.find(({ status }) => status === 429);
      assert.ok(refused, name);
      assert.equal(refused.body.code, "RateLimited");
      assert.ok(Number(refused.headers["retry-after"]) >= 1);
      assert.match(String(refused.headers["ratelimit"]), /^"tenant";r=0;t=1$/);
      assert.match(String(refused.headers["ratelimit-policy"]), /^"tenant";q=1;w=1$/);
    }
  });

  it("answers 500 without internal details after an unexpected error", async (t) => {
    const broken = Object.fromEntries(
      Object.keys(HANDLERS).map((type) => [
        type,
        () => {
          throw new Error("secret insides");
        },
      ]),
    ) as unknown as Handlers;
    const thing = await createRecords(shop);
    const second = await startService(t, {}, { prefix: service.prefix, handlers: broken });
    // From here on only the broken service serves the partitions.
    await service.stop();
    const caller = await second.callerFor((shop as Caller & { credentials: never }).credentials);
    const head = (await keysLike(service.redis, `${service.prefix}*w:${thing.list.id}`))[0] ?? "";
    for (const [name, make] of Object.entries(GOOD)) {
      const [method] = make(thing);
      if (method === "GET") await service.redis.hset(head, "m", "{broken");
      const answer = await ask(caller, make(thing));
      await service.redis.hset(
        head,
        "m",
        JSON.stringify([`${shop.tenantId}/default`, "", null, 1, 1, "v", 0]),
      );
      if (["lookupWishlists", "findCustomer"].includes(name)) continue;
      if (name === "uploadCustomers") {
        assert.equal(answer.status, 500, name);
        continue;
      }
      assert.equal(answer.status, 500, `${name} ${answer.text}`);
      assert.equal(answer.body.code, "Internal");
      assert.ok(!/secret|insides|stack|at .*\.ts|redis|HMGET/i.test(answer.text), answer.text);
      assert.ok(answer.body.requestId);
    }
  });

  it("answers 503 with Retry-After while Redis is away, and recovers by itself", async (t) => {
    const proxy = await startProxy(t, redisUrl());
    const away = await startService(t, { ASK_TIMEOUT_MS: "1500" }, { redisUrl: proxy.url });
    const caller = await away.newCaller();
    const thing = await createRecords(caller);
    assert.equal((await send(away.baseUrl, "GET", "/health/ready")).status, 200);
    proxy.cut();
    await new Promise((resolve) => setTimeout(resolve, 200));
    for (const [name, make] of Object.entries(GOOD)) {
      const answer = await ask(caller, make(thing));
      assert.equal(answer.status, 503, `${name} ${answer.text}`);
      assert.equal(answer.body.code, "Unavailable");
      assert.ok(Number(answer.headers["retry-after"]) >= 1);
    }
    assert.equal((await send(away.baseUrl, "GET", "/health/ready")).status, 503);
    assert.equal((await send(away.baseUrl, "GET", "/health/live")).status, 200);
    proxy.heal();
    for (let waited = 0; (await send(away.baseUrl, "GET", "/health/ready")).status !== 200; waited += 100) {
      assert.ok(waited < 10_000);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    // Readiness describes one connection to Redis; the others may recover a little later.
    await until("a write", async () => (await ask(caller, given(GOOD["createItem"])(thing))).status === 200);
  });
});
