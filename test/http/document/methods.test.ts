import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { CS, send, type Service, WS } from "../../support/service.ts";
import { sharedService } from "../../support/shared-service.ts";

/** Paths that the API document does not have, each with its methods. */
const OTHERS: Readonly<Record<string, string>> = {
  "/": "GET",
  "/docs": "GET",
  "/docs/search": "GET",
  "/docs/reference": "GET",
  "/docs/api": "GET",
  "/docs/assets/site.css": "GET",
  "/portal": "GET",
  "/portal/customers/c-1": "GET",
  "/portal/apis": "GET",
  "/portal/assets/main.css": "GET",
  "/portal/api/sign-in": "POST",
  "/portal/api/sign-out": "POST",
  "/portal/api/session": "GET",
  "/portal/api/token": "POST",
  "/portal/api/password": "POST",
  "/portal/api/people": "GET POST",
  "/portal/api/people/p-1": "PUT DELETE",
  "/portal/api/people/p-1/reset-password": "POST",
};

const METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"];

/** A path with parameters in braces, and its methods. */
interface Known {
  path: string;
  methods: string[];
}

let service: Service;
let known: Known[];
before(async () => {
  service = await sharedService();
  const { body } = await send(service.baseUrl, "GET", "/openapi.json");
  const documented = Object.entries<object>(body.paths).map(([path, operations]) => ({
    path,
    methods: Object.keys(operations).map((method) => method.toUpperCase()),
  }));
  const others = Object.entries(OTHERS).map(([path, methods]) => ({ path, methods: methods.split(" ") }));
  known = [...documented, ...others];
});

const escaped = (text: string) => text.replaceAll(/[.+]/g, "\\$&");
const patternOf = ({ path }: Known) => new RegExp(`^${escaped(path).replaceAll(/\{\w+\}/g, "[^/]+")}$`);

/** Paths that end with an id of the service, which is no word that other paths have in its place. */
const WITH_SERVICE_ID = [`${WS}/wishlists/{id}`, `${WS}/wishlist/items/{id}`, `${WS}/feeds/{feedId}`];

/** Returns what `Allow` must have for a path, which may match the patterns of several known paths. */
function allowedAt(path: string): Set<string> {
  const matching = known.filter((each) => patternOf(each).test(path));
  const others = matching.filter((each) => !WITH_SERVICE_ID.includes(each.path));
  const methods = (others.length > 0 ? others : matching).flatMap((each) => each.methods);
  return new Set([...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"]);
}

const ask = async (method: string, path: string) => {
  const { status, headers, body } = await send(service.baseUrl, method, path);
  return { status, allow: new Set(headers.allow?.split(", ")), code: body?.code };
};

describe("a method that a known path does not have", () => {
  it("is answered 405 with Allow, and OPTIONS with the same methods", async () => {
    for (const path of known.map((each) => each.path.replaceAll(/\{\w+\}/g, "x-1"))) {
      const allow = allowedAt(path);
      assert.deepEqual(await ask("OPTIONS", path), { status: 204, allow, code: undefined }, path);
      for (const method of METHODS.filter((each) => !allow.has(each))) {
        const { status, allow: allowed, code } = await ask(method, path);
        const expected = [405, allow, method === "HEAD" ? undefined : "MethodNotAllowed"];
        assert.deepEqual([status, allowed, code], expected, `${method} ${path}`);
      }
    }
  });
});

describe("a path with a word in the place of an id of the service", () => {
  it("has no method of the path with the id", async () => {
    for (const [method, path, allow] of [
      ["DELETE", `${WS}/wishlists/lookup`, ["GET", "HEAD", "OPTIONS"]],
      ["GET", `${WS}/wishlists/claim`, ["POST", "OPTIONS"]],
      ["GET", `${WS}/wishlist/items/move/`, ["POST", "OPTIONS"]],
      ["GET", `${WS}/wishlists/ref=x`, ["PUT", "OPTIONS"]],
      ["GET", `${WS}/feeds/orders`, ["POST", "OPTIONS"]],
    ] as const)
      assert.deepEqual(await ask(method, path), {
        status: 405,
        allow: new Set(allow),
        code: "MethodNotAllowed",
      });
  });
});

describe("a path with a word in the place of a reference", () => {
  it("also has the methods of the path with the reference, which may be this word", async () => {
    const shop = await service.newCaller();
    assert.equal((await shop.post(`${CS}/customers`, { id: "lookup" })).status, 201);
    assert.equal((await shop.get(`${CS}/customers/lookup`)).body.id, "lookup");
    assert.equal((await shop.delete(`${CS}/customers/lookup`)).status, 204);
  });

  it("finds the reference also where the next word is in the place of an id", async () => {
    const shop = await service.newCaller();
    const { id } = await shop.newWishlist({ wishlistRef: "customer" });
    const { status, body } = await shop.get(`${WS}/wishlists/customer/byref`);
    assert.deepEqual([status, body.id], [200, id]);
  });
});

describe("any method of an unknown path", () => {
  it("is answered 404 without Allow", async () => {
    for (const path of [
      "/nothing",
      "/docs/a/b",
      "/portal/api",
      "/portal/api/nothing",
      "/portal/api/people/p-1/x",
    ])
      for (const method of METHODS) {
        const { status, allow } = await ask(method, path);
        assert.deepEqual([status, allow.size], [404, 0], `${method} ${path}`);
      }
  });
});
