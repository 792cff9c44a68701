import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { before, describe, it } from "node:test";
import { type Example, loadExamples } from "../../../src/http/openapi/examples.ts";
import { createLogger } from "../../../src/logger.ts";
import { parseCustomerId } from "../../../src/store/ids/ids.ts";
import { openLayout } from "../../../src/store/layout/layout.ts";
import { unsubscribeToken } from "../../../src/store/privacy/unsubscribe-token.ts";
import { Shops } from "../../../src/store/tenants/shops.ts";
import { headersIn } from "../../support/document/answer-headers.ts";
import { operationNamed, queryOf, rawOf, type Request } from "../../support/document/example-call.ts";
import { exampleChecks } from "../../support/document/example-checks.ts";
import { cleaned, shapeOf } from "../../support/document/example-shapes.ts";
import { walk, type WalkContext } from "../../support/document/example-walk.ts";
import { startReceiver } from "../../support/receiver.ts";
import { atEnd } from "../../support/redis.ts";
import { type LimitedUser, newLimitedUser } from "../../support/servers/limited-user.ts";
import {
  type Answer,
  type Caller,
  given,
  type Json,
  send,
  type Service,
  startService,
  unique,
} from "../../support/service.ts";
import { until } from "../../support/until.ts";

const FILE = new URL("../../../src/http/openapi/examples.json", import.meta.url);
/** One: the examples name partitions. */
const PARTITIONS = 1;
/** Operations whose answers are not recorded as examples: pages, metrics, and the document itself. */
const WITHOUT_ANSWER = ["askToUnsubscribe", "unsubscribe", "getMetrics", "showSharedWishlist"];

/** Operations that begin work in the background: their answers depend on its progress. */
const UNDER_WAY = [
  "feedCustomers",
  "feedOrders",
  "feedProducts",
  "feedStockLevels",
  "startExportRun",
  "redriveExportRun",
];

const suite = atEnd();
let service: Service;
let limited: LimitedUser;
let caller: Caller;
let document: Json;
let around: WalkContext;
const recorded: Record<string, Example> = {};
/** Lines of the log, at the most verbose level that is in use. */
const logged: string[] = [];
/** Answers of each operation with an Idempotency-Key to the same request, sent twice. */
const sentTwice: { name: string; first: Answer<Json>; again: Answer<Json> }[] = [];
/** Result of a condition that is not met, for each operation that accepts one. */
const conditions: { name: string; status: number; wanted: number }[] = [];
/** Operations without conditions whose answers still have an entity tag. */
const unannounced: string[] = [];
/** Headers of answers that the document names for an operation, and those that were sent. */
const answerHeaders: { name: string; named: string[]; sent: string[] }[] = [];
before(async () => {
  let exported = 0;
  const receiver = await startReceiver(suite, ({ body }) => ({
    status: body.includes('"wishlist.export"') && exported++ === 0 ? 422 : 204,
  }));
  const settings = { ALLOW_PRIVATE_TARGETS: "true", PARTITIONS: PARTITIONS.toString() };
  limited = await newLimitedUser(suite);
  const log = createLogger("debug", { write: (line) => void logged.push(line) });
  service = await startService(suite, settings, { prefix: limited.prefix, redisUrl: limited.url, log });
  const withAll = await service.newCaller();
  caller = withAll;
  ({ body: document } = await send(service.baseUrl, "GET", "/openapi.json"));
  const storeKey = `${caller.tenantId}/default`;
  const shop = { domain: "fell-and-fjord.myshopify.com", secret: "shpss_secret" };
  await new Shops(service.redis, service.keys).put({ domain: shop.domain, storeKey }, shop.secret, 0);
  const layout = await openLayout(service.redis, service.keys, PARTITIONS);
  around = {
    ...withAll.credentials,
    hookUrl: new URL(receiver.url).origin,
    shop,
    linkOf: (id) => unsubscribeToken(layout, { storeKey, ...given(parseCustomerId(id)) }),
  };
  await walk(call, around);
});

/** Sends a request to an operation, and records the first one as its example. */
async function call(name: string, request: Request = {}): Promise<Json> {
  const { params = {}, query = {}, type, body, headers = {}, until: isThere = () => true } = request;
  const { path, method, operation } = operationNamed(document, name);
  const filled = path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(given(params[key])));
  const url = Object.keys(query).length === 0 ? filled : `${filled}?${queryOf(query)}`;
  const raw = rawOf(request);
  const named: string[] = operation.parameters.map((each: Json) => each.name);
  const hasKey = named.includes("Idempotency-Key");
  const key = hasKey ? { "Idempotency-Key": unique("key") } : {};
  const sendOnce = (more: Record<string, string> = {}) =>
    (operation.security.length > 0 ? caller : plain).send(method, url, body, {
      ...(raw === undefined ? {} : { raw }),
      headers: { ...(type === undefined ? {} : { "Content-Type": type }), ...key, ...headers, ...more },
    });
  if (hasKey) {
    const stale = await sendOnce({ "If-Match": '"older"', "Idempotency-Key": unique("key") });
    // A write whose condition is not met is not carried out.
    conditions.push({ name, status: stale.status, wanted: named.includes("If-Match") ? 412 : 400 });
  }
  let answer = await sendOnce();
  await until(`the answer of ${name}`, async () => {
    if (answer.status < 300 && isThere(answer.body)) return true;
    assert.ok(answer.status < 300, `${name}: ${answer.status} ${answer.text}`);
    answer = await sendOnce();
    return false;
  });
  if (hasKey) sentTwice.push({ name, first: answer, again: await sendOnce() });
  const { etag } = answer.headers;
  answerHeaders.push({ name, ...headersIn(operation, answer) });
  if (named.includes("If-None-Match")) {
    const { status } = await sendOnce({ "If-None-Match": etag ?? "" });
    conditions.push({ name, status, wanted: 304 });
  } else if (method === "GET" && etag !== undefined) unannounced.push(name);
  const shown = WITHOUT_ANSWER.includes(name) ? undefined : answer.body;
  recorded[name] ??= cleaned(
    {
      ...(Object.keys(params).length > 0 ? { params } : {}),
      ...(Object.keys(query).length > 0 ? { query } : {}),
      ...(type === undefined ? {} : { type }),
      ...(body === undefined ? {} : { body }),
      status: answer.status,
      ...(shown === undefined ? {} : { answer: shown }),
    },
    around,
  );
  return answer.body;
}

const plain = {
  send: (method: string, path: string, body: unknown, options: object) =>
    send(service.baseUrl, method, path, body, options),
};

/** Names of the document's operations that have a header among their parameters. */
const operationsWith = (header: string): string[] =>
  Object.values(document.paths)
    .flatMap((methods) => Object.values(methods as Json))
    .filter((operation: Json) => operation.parameters.some(({ name }: Json) => name === header))
    .map((operation: Json) => operation.operationId as string)
    .sort();

if (process.env["RECORD_EXAMPLES"] === "1") {
  it("use only Redis commands that the user of docs/redis.md may run", async () => {
    assert.deepEqual(await limited.denied(), []);
  });

  it("records the examples", () => {
    writeFileSync(FILE, `${JSON.stringify(recorded, null, 2)}\n`);
  });
} else {
  describe("the examples of the document", () => {
    it("exist for every operation but the document itself", () => {
      const names = Object.values(document.paths).flatMap((methods) =>
        Object.values(methods as Json).map((operation) => (operation as Json).operationId as string),
      );
      assert.deepEqual(Object.keys(recorded).sort(), names.filter((name) => name !== "getDocument").sort());
    });

    it("match the answers of the service", () => {
      const repeatable = (examples: Readonly<Record<string, Example>>) =>
        shapeOf(Object.entries(examples).filter(([name]) => !UNDER_WAY.includes(name)));
      assert.deepEqual(
        repeatable(loadExamples()),
        repeatable(recorded),
        "npm run examples records them again",
      );
    });

    it("match the schemas of the document, as do today's answers", () => {
      const faultsOf = exampleChecks(document);
      for (const [name, example] of [...Object.entries(loadExamples()), ...Object.entries(recorded)])
        assert.deepEqual(faultsOf(name, example), [], name);
    });
  });

  describe("the log", () => {
    it("names requests, tenants and operations, and never a person or a person's wishes", () => {
      assert.ok(logged.length > 100);
      const text = logged.join("");
      for (const named of ["requestId", `"tenant":"${caller.tenantId}"`, '"operation":"erasePersonalData"'])
        assert.ok(text.includes(named), named);
      const words = [
        "ada@",
        "grace@",
        "alan@",
        "lovelace",
        "ada",
        "grace",
        "493012345678",
        "c-100",
        "birthday",
      ];
      const secrets = [around.clientSecret, around.shop.secret, caller.token];
      // A name may be part of a random id.
      for (const word of [...words.map((each) => new RegExp(`\\b${each}(?![0-9a-f])`, "i")), ...secrets]) {
        const line = logged.find((each) =>
          typeof word === "string" ? each.includes(word) : word.test(each),
        );
        assert.equal(line, undefined);
      }
    });
  });

  describe("the audit log", () => {
    it("has every write except those of shopper data, with its client and outcome, and without values", async () => {
      const shoppers = ["wishlists", "customers", "catalogue", "orders"].map((data) => `${data}:write`);
      const isAudited = ([method, operation]: [string, Json]) => {
        const scopes: string[] = operation.security.flatMap((need: Json) => Object.values(need).flat());
        return method !== "get" && scopes.length > 0 && !scopes.some((scope) => shoppers.includes(scope));
      };
      const writes = Object.values(document.paths)
        .flatMap((methods) => Object.entries(methods as Json).filter(isAudited))
        .map(([, operation]) => (operation as Json).operationId as string)
        // A request that takes no key is a read.
        .filter((name) => operationsWith("Idempotency-Key").includes(name));
      assert.ok(writes.length > 10);
      const entries: Json[] = [];
      for (let cursor: string | undefined = ""; cursor !== undefined;) {
        const page: Json = (
          await caller.get(`/services/wsservice/api/audit?${queryOf(cursor === "" ? {} : { cursor })}`)
        ).body;
        entries.push(...page.entries);
        ({ cursor } = page);
      }
      assert.deepEqual([...new Set(entries.map(({ action }) => action as string))].sort(), writes.sort());
      const text = JSON.stringify(entries);
      for (const value of [around.hookUrl, around.clientSecret, "c-1001", "Nightly", "Alerts for the app"])
        assert.ok(!text.includes(value), value);
      for (const { actor, store, outcome } of entries) {
        assert.deepEqual(actor, { kind: "client", id: around.clientId });
        assert.equal(store, "default");
        assert.ok(outcome === "done" || outcome === "refused");
      }
    });
  });

  describe("the headers of answers", () => {
    it("are those that the document names", () => {
      const shown = (key: "named" | "sent") =>
        answerHeaders.map((each) => `${each.name}: ${each[key].join()}`);
      assert.deepEqual(shown("sent"), shown("named"));
    });
  });

  describe("every operation with an Idempotency-Key", () => {
    it("answers the same request with its first answer", () => {
      assert.deepEqual(
        [...new Set(sentTwice.map(({ name }) => name))].sort(),
        operationsWith("Idempotency-Key"),
      );
      for (const { name, first, again } of sentTwice) {
        const comparable = ({ status, text, headers: { etag, location } }: Answer<Json>) => ({
          status,
          text,
          etag,
          location,
        });
        assert.deepEqual(comparable(again), comparable(first), name);
        assert.equal(first.headers["idempotency-replayed"], undefined, name);
        assert.equal(again.headers["idempotency-replayed"], "true", name);
      }
    });
  });

  describe("every operation with a condition", () => {
    it("applies it, no other write accepts If-Match, and no other read has an entity tag", () => {
      const operations = [...new Set(conditions.map(({ name }) => name))].sort();
      const named = [...operationsWith("Idempotency-Key"), ...operationsWith("If-None-Match")];
      assert.deepEqual(operations, named.sort());
      for (const { name, status, wanted } of conditions) assert.equal(status, wanted, name);
      assert.deepEqual(unannounced, []);
    });
  });
}
