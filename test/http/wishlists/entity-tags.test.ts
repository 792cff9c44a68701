import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { type Caller, CS, type Json, type Service, unique, WS } from "../../support/service.ts";
import { sharedService } from "../../support/shared-service.ts";

let service: Service;
let shop: Caller;
before(async () => {
  service = await sharedService();
  shop = await service.newCaller();
});

const ITEMS = `${WS}/wishlist/items`;

describe("entity tags", () => {
  it("come with reads and writes of wishlists and customers, and change with every change", async () => {
    const list = await shop.newWishlist();
    const read = async () => (await shop.get(`${WS}/wishlists?id=${list.id}`)).headers.etag;
    const seen = new Set([await read()]);
    const note = async (answer: Promise<{ headers: Json }>) => {
      const { etag } = (await answer).headers;
      assert.equal(await read(), etag);
      assert.ok(!seen.has(etag), "the tag is new");
      seen.add(etag);
    };
    const product = { productRef: "p", selectedVariantRef: "v" };
    const item = await shop.post(ITEMS, { wishlistId: list.id, product });
    await note(Promise.resolve(item));
    await note(shop.put(`${WS}/wishlists`, { id: list.id, name: "x" }));
    await note(shop.put(`${ITEMS}/id=${item.body.id}`, { notifyMe: true }));
    await note(
      shop.post(`${WS}/wishlist/add-items`, {
        wishlistId: list.id,
        itemRef: [{ productRef: "p", selectedVariantRef: "w" }],
      }),
    );
    await note(shop.delete(`${ITEMS}/${item.body.id}`));
    for (const path of [`${ITEMS}?id=${list.id}`])
      assert.equal((await shop.get(path)).headers.etag, await read());

    const made = await shop.post(`${CS}/customers`, { id: unique("c") });
    const found = await shop.get(`${CS}/customers/${made.body.id}`);
    assert.equal(found.headers.etag, made.headers.etag);
    const changed = await shop.put(`${CS}/customers`, { id: made.body.id, note: "x" });
    assert.notEqual(changed.headers.etag, made.headers.etag);
  });

  it("allow the deletion of a large wishlist that needs several steps", async () => {
    const list = await shop.newWishlist();
    for (let rows = 0; rows < 2500; rows += 500) {
      const itemRef = Array.from({ length: 500 }, (_, i) => ({
        ...{ productRef: "p", selectedVariantRef: `${rows + i}`, note: "for Ann" },
      }));
      await shop.post(`${WS}/wishlist/add-items`, { wishlistId: list.id, itemRef });
    }
    const { etag } = (await shop.get(`${WS}/wishlists?id=${list.id}`)).headers;
    const remove = (tag: string) =>
      shop.delete(`${WS}/wishlists?id=${list.id}`, { headers: { "if-match": tag } });
    assert.equal((await remove('"other"')).status, 412);
    assert.equal((await remove(String(etag))).status, 204);
    assert.equal((await shop.get(`${WS}/wishlists?id=${list.id}`)).status, 404);
  });

  it("do not change if a repeated wish changes nothing", async () => {
    const list = await shop.newWishlist();
    const wish = {
      wishlistId: list.id,
      product: { productRef: "p", selectedVariantRef: "v" },
      notifyMe: true,
    };
    const first = await shop.post(ITEMS, wish);
    assert.equal((await shop.post(ITEMS, wish)).headers.etag, first.headers.etag);
  });

  it("are refused by a write that does not compare tags, which then changes nothing", async () => {
    const priceDrop = async () => (await shop.get(`${WS}/settings`)).body.alerts.priceDrop;
    const before = await priceDrop();
    const change = { alerts: { priceDrop: !before } };
    const refused = await shop.put(`${WS}/settings`, change, { headers: { "If-Match": '"x"' } });
    assert.deepEqual([refused.status, refused.body.code], [400, "InvalidParameter"], refused.text);
    assert.equal(refused.body.errors[0].path, "If-Match");
    assert.equal(await priceDrop(), before);
    assert.equal((await shop.put(`${WS}/settings`, change)).status, 200);
  });

  it("are refused in If-None-Match by every write, which then changes nothing", async () => {
    const list = await shop.newWishlist();
    const { etag = "" } = (await shop.get(`${WS}/wishlists?id=${list.id}`)).headers;
    const product = { productRef: "p", selectedVariantRef: unique("v") };
    const writes: [string, string, Json][] = [
      ["PUT", `${WS}/wishlists`, { id: list.id, name: "x" }],
      ["POST", `${WS}/wishlists`, { customerRef: list.customerRef, name: "x" }],
      ["POST", ITEMS, { wishlistId: list.id, product }],
      ["DELETE", `${WS}/wishlists?id=${list.id}`, undefined],
      ["DELETE", `${WS}/wishlists/customer?customerRef=${list.customerRef}`, undefined],
    ];
    for (const [method, path, body] of writes)
      for (const tags of ["*", etag, '"other"']) {
        const refused = await shop.send(method, path, body, { headers: { "If-None-Match": tags } });
        assert.deepEqual([refused.status, refused.body.code], [400, "InvalidParameter"], `${method} ${path}`);
        assert.equal(refused.body.errors[0].path, "If-None-Match");
      }
    const { body } = await shop.get(`${WS}/wishlists/lookup?customerRef=${list.customerRef}`);
    assert.equal(body.wishlistCount, 1);
    assert.equal((await shop.get(`${WS}/wishlists?id=${list.id}`)).headers.etag, etag);
  });

  it("make a change with an old tag 412, and allow one with the current tag", async () => {
    const list = await shop.newWishlist();
    const item = await shop.newItem(list.id);
    const customer = await shop.newCustomer();
    const tags = async () => ({
      list: (await shop.get(`${WS}/wishlists?id=${list.id}`)).headers.etag ?? "",
      customer: (await shop.get(`${CS}/customers/${customer.id}`)).headers.etag ?? "",
    });
    const product = () => ({ productRef: "p", selectedVariantRef: unique("v") });
    const writes: [string, string, () => Json, "list" | "customer"][] = [
      ["PUT", `${WS}/wishlists`, () => ({ id: list.id, name: unique("n") }), "list"],
      ["POST", ITEMS, () => ({ wishlistId: list.id, product: product() }), "list"],
      ["POST", `${WS}/wishlist/add-items`, () => ({ wishlistId: list.id, itemRef: [product()] }), "list"],
      ["PUT", `${ITEMS}/id=${item.id}`, () => ({ notifyMe: true }), "list"],
      ["DELETE", `${ITEMS}/${item.id}`, () => undefined, "list"],
      ["DELETE", `${WS}/wishlists?id=${list.id}`, () => undefined, "list"],
      ["PUT", `${CS}/customers`, () => ({ id: customer.id, note: unique("n") }), "customer"],
      ["DELETE", `${CS}/customers/${customer.id}`, () => undefined, "customer"],
    ];
    for (const [method, path, body, whose] of writes) {
      const { [whose]: tag } = await tags();
      const stale = { headers: { "If-Match": '"older", W/"weak"' } };
      const refused = await shop.send(method, path, body(), stale);
      assert.equal(refused.status, 412, `${method} ${path}`);
      assert.equal(refused.body.code, "PreconditionFailed");
      assert.equal((await tags())[whose], tag, "nothing has changed");
      const fresh = await shop.send(method, path, body(), {
        headers: { "If-Match": `"old,er", W/"a,b", ${tag}` },
      });
      assert.ok(fresh.status < 300, `${method} ${path}: ${fresh.status} ${fresh.text}`);
    }
  });

  it("never match if they are weak, and always match if the request accepts any", async () => {
    const list = await shop.newWishlist();
    const { etag = "" } = (await shop.get(`${WS}/wishlists?id=${list.id}`)).headers;
    const put = (tag: string) =>
      shop.put(`${WS}/wishlists`, { id: list.id, name: "x" }, { headers: { "If-Match": tag } });
    assert.equal((await put(`W/${etag}`)).status, 412);
    assert.equal((await put("*")).status, 200);
    for (const none of ["no quotes", "", ",", `x ${etag}`]) assert.equal((await put(none)).status, 400, none);
  });

  it("give 304 without a body, and with the caching headers of the answer, for a read of unchanged data", async () => {
    const list = await shop.newWishlist();
    const item = await shop.newItem(list.id);
    const customer = await shop.newCustomer();
    const paths = [
      `${WS}/wishlists?id=${list.id}`,
      `${ITEMS}?id=${list.id}`,
      `${ITEMS}/${item.id}`,
      `${CS}/customers/${customer.id}`,
    ];
    for (const path of paths) {
      const { headers: full } = await shop.get(path);
      const { etag = "" } = full;
      for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, `"x,y" ,${etag},`, "*"]) {
        const { status, text, headers } = await shop.get(path, { headers: { "If-None-Match": tag } });
        assert.equal(status, 304, path);
        assert.equal(text, "");
        assert.equal(headers.etag, etag);
        assert.equal(headers["cache-control"], full["cache-control"]);
        assert.equal(headers["content-type"], undefined);
      }
      assert.equal((await shop.get(path, { headers: { "If-None-Match": '"other"' } })).status, 200);
    }
  });

  it("let exactly one of many changes to the same version succeed", async () => {
    const list = await shop.newWishlist();
    const { etag = "" } = (await shop.get(`${WS}/wishlists?id=${list.id}`)).headers;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        shop.put(`${WS}/wishlists`, { id: list.id, name: `n${i}` }, { headers: { "If-Match": etag } }),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [200, ...Array<number>(19).fill(412)]);
  });
});
