import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { atEnd } from "../../support/redis.ts";
import { type Caller, type Json, send, type Service, startService, WS } from "../../support/service.ts";

const BROWSER = { headers: { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" } };
/** Parameters of mail programs and advertisers, and values of `lastItemId` that no page has in its links. */
const DECORATIONS = [
  "utm_campaign=50%off",
  "utm_source=a&utm_source=b",
  "q=%E4",
  "pageSize=0",
  "lastItemId=a&lastItemId=b",
  "lastItemId=%E4",
  `lastItemId=${"x".repeat(301)}`,
  "__proto__=1",
];

const suite = atEnd();
let service: Service;
let shop: Caller;
before(async () => {
  service = await startService(suite, { SHARED_RATE_LIMIT: "off" });
  shop = await service.newCaller();
});

const get = (path: string) => send(service.baseUrl, "GET", path, undefined, BROWSER);

describe("the page of a shared wishlist", () => {
  it("ignores parameters that other programs add to its link, and begins with the first item", async () => {
    const list = await shop.newWishlist();
    const ids: string[] = [];
    for (let i = 0; i < 25; i++) ids.push((await shop.newItem(list.id)).product.productRef);
    const { token } = (await shop.post(`${WS}/wishlists/${list.id}/shares`, {})).body;
    const plain = await get(`/s/${token}`);
    assert.ok(ids[0] !== undefined && plain.text.includes(`<h2>${ids[0]}</h2>`));
    for (const query of DECORATIONS) {
      const { status, text } = await get(`/s/${token}?${query}`);
      assert.deepEqual([status, text], [200, plain.text], query);
    }
    const next = /lastItemId=[^"]+/.exec(plain.text)?.[0] ?? "";
    for (const query of DECORATIONS.filter((each) => !each.startsWith("lastItemId"))) {
      const { text } = await get(`/s/${token}?${query}&${next}`);
      assert.deepEqual(
        ids.filter((id) => text.includes(`<h2>${id}</h2>`)),
        ids.slice(24),
        query,
      );
    }
  });

  it("has only `lastItemId` as a parameter in the API document", async () => {
    const { body } = await send(service.baseUrl, "GET", "/openapi.json");
    const { parameters } = body.paths["/s/{token}"].get;
    const names = parameters.filter((each: Json) => each.in === "query").map(({ name }: Json) => name);
    assert.deepEqual(names, ["lastItemId"]);
  });
});
