import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { ERASED_DETAIL } from "../../../src/actors/runtime/kept-reply.ts";
import { keysWith } from "../../support/redis.ts";
import { bytesOf } from "../../support/servers/all-servers.ts";
import { type Caller, CS, type Json, type Service, unique, WS } from "../../support/service.ts";
import { sharedService } from "../../support/shared-service.ts";

let service: Service;
let shop: Caller;
before(async () => {
  service = await sharedService();
  shop = await service.newCaller();
});

const ITEMS = `${WS}/wishlist/items`;
const key = (value = unique("key")) => ({ headers: { "Idempotency-Key": value } });
const isReplay = (answer: { headers: Json }) => answer.headers["idempotency-replayed"] === "true";

describe("Idempotency-Key", () => {
  it("answers the same request with the first answer, and changes nothing again", async () => {
    const customer = await shop.newCustomer();
    const list = await shop.newWishlist();
    const item = await shop.newItem(list.id);
    const product = { productRef: "p", selectedVariantRef: unique("v") };
    const requests: [string, string, Json?][] = [
      ["POST", `${CS}/customers`, { id: unique("c") }],
      ["PUT", `${CS}/customers`, { id: customer.id, note: "x" }],
      ["POST", `${WS}/wishlists`, { customerRef: customer.id, name: "list" }],
      ["PUT", `${WS}/wishlists`, { id: list.id, name: "renamed" }],
      ["POST", ITEMS, { wishlistId: list.id, product }],
      [
        "POST",
        `${WS}/wishlist/add-items`,
        { wishlistId: list.id, itemRef: [{ productRef: "p", selectedVariantRef: "x" }] },
      ],
      ["PUT", `${ITEMS}/id=${item.id}`, { notifyMe: true }],
      ["DELETE", `${ITEMS}/${item.id}`],
      [
        "POST",
        `${CS}/upload-customers`,
        { customers: [{ id: unique("c") }, { phone: "1" }, { first_name: "x" }] },
      ],
      ["DELETE", `${WS}/wishlists/customer?customerRef=${list.customerRef}`],
      ["DELETE", `${CS}/customers/${customer.id}`],
    ];
    for (const [method, path, body] of requests) {
      const options = key();
      const first = await shop.send(method, path, body, options);
      const again = await shop.send(method, path, body, options);
      assert.ok(first.status < 300, `${method} ${path}: ${first.status} ${first.text}`);
      assert.equal(again.status, first.status, `${method} ${path}`);
      assert.equal(again.text, first.text);
      assert.equal(again.headers.etag, first.headers.etag);
      assert.ok(!isReplay(first) && isReplay(again), `${method} ${path}`);
    }
  });

  it("stores less than 640 bytes in Redis for a day, of which the answer alone has 400", async () => {
    const { redis, prefix } = service;
    const keysNow = async () =>
      (await keysWith(redis, prefix)).filter((name) => /:(?:answer|kept|idempotency):/.test(name));
    const list = await shop.newWishlist();
    const product = { productRef: "p1234567890", selectedVariantRef: unique("v") };
    const attributeGroups = { gift: { attributes: { note: "For the summer holidays" } } };
    const before = new Set(await keysNow());
    const { text } = await shop.post(ITEMS, { wishlistId: list.id, product, attributeGroups }, key());
    assert.ok(text.length > 400, text);
    const kept = (await keysNow()).filter((name) => !before.has(name));
    const sizes = await bytesOf(redis, kept);
    assert.equal(kept.length, 3, "the claim, the answer, and the index of answers about the wishlist");
    const total = sizes.reduce((sum, size) => sum + size, 0);
    assert.ok(total < 640, `${total}: ${kept.map((name, i) => `${name} ${sizes[i]}`).join(", ")}`);
  });

  it("repeats a refusal too, whether an actor refused it or the request never reached one", async () => {
    const list = await shop.newWishlist();
    await shop.newItem(list.id, { wishlistItemRef: "taken" });
    const product = { productRef: "p", selectedVariantRef: unique("v") };
    const customerRef = unique("c");
    const requests: [string, string, Json, number][] = [
      ["POST", ITEMS, { wishlistId: list.id, product, wishlistItemRef: "taken" }, 405],
      ["POST", `${WS}/wishlists`, { customerRef, name: "list" }, 404],
      ["PUT", `${WS}/wishlists`, { wishlistRef: "none", name: "x" }, 404],
    ];
    for (const [method, path, body, status] of requests) {
      const options = key();
      const first = await shop.send(method, path, body, options);
      if (path.endsWith("/wishlists") && method === "POST") await shop.newCustomer({ id: customerRef });
      const again = await shop.send(method, path, body, options);
      assert.equal(first.status, status);
      assert.equal(again.status, status);
      assert.equal(again.body.code, first.body.code);
      assert.ok(isReplay(again), path);
    }
  });

  it("is answered 422 with another request: another body, path, method, query or precondition", async () => {
    const list = await shop.newWishlist();
    const options = key();
    const body = { id: list.id, name: "one" };
    assert.equal((await shop.put(`${WS}/wishlists`, body, options)).status, 200);
    const others = [
      await shop.put(`${WS}/wishlists`, { ...body, name: "two" }, options),
      await shop.post(`${WS}/wishlists`, { customerRef: list.customerRef, name: "one" }, options),
      await shop.put(`${WS}/wishlists`, body, { headers: { ...options.headers, "If-Match": "*" } }),
      await shop.put(`${WS}/wishlists?x=1`, body, options),
    ];
    for (const { status, body: problem } of others) {
      assert.equal(status, 422);
      assert.equal(problem.code, "IdempotencyKeyReused");
    }
  });

  it("recognises the same request in any notation of its URL", async () => {
    const list = await shop.newWishlist();
    const ref = unique("ä");
    await shop.newItem(list.id, { wishlistItemRef: ref });
    const encoded = encodeURIComponent(ref);
    const lower = encoded.replaceAll(/%../g, (code) => code.toLowerCase());
    const firstEncoded = (id: string) => `%${id.charCodeAt(0).toString(16)}${id.slice(1)}`;
    const customer = await shop.newCustomer();
    const requests: [string, Json, string[]][] = [
      [
        "PUT",
        { notifyMe: true },
        [
          `${ITEMS}/ref=${encoded}?wishlistId=${list.id}&x=1`,
          `${ITEMS}/ref=${encoded}/?wishlistId=${list.id}&x=1`,
          `${ITEMS}/ref%3D${lower}?x=1&wishlistId=${firstEncoded(list.id)}`,
        ],
      ],
      ["PUT", { id: list.id, name: "new" }, [`${WS}/wishlists`, `${WS}/wishlists/`, `${WS}/wishlists?`]],
      ["PUT", { id: customer.id, note: "x" }, [`${CS}/customers`, `${WS}/customers/`]],
      ["DELETE", undefined, [`${ITEMS}/${encoded}/ref`, `${ITEMS}/${lower}/ref/`]],
    ];
    for (const [method, body, paths] of requests) {
      const options = key();
      const answers = [];
      for (const path of paths) answers.push(await shop.send(method, path, body, options));
      for (const [i, answer] of answers.entries()) {
        assert.equal(answer.status, answers[0]?.status, `${method} ${paths[i]}: ${answer.text}`);
        assert.equal(isReplay(answer), i > 0, `${method} ${paths[i]}`);
      }
    }
  });

  it("stores nothing for a request that breaks a rule: the corrected one may use the key", async () => {
    const customer = await shop.newCustomer();
    const options = key();
    const bad = await shop.post(`${WS}/wishlists`, { customerRef: customer.id }, options);
    assert.equal(bad.status, 405);
    const good = await shop.post(`${WS}/wishlists`, { customerRef: customer.id, name: "list" }, options);
    assert.equal(good.status, 201);
  });

  it("belongs to one tenant, store and client", async () => {
    const other = await service.newCaller();
    const second = await service.callerFor(await service.tenants.createClient(shop.tenantId, {}));
    const options = key();
    const id = unique("c");
    const answers = [];
    for (const caller of [shop, other, second]) {
      answers.push(await caller.post(`${CS}/customers`, { id: caller === second ? `${id}x` : id }, options));
    }
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 201, 201],
    );
    assert.ok(answers.every((answer) => !isReplay(answer)));
  });

  it("is answered 400 if it is empty, too long, not printable, or sent twice", async () => {
    const send = (value: string | string[]) =>
      shop.post(`${CS}/customers`, { id: unique("c") }, { headers: { "Idempotency-Key": value } });
    for (const value of ["", "k".repeat(256), "k\u00e4", ["a", "b"]]) {
      const { status, body } = await send(value);
      assert.equal(status, 400, JSON.stringify(value).slice(0, 40));
      assert.deepEqual(
        [body.code, body.errors],
        [
          "InvalidParameter",
          [{ path: "Idempotency-Key", message: "must be one value of 1 to 255 printable ASCII characters" }],
        ],
      );
    }
    assert.equal((await send("k".repeat(255))).status, 201);
  });

  it("answers that the created record was deleted, and creates nothing again", async () => {
    const customer = await shop.newCustomer();
    const options = key();
    const body = { customerRef: customer.id, name: "list" };
    const made = await shop.post(`${WS}/wishlists`, body, options);
    await shop.delete(`${WS}/wishlists?id=${made.body.id}`);
    const again = await shop.post(`${WS}/wishlists`, body, options);
    assert.equal(again.status, 404);
    assert.equal(again.body.detail, ERASED_DETAIL);
    assert.ok(isReplay(again));
    assert.equal((await shop.get(`${WS}/wishlists/lookup?customerRef=${customer.id}`)).status, 404);
  });

  it("answers that the wishlist of a written item was deleted, whatever the first answer was", async () => {
    const wishlist = await shop.newWishlist();
    const [added, refused] = [key(), key()];
    const product = { productRef: "p", selectedVariantRef: "v" };
    const add = () => shop.post(`${WS}/wishlist/items`, { wishlistId: wishlist.id, product }, added);
    const change = (itemId: string) =>
      shop.put(
        `${WS}/wishlist/items/id=${itemId}`,
        { quantity: 2 },
        { headers: { ...refused.headers, "If-Match": '"x"' } },
      );
    const { body } = await add();
    assert.equal((await change(body.id)).status, 412);
    await shop.delete(`${WS}/wishlists?id=${wishlist.id}`);
    for (const again of [await add(), await change(body.id)]) {
      assert.equal(again.status, 404);
      assert.equal(again.body.detail, ERASED_DETAIL);
      assert.ok(isReplay(again));
    }
  });
});
