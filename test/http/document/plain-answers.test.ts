import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { Shops } from "../../../src/store/tenants/shops.ts";
import { SECRET, sendWebhook } from "../../support/data/shopify.ts";
import { addDocument } from "../../support/document/document-validators.ts";
import { undocumentedIn } from "../../support/document/undocumented.ts";
import { type Answer, type Caller, type Json, send, type Service, unique } from "../../support/service.ts";
import { sharedService } from "../../support/shared-service.ts";

let service: Service;
let shop: Caller;
let document: Json;
before(async () => {
  service = await sharedService();
  shop = await service.newCaller();
  ({ body: document } = await shop.get("/openapi.json"));
  addDocument(document);
});

interface Operation {
  method: string;
  path: string;
  operation: Json;
}

/** Operations that need no access token. */
const operations = (): Operation[] =>
  Object.entries(document.paths as Record<string, Record<string, Json>>).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { security }]) => security.length === 0)
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

function checkDocumented(operation: Json, answer: Answer<Json>): void {
  const fault = undocumentedIn(document, operation, answer);
  assert.equal(fault, undefined, `${operation.operationId} ${answer.status}: ${answer.text}`);
}

describe("an answer of an operation without an access token", () => {
  it("is in the document, also if every request can be refused like that", async () => {
    const headers = Object.fromEntries(Array.from({ length: 120 }, (_, i) => [`X-${i}`, "x"]));
    assert.ok(operations().length > 10);
    for (const { method, path, operation } of operations()) {
      const named = path.replaceAll(/\{\w+\}/g, "none");
      checkDocumented(operation, await send(service.baseUrl, method, named));
      const large = await send(service.baseUrl, method, named, undefined, { headers });
      assert.equal(large.status, 431);
      checkDocumented(operation, large);
    }
  });

  it("is in the document for each refusal of a Shopify webhook", async () => {
    const domain = `${unique("shop")}.myshopify.com`;
    await new Shops(service.redis, service.keys).put(
      { domain, storeKey: `${shop.tenantId}/default` },
      SECRET,
      0,
    );
    const product = (fields: object) => JSON.stringify({ id: 4, title: "Hat", ...fields });
    const webhook = (raw: string, headers: Record<string, string> = {}) =>
      sendWebhook(service, "products/update", raw, { "X-Shopify-Shop-Domain": domain, ...headers });
    const used = { "X-Shopify-Webhook-Id": unique("webhook") };
    const once = { "X-Shopify-Webhook-Id": unique("webhook") };
    const answers = [
      await webhook(product({}), used),
      await webhook("{}"),
      await webhook(product({}), { "X-Shopify-Hmac-SHA256": "" }),
      await webhook(product({ title: "x".repeat(2 ** 20) })),
      await webhook(product({}), { "Content-Type": "text/plain" }),
      await webhook(product({}), { "Content-Encoding": "gzip" }),
      await webhook(product({ title: "Cap" }), used),
      ...(await Promise.all(Array.from({ length: 10 }, () => webhook(product({}), once)))),
    ];
    const statuses = new Set(answers.map(({ status }) => status));
    assert.deepEqual([...statuses].sort(), [200, 400, 401, 409, 413, 415, 422]);
    const { operation } = operations().find(
      (each) => each.operation.operationId === "takeShopifyWebhook",
    ) ?? { operation: undefined };
    for (const answer of answers) checkDocumented(operation, answer);
  });
});
