import assert from "node:assert/strict";
import { describe, it } from "node:test";
import Koa from "koa";
import { pino } from "pino";
import { Admission } from "../../../src/http/overload/admission.ts";
import { ClaimedTenants } from "../../../src/http/overload/claimed-tenants.ts";
import { earlyRefusal } from "../../../src/http/server/early-refusal.ts";
import { close, listen, portOf, serve } from "../../../src/http/server/server.ts";

const TENANT = "acme";
const TIMEOUT_MS = 10_000;

describe("a process without capacity for more requests", () => {
  it("refuses requests to the API at once, and passes all others to the application", async (t) => {
    const app = new Koa();
    app.use((ctx) => {
      ctx.body = "application";
    });
    const counted: number[] = [];
    let isDraining = false;
    const [full, free] = [0, 1].map((maxRunning) => new Admission({ maxRunning, timeoutMs: TIMEOUT_MS }));
    assert.ok(full && free);
    const server = await listen(app, { host: "127.0.0.1", port: 0 });
    t.after(() => close(server, 0, pino({ level: "silent" })));
    const admissions = { writes: full, reads: free };
    serve(
      server,
      app,
      earlyRefusal({
        admissions,
        tenantOf: () => TENANT,
        claimedTenants: { of: () => undefined },
        onRequest: ({ status }) => counted.push(status),
        isDraining: () => isDraining,
      }),
    );
    const send = (path: string, method: string, headers: Record<string, string> = {}) =>
      fetch(`http://127.0.0.1:${portOf(server)}${path}`, {
        method,
        headers,
        ...(method === "GET" || method === "HEAD" ? {} : { body: "{}" }),
      });
    const API = "/services/wsservice/api/wishlists";
    const json = { "content-type": "application/json" };
    const refused = await send(`${API}?id=1`, "PUT", { ...json, "x-request-id": "sent-1" });
    assert.equal(refused.status, 503);
    assert.equal(refused.headers.get("x-request-id"), "sent-1");
    assert.match(refused.headers.get("retry-after") ?? "", /^[1-5]$/);
    const body = (await refused.json()) as Record<string, unknown>;
    assert.deepEqual(
      [body["code"], body["instance"], body["requestId"]],
      ["Unavailable", API, refused.headers.get("x-request-id")],
    );
    assert.deepEqual([counted, refused.headers.get("connection")], [[503], "keep-alive"]);
    isDraining = true;
    assert.equal((await send(API, "PUT", json)).headers.get("connection"), "close");
    isDraining = false;
    const others: [string, string, Record<string, string>?][] = [
      [API, "GET"],
      ["/health/ready", "GET"],
      ["/auth/realms/demo/protocol/openid-connect/token", "POST", json],
      [API, "PUT", { ...json, origin: "https://shop.example" }],
      ["/services/wsservice/api/feeds/stock-levels", "POST", { "content-type": "text/csv" }],
    ];
    const head = await send(API, "HEAD");
    assert.deepEqual([head.status, head.headers.get("retry-after")], [200, null]);
    for (const [path, method, headers] of others)
      assert.equal(await (await send(path, method, headers)).text(), "application", `${method} ${path}`);
  });
});

describe("the tenant that a request without a token claims to concern", () => {
  it("is known by the domain of a shop and by the link of a wishlist, once they have led to a tenant", () => {
    const claimed = new ClaimedTenants();
    claimed.addShop("Shop.example", "one");
    claimed.addLink("abc", "two");
    const of = (url: string, domain?: string) =>
      claimed.of({ url, headers: domain === undefined ? {} : { "x-shopify-shop-domain": domain } });
    const WEBHOOKS = "/services/wsservice/api/shopify/webhooks";
    assert.deepEqual(
      [
        of(WEBHOOKS, "SHOP.example"),
        of("/api/shared/abc?pageSize=2"),
        of(WEBHOOKS, "other.example"),
        of(WEBHOOKS),
        of("/api/shared/abcd"),
        of("/api/wishlists", "shop.example"),
      ],
      ["one", "two", undefined, undefined, undefined, undefined],
    );
  });
});
