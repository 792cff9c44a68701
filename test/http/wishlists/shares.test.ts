import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { partitionOfWishlist } from "../../../src/store/ids/ids.ts";
import { tokenHashOf } from "../../../src/store/secrets/wishlist-token.ts";
import { atEnd } from "../../support/redis.ts";
import {
  type Caller,
  CS,
  type Json,
  send,
  type SendOptions,
  type Service,
  startService,
  unique,
  WS,
} from "../../support/service.ts";
import { until } from "../../support/until.ts";

/** Time until all processes know that a tenant is suspended. */
const SOON_MS = 30_000;
const suite = atEnd();
let service: Service;
let shop: Caller;
before(async () => {
  service = await startService(suite, { SHARED_RATE_LIMIT: "off" });
  shop = await service.newCaller();
});

const sharesPath = (list: Json) => `${WS}/wishlists/${list.id}/shares`;
const shared = (token: string, query = "", options?: SendOptions) =>
  send(service.baseUrl, "GET", `${WS}/shared/${token}${query}`, undefined, options);
const page = (token: string, query = "", options?: SendOptions) =>
  send(service.baseUrl, "GET", `/s/${token}${query}`, undefined, options);

async function share(list: Json, body: object = {}, caller: Caller = shop): Promise<Json> {
  const { status, body: made, text } = await caller.post(sharesPath(list), body);
  assert.equal(status, 201, text);
  return made;
}

/** A refusal without the parts that differ between requests. */
const words = ({ body }: { body: Json }) => JSON.stringify({ ...body, instance: "", requestId: "" });

/** The stored links of a wishlist. */
const storedKey = ({ id }: Json) => service.keys.wishlist(partitionOfWishlist(id) ?? -1, id);
const stored = (list: Json) => service.redis.hget(storedKey(list), "s");

describe("a share", () => {
  it("shows its token once, and is listed and stored without it", async () => {
    const list = await shop.newWishlist();
    const made = await share(list, { displayName: "Ada", expires: "2100-01-01T01:00:00+01:00" });
    assert.equal(made.url, `http://wishlist.test/s/${made.token}`);
    assert.equal(made.expires, "2100-01-01T00:00:00.000Z");
    const { token, url: _, ...view } = made;
    const { body, text } = await shop.get(sharesPath(list));
    assert.deepEqual(body, { shares: [view] });
    const secret = token.split(".")[1];
    assert.ok(!text.includes(secret));
    const text2 = (await stored(list)) ?? "";
    assert.ok(text2.includes(tokenHashOf(token)) && !text2.includes(secret));
  });

  it("needs no body, and an empty one may come in chunks", async () => {
    const path = sharesPath(await shop.newWishlist());
    const { status, body } = await shop.post(path);
    assert.equal(status, 201);
    assert.deepEqual(Object.keys(body).sort(), ["createdTime", "id", "token", "url"]);
    const inChunks = (raw: string, type?: string) =>
      shop.post(path, {}, { raw, headers: { "Content-Type": type, "Transfer-Encoding": "chunked" } });
    for (const type of ["application/json", undefined]) assert.equal((await inChunks("", type)).status, 201);
    assert.equal((await inChunks("{}")).status, 415);
    assert.equal((await shop.post(path, {}, { headers: { "Content-Type": "text/plain" } })).status, 415);
  });

  it("is created once for an Idempotency-Key, with the same token in both answers", async () => {
    const list = await shop.newWishlist();
    const options = { headers: { "Idempotency-Key": unique("k") } };
    const [one, two] = [
      await shop.post(sharesPath(list), {}, options),
      await shop.post(sharesPath(list), {}, options),
    ];
    assert.deepEqual([two.status, two.text], [201, one.text]);
    assert.equal((await shop.get(sharesPath(list))).body.shares.length, 1);
    // Without a key each request creates a link of its own.
    const tokens = [one.body, await share(list), await share(list)].map(({ token }) => token);
    assert.equal(new Set(tokens).size, 3);
  });

  it("is refused with the name of the invalid field", async () => {
    const list = await shop.newWishlist();
    for (const [body, path] of [
      [{ expires: "2020-01-01T00:00:00Z" }, "/expires"],
      [{ expires: "tomorrow" }, "/expires"],
      [{ displayName: "a\u202eb" }, "/displayName"],
      [{ displayName: " " }, "/displayName"],
    ] as const) {
      const answer = await shop.post(sharesPath(list), body);
      assert.deepEqual([answer.status, answer.body.errors[0].path], [400, path]);
    }
    for (const group of [{ sharing: { displayName: "\u00a0" } }, { mail: { shopName: " " } }])
      assert.equal((await shop.put(`${WS}/settings`, group)).status, 400);
    assert.equal((await shop.post(sharesPath({ id: "none" }), {})).status, 404);
    assert.equal((await shop.delete(`${sharesPath(list)}/none`)).status, 404);
  });

  it("belongs to its tenant: other tenants cannot create, list or revoke it", async () => {
    const list = await shop.newWishlist();
    const { id, token } = await share(list);
    const other = await service.newCaller();
    const answers = [
      await other.post(sharesPath(list), {}),
      await other.get(sharesPath(list)),
      await other.delete(`${sharesPath(list)}/${id}`),
    ];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [404, 404, 404],
    );
    assert.equal((await shared(token)).status, 200);
  });
});

describe("a shared wishlist", () => {
  it("has no personal data except the display name, if one was given", async () => {
    const email = `${unique("ada")}@shop.example`;
    const customer = await shop.newCustomer({ email, first_name: "Ada", last_name: "Lovelace" });
    const list = await shop.newWishlist({
      customerRef: customer.id,
      name: "Birthday",
      isPrivate: true,
      wishlistRef: unique("secret"),
      description: "a secret of the shopper",
      attributeGroups: { secret: { attributes: { secret: "secret" } } },
    });
    const item = await shop.newItem(list.id, {
      wishlistItemRef: unique("secret"),
      note: "a secret of the shopper",
      staffRef: unique("secret"),
      locationRef: unique("secret"),
      quantity: 3,
      priority: 2,
      attributeGroups: { secret: { attributes: { secret: "secret" } } },
    });
    const { token } = await share(list, { displayName: "Mum" });
    const { status, body, text, headers } = await shared(token);
    assert.equal(status, 200);
    const { id, product } = item;
    assert.deepEqual(body, {
      name: "Birthday",
      displayName: "Mum",
      wishlistItems: [{ id, product, purchased: false, quantity: 3, priority: 2 }],
      itemCount: 1,
      lastEvaluatedItemId: id,
    });
    const { text: shown, headers: ofPage } = await page(token);
    for (const one of [text, shown])
      for (const hidden of ["secret", email, "Lovelace", "Ada", customer.id, customer.svc_customer_id])
        assert.ok(!one.includes(hidden), hidden);
    const missing = await page(`${list.id}.${"A".repeat(43)}`);
    assert.equal(missing.status, 404);
    assert.ok(missing.text.includes('name="robots" content="noindex"'));
    for (const each of [headers, ofPage, missing.headers]) {
      assert.match(String(each["x-robots-tag"]), /noindex/);
      assert.equal(each["referrer-policy"], "no-referrer");
    }
  });

  it("has pages, and is 304 while it shows the same", async () => {
    const list = await shop.newWishlist();
    const items = [await shop.newItem(list.id), await shop.newItem(list.id)];
    const { token } = await share(list);
    const first = await shared(token, "?pageSize=1");
    assert.equal(first.body.wishlistItems[0].id, items[0].id);
    const next = await shared(token, `?pageSize=1&lastItemId=${first.body.lastEvaluatedItemId}`);
    assert.equal(next.body.wishlistItems[0].id, items[1].id);
    assert.equal((await shared(token, "?pageSize=none")).status, 400);
    for (const read of [shared, page]) {
      const { etag = "" } = (await read(token)).headers;
      const known = { headers: { "If-None-Match": etag } };
      assert.equal((await read(token, "", known)).status, 304);
      await shop.newItem(list.id);
      assert.equal((await read(token, "", known)).status, 200);
    }
  });

  it("is answered 404 with the same text for a link that is unknown, revoked or expired, or whose wishlist or customer is deleted", async () => {
    const customer = await shop.newCustomer();
    const [revoked, over, changed, deleted, left] = await Promise.all(
      [{}, {}, {}, {}, { customerRef: customer.id }].map((fields) => shop.newWishlist(fields)),
    );
    const links = await Promise.all([revoked, over, changed, deleted, left].map((list) => share(list)));
    const tokens = links.map(({ token }) => token as string);
    for (const token of tokens) assert.equal((await shared(token)).status, 200);
    assert.equal((await shop.delete(`${sharesPath(revoked)}/${links[0].id}`)).status, 204);
    const ended = JSON.parse((await stored(over)) ?? "[]").map((each: Json) => ({
      ...each,
      expires: "2020-01-01T00:00:00.000Z",
    }));
    await service.redis.hset(storedKey(over), "s", JSON.stringify(ended));
    tokens[2] = `${changed.id}.${"A".repeat(43)}`;
    assert.equal((await shop.delete(`${WS}/wishlists?id=${deleted.id}`)).status, 204);
    assert.equal((await shop.delete(`${CS}/customers/${customer.id}`)).status, 204);
    tokens.push("none", "w.x", `${unique("w")}.${"A".repeat(43)}`);
    const [answers, pages] = [
      await Promise.all(tokens.map((token) => shared(token))),
      await Promise.all(tokens.map((token) => page(token))),
    ];
    assert.deepEqual(new Set([...answers, ...pages].map(({ status }) => status)), new Set([404]));
    assert.equal(new Set(answers.map(words)).size, 1);
    assert.equal(new Set(pages.map(({ text }) => text)).size, 1);
    assert.deepEqual(await Promise.all([deleted, left].map((list) => stored(list))), [null, null]);
    assert.deepEqual((await shop.get(sharesPath(over))).body, { shares: [] });
  });

  it("is exported with its customer's data, and deleted when that is erased", async () => {
    const customer = await shop.newCustomer();
    const list = await shop.newWishlist({ customerRef: customer.id });
    const { id, token } = await share(list, { displayName: "Ada" });
    const person = { customerRef: customer.id };
    const { body } = await shop.post(`${WS}/privacy/export`, person);
    const [exported] = body.data.shares;
    assert.deepEqual([exported.wishlistId, exported.id, exported.displayName], [list.id, id, "Ada"]);
    assert.ok(!JSON.stringify(exported).includes("hash"));
    const erased = await shop.post(`${WS}/privacy/erase`, person);
    assert.equal(erased.body.erased.shares, 1);
    assert.equal((await shared(token)).status, 404);
    assert.equal(await stored(list), null);
  });

  it("is not shown while its tenant is suspended", async () => {
    const caller = await service.newCaller();
    const { token } = await share(await caller.newWishlist(), {}, caller);
    await service.tenants.setState(caller.tenantId, "suspended");
    await until("the link is 404", async () => (await shared(token)).status === 404, SOON_MS);
  });
});

describe("the page of a shared wishlist", () => {
  it("shows the shop and its colours, catalogue data, and which items are bought", async () => {
    const caller = await service.newCaller();
    const { status } = await caller.put(`${WS}/settings`, {
      mail: { shopUrl: "https://shop.example", language: "de" },
      sharing: { displayName: "Tents & more", color: "#ffcc00", darkColor: "#003366" },
    });
    assert.equal(status, 200);
    const variants = [{ variantRef: "t2", title: "2 persons", price: "349.00", currency: "EUR" }];
    const tent = {
      productRef: "tent",
      title: "Tent <b>",
      handle: "tent",
      imageUrl: "https://cdn.example/t.jpg",
    };
    assert.equal((await caller.post(`${WS}/products`, { ...tent, variants })).status, 202);
    const list = await caller.newWishlist({ name: "Summer" });
    const product = { productRef: "tent", selectedVariantRef: "t2" };
    await caller.newItem(list.id, { product, quantity: 2 });
    await caller.newItem(list.id, { product: { productRef: "stove", selectedVariantRef: "s" } });
    const { token, url } = await share(list, { displayName: "Ada" }, caller);
    const { text, headers } = await page(token);
    for (const shown of [
      "<title>Summer</title>",
      "Tents &amp; more",
      "--brand: #ffcc00; --on-brand: #000",
      "--brand: #003366; --on-brand: #fff",
      "Tent &lt;b&gt;",
      "349,00",
      "Gewünscht: 2",
      "Geteilt von Ada",
      'href="https://shop.example/products/tent"',
      'src="https://cdn.example/t.jpg"',
      "stove",
      'property="og:title" content="Summer"',
      'property="og:site_name" content="Tents &amp; more"',
      'property="og:description" content="Geteilt von Ada"',
      `property="og:url" content="${url}"`,
      'property="og:image" content="https://cdn.example/t.jpg"',
      'name="robots" content="noindex"',
    ])
      assert.ok(text.includes(shown), `${shown} in ${text}`);
    assert.match(headers["content-type"] ?? "", /^text\/html/);
    const policy = String(headers["content-security-policy"]);
    assert.match(policy, /default-src 'none'.*style-src 'sha256-/);
    assert.ok(!policy.includes("unsafe") && !policy.includes("script"));
  });

  it("has links from page to page to the end", async () => {
    const list = await shop.newWishlist();
    const ids: string[] = [];
    for (let i = 0; i < 30; i++) ids.push((await shop.newItem(list.id)).product.productRef);
    const { token } = await share(list);
    const first = await page(token);
    const query = /\?lastItemId=[^"]+/.exec(first.text)?.[0] ?? "";
    const second = await page(token, query);
    const shownIn = ({ text }: { text: string }) => ids.filter((id) => text.includes(`<h2>${id}</h2>`));
    assert.deepEqual([...shownIn(first), ...shownIn(second)], ids);
    assert.ok(!second.text.includes("lastItemId"));
  });
});
