import assert from "node:assert/strict";
import { execFile, type ExecFileOptionsWithStringEncoding } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { before, describe, it, type TestContext } from "node:test";
import { programVersion } from "../../src/app/app.ts";
import { auditRoutes } from "../../src/http/routes/audit.ts";
import { CONNECTORS } from "../../src/jobs/exports/connectors.ts";
import { refusalsOf } from "../../src/http/openapi/refusals.ts";
import type { AnyRoute } from "../../src/http/route.ts";
import { SCOPES } from "../../src/http/scopes.ts";
import { catalogueRoutes } from "../../src/http/routes/catalogue.ts";
import { clientRoutes } from "../../src/http/routes/clients.ts";
import { customerRoutes } from "../../src/http/routes/customers.ts";
import { exportRunRoutes } from "../../src/http/routes/export-runs.ts";
import { exportRoutes } from "../../src/http/routes/exports.ts";
import { guestRoutes } from "../../src/http/routes/guests.ts";
import { itemRoutes } from "../../src/http/routes/items.ts";
import { feedRoutes } from "../../src/http/routes/feeds.ts";
import { operationsRoutes } from "../../src/http/routes/operations.ts";
import { eventRoutes } from "../../src/http/routes/events.ts";
import { listRoutes } from "../../src/http/routes/lists.ts";
import { mailPreviewRoutes } from "../../src/http/routes/mail-preview.ts";
import { moveItemRoutes } from "../../src/http/routes/move-items.ts";
import { waitingRoutes } from "../../src/http/routes/waiting.ts";
import { webhookDeliveryRoutes } from "../../src/http/routes/webhook-deliveries.ts";
import { orderRoutes } from "../../src/http/routes/orders.ts";
import { webhookRoutes } from "../../src/http/routes/webhooks.ts";
import { shopifyRoutes } from "../../src/http/routes/shopify.ts";
import { privacyRoutes } from "../../src/http/routes/privacy.ts";
import { reportRoutes } from "../../src/http/routes/reports.ts";
import { sdkCustomerRoutes } from "../../src/http/routes/sdk/customers.ts";
import { sdkFlagRoutes } from "../../src/http/routes/sdk/flags.ts";
import { sdkWishlistRoutes } from "../../src/http/routes/sdk/wishlists.ts";
import { settingsRoutes } from "../../src/http/routes/settings.ts";
import { tokenRoutes } from "../../src/http/routes/token.ts";
import { shareRoutes } from "../../src/http/routes/shares.ts";
import { sharedRoutes } from "../../src/http/routes/shared.ts";
import { unsubscribeRoutes } from "../../src/http/routes/unsubscribe.ts";
import { wishlistRoutes } from "../../src/http/routes/wishlists.ts";
import { atEnd } from "../support/redis.ts";
import { given, type Json, send, type Service, startService } from "../support/service.ts";

const REDOCLY = join(import.meta.dirname, "../../node_modules/@redocly/cli/bin/cli.js");

// Their parts are used by requests alone.
const nothing = {} as never;
const OWN: AnyRoute[] = [
  ...wishlistRoutes(nothing),
  ...guestRoutes(nothing),
  ...itemRoutes(nothing),
  ...customerRoutes(nothing),
  ...catalogueRoutes(nothing),
  ...orderRoutes(nothing),
  ...listRoutes(nothing),
  ...feedRoutes(nothing),
  ...moveItemRoutes(nothing),
  ...mailPreviewRoutes(nothing),
  ...waitingRoutes(nothing),
  ...eventRoutes(nothing),
  ...webhookDeliveryRoutes(nothing),
  ...webhookRoutes(nothing),
  ...exportRunRoutes(nothing),
  ...exportRoutes({ connectors: CONNECTORS } as never),
  ...shopifyRoutes(nothing),
  ...privacyRoutes(nothing),
  ...unsubscribeRoutes(nothing),
  ...shareRoutes(nothing),
  ...sharedRoutes(nothing),
  ...reportRoutes(nothing),
  ...auditRoutes(nothing),
  ...settingsRoutes(nothing),
  ...clientRoutes(nothing),
  ...tokenRoutes(nothing),
  ...operationsRoutes(nothing),
];
const ROUTES = [
  ...sdkFlagRoutes(nothing),
  ...OWN,
  ...sdkWishlistRoutes(OWN),
  ...sdkCustomerRoutes(OWN, nothing),
];

const suite = atEnd();
let service: Service;
let text: string;
let document: Json;
before(async () => {
  service = await startService(suite);
  ({ text, body: document } = await send(service.baseUrl, "GET", "/openapi.json"));
});

interface Operation {
  path: string;
  method: string;
  operation: Json;
}

function operations(): Operation[] {
  return Object.entries(document.paths as Record<string, Record<string, Json>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
}

/** A part of the document, or what it refers to. */
function resolved(part: Json): Json {
  if (part.$ref === undefined) return part;
  return (part.$ref as string)
    .slice(2)
    .split("/")
    .reduce((at: Json, name) => at[name], document);
}

/** What a program writes, however it ends. */
const outputOf = (program: string, args: string[], options: ExecFileOptionsWithStringEncoding) =>
  new Promise<{ stdout: string; stderr: string }>((resolve) => {
    execFile(program, args, options, (_, stdout, stderr) => resolve({ stdout, stderr }));
  });

/** Faults that the linter finds against the specification of OpenAPI. */
async function lint(t: TestContext): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "wishlist-openapi-"));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "openapi.json"), text);
  // Not synchronous: the service, which runs in this process, must hear from Redis in the meantime.
  const { stdout, stderr } = await outputOf(
    process.execPath,
    [REDOCLY, "lint", "openapi.json", "--extends=spec", "--format=json"],
    {
      cwd: folder,
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
      env: {
        ...process.env,
        NODE_OPTIONS: "",
        REDOCLY_TELEMETRY: "off",
        REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
      },
    },
  );
  assert.match(stdout, /^\{/, stderr);
  const { problems } = JSON.parse(stdout) as {
    problems: { severity: string; message: string; location: { pointer: string }[] }[];
  };
  return problems
    .filter(({ severity }) => severity === "error")
    .map(({ message, location }) => `${location[0]?.pointer ?? ""} ${message}`);
}

describe("/openapi.json", () => {
  it("is valid OpenAPI 3.1", async (t) => {
    assert.match(document.openapi, /^3\.1\.\d$/);
    assert.deepEqual(await lint(t), []);
  });

  it("says which version this is, and where it is served", () => {
    assert.equal(document.info.version, programVersion());
    assert.deepEqual(document.servers, [{ url: "http://wishlist.test" }]);
  });

  it("has every route as one operation, which names the other paths that it is served at", () => {
    const templateOf = (path: string) => path.replace(/:([A-Za-z]+)/g, "{$1}");
    assert.ok(ROUTES.length > 30);
    assert.deepEqual(
      operations()
        .map(({ path, method }) => `${method} ${path}`)
        .sort(),
      ROUTES.map(({ method, paths: [first = ""] }) => `${method} ${templateOf(first)}`).sort(),
    );
    for (const { operation: name, paths } of ROUTES) {
      const { operation } = given(operations().find((each) => each.operation.operationId === name));
      for (const path of paths.slice(1)) assert.ok(operation.description.includes(templateOf(path)), path);
    }
  });

  it("serves each other path that it names", async () => {
    const caller = await service.newCaller();
    const { id } = await caller.newCustomer();
    for (const prefix of ["/services/customerservice/api", "/services/wsservice/api", "/api"])
      assert.equal((await caller.get(`${prefix}/customers/${id}`)).status, 200, prefix);
  });

  it("has only what the service serves: each path knows its methods", async () => {
    for (const { path, method } of operations()) {
      const { status, headers } = await send(service.baseUrl, "OPTIONS", path.replace(/\{\w+\}/g, "x"));
      assert.equal(status, 204, path);
      assert.ok((headers.allow ?? "").split(", ").includes(method.toUpperCase()), `${method} ${path}`);
    }
  });

  it("names every operation once, and says what it is for and how it behaves", () => {
    const names = operations().map(({ operation }) => operation.operationId as string);
    assert.equal(new Set(names).size, names.length);
    const tags = (document.tags as { name: string }[]).map(({ name }) => name);
    for (const { path, method, operation } of operations()) {
      assert.match(operation.operationId, /^[a-z][A-Za-z0-9]+$/, `${method} ${path}`);
      assert.ok(operation.summary.length > 5);
      assert.match(operation.description ?? "", /^.{20,}[.]$/s, operation.operationId);
      assert.ok(operation.tags.every((tag: string) => tags.includes(tag)));
    }
  });

  it("lists the statuses of each operation: its own answers and its refusals", () => {
    for (const route of ROUTES) {
      const { operation } = given(
        operations().find((each) => each.operation.operationId === route.operation),
      );
      const refusals = route.scope === undefined ? [] : Object.keys(refusalsOf(route));
      const isConditional =
        route.scope === undefined ? route.conditional : route.method === "get" && route.conditional !== false;
      const notModified = isConditional ? ["304"] : [];
      assert.deepEqual(
        Object.keys(operation.responses).sort(),
        [...new Set([...Object.keys(route.responses), ...refusals, ...notModified])].sort(),
        route.operation,
      );
      if (route.scope === undefined) continue;
      for (const status of ["400", "401", "403", "404", "429", "500", "503"])
        assert.ok(status in operation.responses, `${route.operation} ${status}`);
    }
  });

  it("names the Idempotency-Key on every write, but where the same request can come twice anyway", () => {
    const without = [
      // Each token is as good as the other.
      "issueToken",
      // The shop's own id of the webhook is the key.
      "takeShopifyWebhook",
      // Who is unsubscribed stays so.
      "unsubscribe",
      // A read, with personal data in its body.
      "searchCustomers",
      // It reads.
      "sdkGetItemPopularity",
    ];
    const hasKey = ({ operation }: Operation) =>
      operation.parameters.some(({ name }: Json) => name === "Idempotency-Key");
    for (const each of operations()) {
      const { operationId } = each.operation;
      assert.equal(hasKey(each), each.method !== "get" && !without.includes(operationId), operationId);
    }
  });

  it("describes every answer, and the body of every refusal as a problem document", () => {
    for (const { operation } of operations()) {
      for (const [status, response] of Object.entries(operation.responses as Record<string, Json>)) {
        const answer = resolved(response);
        assert.ok(answer.description.length > 3, `${operation.operationId} ${status}`);
        if (Number(status) < 400 || operation.security.length === 0) continue;
        assert.deepEqual(answer.content["application/problem+json"].schema, {
          $ref: "#/components/schemas/Problem",
        });
      }
    }
  });

  it("demands a token with a known scope and the tenant where the API does, and nowhere else", () => {
    for (const route of ROUTES) {
      const { operation } = given(
        operations().find((each) => each.operation.operationId === route.operation),
      );
      const scopes = route.scope === undefined ? [] : [route.scope].flat();
      assert.deepEqual(operation.security, [
        ...scopes.map((scope) => ({ accessToken: [scope] })),
        ...(route.scope !== undefined && route.shoppers ? [{ shopperToken: [] }] : []),
      ]);
      const tenant = operation.parameters.find(({ name }: Json) => name === "X-SVC-Tenant");
      assert.equal(tenant?.required, route.scope === undefined ? undefined : true);
      for (const scope of scopes) assert.ok(scope in SCOPES);
    }
  });

  it("has a parameter for every gap in a path, and no other", () => {
    for (const { path, operation } of operations()) {
      const gaps = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const described = operation.parameters
        .filter((parameter: Json) => parameter.in === "path")
        .map(({ name }: Json) => name as string);
      assert.deepEqual(described.sort(), gaps.sort(), path);
    }
  });

  it("says how a token is got, for a tenant that the caller names", async () => {
    const flowOf = ({ components }: Json) => components.securitySchemes.accessToken.flows.clientCredentials;
    const path = "/auth/realms/{tenant}/protocol/openid-connect/token";
    assert.equal(flowOf(document).tokenUrl, `http://wishlist.test${path}`);
    assert.deepEqual(Object.keys(flowOf(document).scopes), Object.keys(SCOPES));
    const { body } = await send(service.baseUrl, "GET", "/openapi.json?tenant=demo%22");
    assert.equal(flowOf(body).tokenUrl, `http://wishlist.test${path.replace("{tenant}", "demo%22")}`);
    assert.deepEqual(body.paths, document.paths);
  });

  it("describes each message that webhook endpoints get", () => {
    const { event } = { event: document.components.schemas.Event };
    assert.deepEqual(Object.keys(document.webhooks).sort(), [...event.properties.type.enum].sort());
  });

  it("gives every member one type, beside null: unions are hard for generated clients", () => {
    const visit = (part: unknown): void => {
      if (typeof part !== "object" || part === null) return;
      const { type } = part as { type?: unknown };
      if (Array.isArray(type) && type.every((each) => typeof each === "string"))
        assert.ok(type.filter((each) => each !== "null").length <= 1, JSON.stringify(part));
      Object.values(part).forEach(visit);
    };
    visit(document.components.schemas);
    visit(document.paths);
  });

  it("says which of several references a body needs, as the service demands it", async () => {
    const caller = await service.newCaller();
    let checked = 0;
    for (const { path, method, operation } of operations()) {
      const media = operation.requestBody?.content["application/json"];
      const schema = media && resolved(media.schema);
      const groups: string[] = (schema?.anyOf ?? [])
        .filter((each: Json) => Object.keys(each).join() === "required")
        .flatMap(({ required }: Json) => required);
      if (!media?.example || groups.length === 0) continue;
      const names = new Set(groups);
      const body = Object.fromEntries(Object.entries(media.example).filter(([name]) => !names.has(name)));
      const { status, body: problem } = await caller.send(method.toUpperCase(), path, body);
      assert.ok(status === 400 || status === 405, `${operation.operationId} ${status}`);
      assert.equal(problem.code, "InvalidInput", operation.operationId);
      checked++;
    }
    assert.ok(checked >= 6, String(checked));
  });

  it("shows nothing that only our validator understands", () => {
    assert.doesNotMatch(text, /"x-[a-z]/);
    assert.doesNotMatch(text, /"additionalProperties":false/);
  });
});
