import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import fc from "fast-check";
import { addDocument } from "../../support/document/document-validators.ts";
import { type Names, resolved, valuesOf } from "../../support/document/random-values.ts";
import { undocumentedIn } from "../../support/document/undocumented.ts";
import { type Answer, type Caller, type Json, type Service, unique, WS } from "../../support/service.ts";
import { sharedService } from "../../support/shared-service.ts";

const RUNS = Number(process.env["RUNS"] ?? 40);
const REQUESTS = 15;
/** The same requests in each run of the tests. Other seeds find other faults. */
const SEED = Number(process.env["SEED"] ?? 7);
/** Operations whose requests are refused after a few attempts, or that would end the caller's own access. */
const LEFT_OUT = new Set(["issueToken", "deleteClient", "rotateClientSecret", "updateClient"]);

interface Operation {
  method: string;
  path: string;
  operation: Json;
  parameters: Json[];
}

interface RandomRequest {
  operation: Operation;
  path: string;
  headers: Record<string, string>;
  type: string | undefined;
  body: unknown;
}

let service: Service;
let shop: Caller;
let document: Json;
before(async () => {
  service = await sharedService();
  shop = await service.newCaller();
  ({ body: document } = await shop.get("/openapi.json"));
  addDocument(document);
});

/** Creates records of each kind. Returns their names by the fields that may hold them. */
async function createRecords(): Promise<Names> {
  const email = `${unique("c")}@shop.invalid`;
  const customer = await shop.newCustomer({ email });
  const list = await shop.newWishlist({ customerRef: customer.id, wishlistRef: unique("w") });
  const other = await shop.newWishlist({ customerRef: customer.id, wishlistRef: unique("w") });
  const products = ["p-1", "p-2"].map((productRef) => ({
    productRef,
    title: productRef,
    variants: [{ variantRef: `${productRef}-a`, sku: `${productRef}-s`, available: 1 }],
  }));
  for (const product of products) await shop.post(`${WS}/products`, product);
  const item = await shop.newItem(list.id, {
    wishlistItemRef: unique("i"),
    product: { productRef: "p-1", selectedVariantRef: "p-1-a" },
  });
  const { body: endpoint } = await shop.post(`${WS}/webhook-endpoints`, { url: "https://hooks.invalid/" });
  const { body: job } = await shop.post(`${WS}/exports`, {
    name: "all",
    connector: { type: "file" },
    mode: "changed",
  });
  return {
    id: [customer.id, customer.svc_customer_id, list.id, other.id, item.id, endpoint.id, job.id],
    ref: [list.wishlistRef, item.wishlistItemRef],
    customerId: [customer.svc_customer_id],
    customerRef: [customer.id],
    wishlistId: [list.id, other.id],
    wishlistRef: [list.wishlistRef, other.wishlistRef],
    wishlistItemId: [item.id],
    wishlistItemRef: [item.wishlistItemRef],
    itemId: [item.id],
    productRef: ["p-1", "p-2"],
    variantRef: ["p-1-a", "p-2-a"],
    selectedVariantRef: ["p-1-a", "p-2-a"],
    sku: ["p-1-s", "p-2-s"],
    email: [email],
  };
}

function operations(): Operation[] {
  return Object.entries(document.paths as Record<string, Record<string, Json>>).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { operationId }]) => !LEFT_OUT.has(operationId))
      .map(([method, operation]) => ({
        method,
        path,
        operation,
        parameters: (operation.parameters as Json[]).map((each) => resolved(document, each)),
      })),
  );
}

/** A value as it is written in an address. A path without text would be another path. */
const inAddress = (value: unknown) =>
  encodeURIComponent((typeof value === "string" ? value : JSON.stringify(value)).toWellFormed());
const inPath = (value: unknown) => {
  const text = inAddress(value);
  return ["", ".", ".."].includes(text) ? "x" : text;
};
const inHeader = (value: unknown) =>
  String(value)
    .replace(/[^\x20-\x7e]/g, "")
    .trim() || "x";

function requestsOf(operation: Operation, names: Names): fc.Arbitrary<RandomRequest> {
  const values = { document, names };
  const given = (place: string, isRequired: (parameter: Json) => boolean) => {
    const own = operation.parameters.filter((each) => each.in === place);
    const members = own.map(({ name, schema }) => [name, valuesOf(name, schema ?? {}, values)]);
    const requiredKeys = own.filter(isRequired).map(({ name }) => name as string);
    return fc.record(Object.fromEntries(members) as Record<string, fc.Arbitrary<unknown>>, { requiredKeys });
  };
  const content: Record<string, Json> = resolved(document, operation.operation.requestBody).content ?? {};
  const bodies = Object.entries(content).map(([type, { schema }]) =>
    valuesOf("", schema ?? {}, values).map((body) => ({ type, body })),
  );
  return fc
    .record({
      params: given("path", () => true),
      query: given("query", ({ required }) => required === true),
      headers: given("header", () => false),
      content: bodies.length > 0 ? fc.oneof(...bodies) : fc.constant({ type: undefined, body: undefined }),
    })
    .map(({ params, query, headers, content: { type, body } }) => {
      const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => inPath(params[name]));
      const pairs = Object.entries(query).map(([name, value]) => `${name}=${inAddress(value)}`);
      const sent = Object.entries(headers).filter(([name]) => name !== "X-SVC-Tenant");
      return {
        operation,
        path: pairs.length > 0 ? `${path}?${pairs.join("&")}` : path,
        headers: Object.fromEntries(sent.map(([name, value]) => [name, inHeader(value)])),
        type,
        body,
      };
    });
}

function ask({ operation, path, headers, type, body }: RandomRequest): Promise<Answer<Json>> {
  const method = operation.method.toUpperCase();
  if (type === undefined) return shop.send(method, path, undefined, { headers });
  const raw = type.includes("json") ? JSON.stringify(body) : String(body);
  return shop.send(method, path, undefined, { raw, headers: { ...headers, "Content-Type": type } });
}

describe("an answer to any request", () => {
  it("is one that the document describes, and never an internal error", async () => {
    const names = await createRecords();
    const request = fc.oneof(...operations().map((operation) => requestsOf(operation, names)));
    const seen = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: REQUESTS, maxLength: REQUESTS }), async (requests) => {
        const faults = requests.map(async (each) => {
          const answer = await ask(each);
          seen.set(`${answer.status}`, (seen.get(`${answer.status}`) ?? 0) + 1);
          const { operation } = each.operation;
          const isFailure = answer.status >= 500 && answer.status !== 503;
          const fault = isFailure ? "an internal error" : undocumentedIn(document, operation, answer);
          return fault && `${operation.operationId} ${answer.status}: ${fault}\n${each.path}\n${answer.text}`;
        });
        assert.deepEqual(
          (await Promise.all(faults)).filter((fault) => fault !== undefined),
          [],
        );
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: true },
    );
    // Otherwise the requests would test only the refusals.
    for (const status of ["200", "201", "202", "204", "400", "404"])
      assert.ok(seen.has(status), `no answer had the status ${status}`);
  });
});
