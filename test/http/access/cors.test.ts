import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { byRef, shopperOf } from "../../support/data/shoppers.ts";
import { atEnd } from "../../support/redis.ts";
import { type Caller, type Service, startService, WS } from "../../support/service.ts";
import { sharedService } from "../../support/shared-service.ts";

const ORIGINS = ["https://shop.example", "https://shop.example:8443"];

/** The last one is sent by the platform's SDK. */
const NEEDED = [
  ...["authorization", "content-type", "if-match", "idempotency-key"],
  ...["x-svc-tenant", "x-twc-tenant"],
];

const suite = atEnd();
let service: Service;
let open: Awaited<ReturnType<Service["newCaller"]>>;
let closed: Caller;
before(async () => {
  service = await sharedService();
  closed = await service.newCaller();
  open = await (await startService(suite, { CORS_ORIGINS: ORIGINS.join(", ") })).newCaller();
});

const from = (origin: string, headers = {}) => ({ headers: { Origin: origin, ...headers } });
const preflight = (caller: Caller, origin: string) =>
  caller.send("OPTIONS", `${WS}/wishlists`, undefined, {
    headers: {
      Authorization: undefined,
      "X-SVC-Tenant": undefined,
      Origin: origin,
      "Access-Control-Request-Method": "PUT",
      "Access-Control-Request-Headers": NEEDED.join(),
    },
  });
const corsOf = ({ headers }: { headers: object }) =>
  Object.keys(headers).filter((name) => name.startsWith("access-control-"));

describe("requests of a browser from another origin", () => {
  it("are refused by default", async () => {
    for (const origin of ORIGINS) {
      assert.deepEqual(corsOf(await preflight(closed, origin)), []);
      assert.deepEqual(corsOf(await closed.get(`${WS}/wishlists?id=x`, from(origin))), []);
    }
  });

  it("are allowed from the configured origins, with the headers that the API needs", async () => {
    for (const origin of ORIGINS) {
      const { status, headers } = await preflight(open, origin);
      assert.equal(status, 204);
      assert.equal(headers["access-control-allow-origin"], origin);
      for (const method of ["GET", "POST", "PUT", "DELETE"])
        assert.match(headers["access-control-allow-methods"] ?? "", new RegExp(`\\b${method}\\b`));
      for (const name of NEEDED)
        assert.match(headers["access-control-allow-headers"] ?? "", new RegExp(name));
      assert.equal(headers["access-control-allow-credentials"], undefined);
      // Without it, browsers ask again after five seconds.
      assert.equal(headers["access-control-max-age"], "600");
    }
  });

  it("can read successful answers, refusals, and the relevant headers", async () => {
    const { id } = await open.newWishlist();
    const [origin = ""] = ORIGINS;
    const answers = [
      await open.get(`${WS}/wishlists?id=${id}`, from(origin)),
      await open.get(`${WS}/wishlists?id=x`, from(origin)),
      await open.get(`${WS}/wishlists?id=x`, from(origin, { Authorization: undefined })),
      await open.get("/nothing", from(origin)),
      await open.post(`${WS}/wishlists`, {}, from(origin)),
      await open.get("/openapi.json", from(origin)),
    ];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 404, 401, 404, 405, 200],
    );
    for (const { status, headers } of answers) {
      assert.equal(headers["access-control-allow-origin"], origin, status.toString());
      assert.match(headers.vary ?? "", /\bOrigin\b/);
      for (const name of [
        "ETag",
        "Location",
        "Retry-After",
        "RateLimit",
        "X-Request-Id",
        "Idempotency-Replayed",
      ])
        assert.match(headers["access-control-expose-headers"] ?? "", new RegExp(`\\b${name}\\b`));
    }
  });

  it("work with a shopper's token, from a configured origin only", async () => {
    const { id, customerRef } = await open.newWishlist();
    const shopper = await shopperOf(open, byRef(customerRef));
    const [origin = ""] = ORIGINS;
    const path = `${WS}/wishlists?id=${id}`;
    const product = { productRef: "p", selectedVariantRef: "v" };
    const item = { wishlistId: id, product };
    const answers = [
      await shopper.get(path, from(origin)),
      await shopper.post(`${WS}/wishlist/items`, item, from(origin)),
      await shopper.get(`${WS}/settings`, from(origin)),
    ];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 403],
    );
    for (const { headers } of answers) assert.equal(headers["access-control-allow-origin"], origin);
    assert.deepEqual(corsOf(await shopper.get(path, from("https://evil.example"))), []);
  });

  it("are refused from any other origin, however similar", async () => {
    for (const origin of [
      "https://evil.example",
      "http://shop.example",
      "https://shop.example.evil.example",
      "https://shop.example:443",
      "https://SHOP.example",
      "null",
      "*",
    ]) {
      assert.deepEqual(corsOf(await preflight(open, origin)), [], origin);
      const answer = await open.get("/openapi.json", from(origin));
      assert.deepEqual(corsOf(answer), [], origin);
      assert.match(answer.headers.vary ?? "", /\bOrigin\b/);
    }
  });
});
