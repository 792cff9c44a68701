import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { isAudited } from "../../../src/http/middleware/audit.ts";
import { refusalsOf } from "../../../src/http/openapi/refusals.ts";
import { type AnyRoute, type ApiRoute, isRead } from "../../../src/http/route.ts";
import { alertMailRoutes } from "../../../src/http/routes/outbound/alert-mails.ts";
import { alertRoutes } from "../../../src/http/routes/outbound/alerts.ts";
import { changeRoutes } from "../../../src/http/routes/outbound/changes.ts";
import { exportRunRoutes } from "../../../src/http/routes/outbound/export-runs.ts";
import { exportRoutes } from "../../../src/http/routes/outbound/exports.ts";
import { webhookDeliveryRoutes } from "../../../src/http/routes/outbound/webhook-deliveries.ts";
import { webhookSendRoutes } from "../../../src/http/routes/outbound/webhook-sends.ts";
import { webhookRoutes } from "../../../src/http/routes/outbound/webhooks.ts";
import { catalogueRoutes } from "../../../src/http/routes/retailer/catalogue.ts";
import { customerRoutes } from "../../../src/http/routes/retailer/customers.ts";
import { feedRoutes } from "../../../src/http/routes/retailer/feeds.ts";
import { listRoutes } from "../../../src/http/routes/retailer/lists.ts";
import { lookupRoutes } from "../../../src/http/routes/retailer/lookups.ts";
import { orderRoutes } from "../../../src/http/routes/retailer/orders.ts";
import { reportRoutes } from "../../../src/http/routes/retailer/reports.ts";
import { shopifyRoutes } from "../../../src/http/routes/retailer/shopify.ts";
import { waitingRoutes } from "../../../src/http/routes/retailer/waiting.ts";
import { sdkCustomerRoutes } from "../../../src/http/routes/sdk/customers.ts";
import { sdkFlagRoutes } from "../../../src/http/routes/sdk/flags.ts";
import { sdkWishlistRoutes } from "../../../src/http/routes/sdk/wishlists.ts";
import { auditRoutes } from "../../../src/http/routes/tenant/audit.ts";
import { clientRoutes } from "../../../src/http/routes/tenant/clients.ts";
import { mailPreviewRoutes } from "../../../src/http/routes/tenant/mail-preview.ts";
import { operationsRoutes } from "../../../src/http/routes/tenant/operations.ts";
import { privacyRoutes } from "../../../src/http/routes/tenant/privacy.ts";
import { settingsRoutes } from "../../../src/http/routes/tenant/settings.ts";
import { tokenRoutes } from "../../../src/http/routes/tenant/token.ts";
import { unsubscribeRoutes } from "../../../src/http/routes/tenant/unsubscribe.ts";
import { addItemRoutes } from "../../../src/http/routes/wishlists/add-items.ts";
import { guestRoutes } from "../../../src/http/routes/wishlists/guests.ts";
import { itemRoutes } from "../../../src/http/routes/wishlists/items.ts";
import { moveItemRoutes } from "../../../src/http/routes/wishlists/move-items.ts";
import { readWishlistRoutes } from "../../../src/http/routes/wishlists/read-wishlists.ts";
import { sharedRoutes } from "../../../src/http/routes/wishlists/shared.ts";
import { shareRoutes } from "../../../src/http/routes/wishlists/shares.ts";
import { writeWishlistRoutes } from "../../../src/http/routes/wishlists/write-wishlists.ts";
import { SCOPES } from "../../../src/http/scopes.ts";
import { CONNECTORS } from "../../../src/jobs/exports/connectors.ts";
import { given, type Json, send, type Service } from "../../support/service.ts";
import { sharedService } from "../../support/shared-service.ts";

// Only requests use their parts.
const nothing = {} as never;
const OWN: AnyRoute[] = [
  ...writeWishlistRoutes(nothing),
  ...readWishlistRoutes(nothing),
  ...guestRoutes(nothing),
  ...itemRoutes(nothing),
  ...addItemRoutes(nothing),
  ...customerRoutes(nothing),
  ...catalogueRoutes(nothing),
  ...orderRoutes(nothing),
  ...listRoutes(nothing),
  ...lookupRoutes(nothing),
  ...feedRoutes(nothing),
  ...moveItemRoutes(nothing),
  ...mailPreviewRoutes(nothing),
  ...waitingRoutes(nothing),
  ...alertRoutes(nothing),
  ...changeRoutes(nothing),
  ...alertMailRoutes(nothing),
  ...webhookDeliveryRoutes(nothing),
  ...webhookRoutes(nothing),
  ...webhookSendRoutes(nothing),
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
/** They change nothing. Their requests are large, or have data that must not be in a URL. */
const READS_BY_POST = ["searchCustomers", "lookupCustomers", "lookupVariants", "sdkGetItemPopularity"];
const ROUTES = [
  ...sdkFlagRoutes(nothing),
  ...OWN,
  ...sdkWishlistRoutes(OWN),
  ...sdkCustomerRoutes(OWN, nothing),
];

let service: Service;
let document: Json;
before(async () => {
  service = await sharedService();
  ({ body: document } = await send(service.baseUrl, "GET", "/openapi.json"));
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

describe("the operations of /openapi.json", () => {
  it("has every route as one operation, which names its other paths", () => {
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

  it("has only what the service serves: each path lists its methods", async () => {
    for (const { path, method } of operations()) {
      const { status, headers } = await send(service.baseUrl, "OPTIONS", path.replace(/\{\w+\}/g, "x"));
      assert.equal(status, 204, path);
      assert.ok((headers.allow ?? "").split(", ").includes(method.toUpperCase()), `${method} ${path}`);
    }
  });

  it("describes in words what each pattern of a request requires", () => {
    const visit = (value: unknown, at: string): void => {
      if (typeof value !== "object" || value === null) return;
      if (typeof (value as Json).pattern === "string") assert.ok((value as Json)["x-must"], at);
      for (const [name, member] of Object.entries(value)) visit(member, `${at}/${name}`);
    };
    for (const { operation, ...route } of ROUTES)
      for (const part of ["body", "query", "form"] as const)
        if (part in route) visit(Reflect.get(route, part), `${operation} ${part}`);
  });

  it("names every operation once, and describes its purpose and behaviour", () => {
    const names = operations().map(({ operation }) => operation.operationId as string);
    assert.equal(new Set(names).size, names.length);
    const tags = (document.tags as { name: string }[]).map(({ name }) => name);
    // A reader of the reference first sees the service's own operations.
    assert.deepEqual([tags[0], tags.at(-1)], ["Wishlists", "Platform SDK"]);
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
      const refusals = Object.keys(refusalsOf(route));
      const isConditional =
        route.scope === undefined ? route.conditional : route.method === "get" && route.conditional !== false;
      const notModified = isConditional ? ["304"] : [];
      assert.deepEqual(
        Object.keys(operation.responses).sort(),
        [...new Set([...Object.keys(route.responses), ...refusals, ...notModified])].sort(),
        route.operation,
      );
      const ofTokens = route.scope === undefined ? [] : ["401", "403", "404", "429"];
      for (const status of ["400", "431", "500", "503", ...ofTokens])
        assert.ok(status in operation.responses, `${route.operation} ${status}`);
    }
  });

  it("names the Idempotency-Key on every write, except where a repeated request is harmless anyway", () => {
    const without = [
      // A second token is as good as the first.
      "issueToken",
      // The shop's own id of the webhook is the key.
      "takeShopifyWebhook",
      // A repeated unsubscription changes nothing.
      "unsubscribe",
      ...READS_BY_POST,
    ];
    const hasKey = ({ operation }: Operation) =>
      operation.parameters.some(({ name }: Json) => name === "Idempotency-Key");
    for (const each of operations()) {
      const { operationId } = each.operation;
      assert.equal(hasKey(each), each.method !== "get" && !without.includes(operationId), operationId);
    }
  });

  it("has only those as reads by POST, and audits none of them", () => {
    const reads = ROUTES.filter((each): each is ApiRoute => each.scope !== undefined && isRead(each));
    const byPost = reads.filter(({ method }) => method !== "get").map(({ operation }) => operation);
    assert.deepEqual(byPost.sort(), [...READS_BY_POST].sort());
    assert.deepEqual(reads.filter(isAudited), []);
  });

  it("requires a token with a known scope and the tenant exactly where the API does", () => {
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

  it("has a parameter for every placeholder in a path, and no other", () => {
    for (const { path, operation } of operations()) {
      const gaps = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const described = operation.parameters
        .filter((parameter: Json) => parameter.in === "path")
        .map(({ name }: Json) => name as string);
      assert.deepEqual(described.sort(), gaps.sort(), path);
    }
  });

  it("describes how to get a token, for a tenant that the caller names", async () => {
    const flowOf = ({ components }: Json) => components.securitySchemes.accessToken.flows.clientCredentials;
    const path = "/auth/realms/{tenant}/protocol/openid-connect/token";
    assert.equal(flowOf(document).tokenUrl, `http://wishlist.test${path}`);
    assert.deepEqual(Object.keys(flowOf(document).scopes), Object.keys(SCOPES));
    const { body } = await send(service.baseUrl, "GET", "/openapi.json?tenant=demo%22");
    assert.equal(flowOf(body).tokenUrl, `http://wishlist.test${path.replace("{tenant}", "demo%22")}`);
    assert.deepEqual(body.paths, document.paths);
  });
});
