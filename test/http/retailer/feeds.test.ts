import assert from "node:assert/strict";
import { request } from "node:http";
import { before, describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { CSV, ended, feed, lines, NDJSON, upload } from "../../support/data/feeds.ts";
import { atEnd, keysWith } from "../../support/redis.ts";
import { type Caller, CS, type Json, type Service, startService, unique, WS } from "../../support/service.ts";
import { newProduct, wishFor } from "../../support/shop.ts";
import { until } from "../../support/until.ts";

const suite = atEnd();
let service: Service;
let shop: Caller;
before(async () => {
  service = await startService(suite);
  shop = await service.newCaller();
});

const soon = () => new Date(Date.now() + 1000).toISOString();
const order = (more: object = {}) => ({
  orderRef: unique("o"),
  createdTime: soon(),
  lines: [{ lineRef: "1", sku: "s", quantity: 1 }],
  ...more,
});

describe("a feed of newline-delimited JSON", () => {
  it("applies orders, which fulfil wishes, and changes nothing if it is sent again", async () => {
    const product = await newProduct(shop);
    const { customer, item } = await wishFor(shop, product);
    const { productRef, variantRef } = product;
    const wished = { lineRef: "1", productRef, variantRef, quantity: 1 };
    const orders = [
      order({ customerRef: customer.id, lines: [wished] }),
      ...Array.from({ length: 519 }, () => order()),
    ];
    const { status, headers, body } = await upload(shop, "orders", NDJSON, lines(orders));
    assert.equal(status, 202);
    assert.equal(headers.location, `${WS}/feeds/${body.id}`);
    const done = await ended(shop, body.id);
    assert.deepEqual(
      [done.kind, done.status, done.progress, done.counts, done.errors],
      ["orders", "finished", 1, { read: 520, applied: { accepted: 520 }, rejected: 0 }, []],
    );
    await until(
      "it is bought",
      async () => (await shop.get(`${WS}/wishlist/items/${item.id}`)).body.purchased,
    );
    const again = await feed(shop, "orders", NDJSON, lines(orders));
    assert.deepEqual(again.counts, { read: 520, applied: { unchanged: 520 }, rejected: 0 });
  });

  it("applies products, stock levels and customers", async () => {
    const [productRef, variantRef, id] = [unique("p"), unique("v"), unique("c")];
    const products = await feed(
      shop,
      "products",
      NDJSON,
      lines([{ productRef, variants: [{ variantRef }] }]),
    );
    assert.deepEqual(products.counts.applied, { created: 1 });
    const levels = [
      { variantRef, available: 3 },
      { sku: unique("s"), available: 1 },
    ];
    const stock = await feed(shop, "stock-levels", NDJSON, lines(levels));
    assert.deepEqual(stock.counts.applied, { applied: 1, parked: 1 });
    assert.equal((await shop.get(`${WS}/variants/${variantRef}`)).body.available, 3);
    const customers = lines([{ id, first_name: "Ada" }]);
    assert.deepEqual((await feed(shop, "customers", NDJSON, customers)).counts.applied, { created: 1 });
    const { body } = await shop.get(`${CS}/customers/${id}`);
    assert.equal(body.first_name, "Ada");
    assert.deepEqual((await feed(shop, "customers", NDJSON, customers)).counts.applied, { unchanged: 1 });
    assert.deepEqual((await shop.get(`${CS}/customers/${id}`)).body, body);
  });

  it("applies the last row about a record, however many there are", async () => {
    const { variantRef } = await newProduct(shop);
    const sku = unique("s");
    await shop.post(`${WS}/products`, { productRef: unique("p"), variants: [{ variantRef: sku, sku }] });
    const levels = Array.from({ length: 350 }, (_, i) => [
      { variantRef, available: i },
      i % 7 === 0 ? { sku, available: i } : { variantRef: sku, available: i },
    ]);
    await feed(shop, "stock-levels", NDJSON, lines(levels.flat()));
    for (const ref of [variantRef, sku])
      assert.equal((await shop.get(`${WS}/variants/${ref}`)).body.available, 349);
  });

  it("reports each invalid row with its line and the reason, and applies the others", async () => {
    const text = Buffer.concat([
      Buffer.from(`\uFEFF${JSON.stringify(order())}\r\n\n{"orderRef": }\n`),
      Buffer.from(`${JSON.stringify({ ...order(), createdTime: "yesterday" })}\n`),
      Buffer.from([0x22, 0xff, 0xfe, 0x22, 0x0a]),
      Buffer.from(`{"orderRef": "${"x".repeat(1024 * 1024)}"}\n[1]\n${JSON.stringify(order())}\n`),
      Buffer.from('{"orderRef": "a", "orderRef": "b"}'),
    ]);
    const { id, counts, errors } = await feed(shop, "orders", NDJSON, text);
    assert.deepEqual(counts, { read: 8, applied: { accepted: 2 }, rejected: 6 });
    assert.deepEqual(
      errors.map(({ line, code }: Json) => [line, code]),
      [
        [3, "MalformedRequest"],
        [4, "InvalidInput"],
        [5, "MalformedRequest"],
        [6, "MalformedRequest"],
        [7, "InvalidInput"],
        [9, "InvalidInput"],
      ],
    );
    assert.deepEqual(errors[5].errors, [{ path: "/orderRef", message: "is named twice in its object" }]);
    assert.deepEqual(errors[1].errors[0].path, "/createdTime");
    assert.match(errors[2].detail, /UTF-8/);
    assert.match(errors[3].detail, /longer than 1048576 bytes/);
    const pages: Json[] = [];
    for (let after = ""; ;) {
      const { body } = await shop.get(`${WS}/feeds/${id}/errors?limit=2${after}`);
      pages.push(body.errors.map(({ line }: Json) => line));
      if (!body.hasMore) break;
      after = `&after=${body.cursor}`;
    }
    assert.deepEqual(pages, [
      [3, 4],
      [5, 6],
      [7, 9],
    ]);
    assert.equal((await shop.get(`${WS}/feeds/${id}/errors?after=x`)).status, 400);
  });

  it("keeps errors short, however long the names in the rows are", async () => {
    const attributes = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`a${i}`, 1]));
    const row = { id: unique("c"), attribute_groups: { ["x".repeat(900_000)]: { attributes } } };
    const { counts, errors } = await feed(shop, "customers", NDJSON, lines([row]));
    assert.equal(counts.rejected, 1);
    assert.equal(errors[0].errors[0].path, "/attribute_groups");
    assert.ok(JSON.stringify(errors).length < 4096);
    const { status, text } = await shop.post(`${CS}/customers`, row);
    assert.equal(status, 405);
    assert.ok(text.length < 64 * 1024);
  });

  it("may be compressed, and may be empty", async () => {
    const zipped = gzipSync(lines(Array.from({ length: 3 }, () => order())));
    const { counts } = await feed(shop, "orders", NDJSON, zipped, { "Content-Encoding": "gzip" });
    assert.deepEqual(counts, { read: 3, applied: { accepted: 3 }, rejected: 0 });
    assert.equal((await feed(shop, "orders", NDJSON, "\n")).counts.read, 0);
    for (const broken of [zipped.subarray(0, -10), Buffer.from("not gzip")]) {
      const { status, body } = await upload(shop, "orders", NDJSON, broken, { "Content-Encoding": "gzip" });
      assert.deepEqual([status, body.code], [400, "MalformedRequest"]);
    }
  });

  it("is refused if its compression ratio is too high", async () => {
    for (const bomb of [Buffer.alloc(4_000_000, "\n"), Buffer.alloc(4_000_000, " ")]) {
      const sent = gzipSync(bomb);
      const { status, body } = await upload(shop, "orders", NDJSON, sent, { "Content-Encoding": "gzip" });
      assert.deepEqual([status, body.code], [400, "MalformedRequest"]);
      assert.match(body.detail, /200 times/);
    }
  });
});

describe("feeds", () => {
  it("are visible to their own tenant, and only with the scope of their content", async () => {
    const text = lines([order()]);
    const { id } = await feed(shop, "orders", NDJSON, text);
    const other = await service.newCaller();
    const { credentials } = await service.newCaller();
    const customers = await service.callerFor(credentials, "customers:read customers:write");
    for (const path of [`${WS}/feeds/${id}`, `${WS}/feeds/${id}/errors`, `${WS}/feeds/none`])
      assert.equal((await other.get(path)).status, 404);
    assert.equal((await upload(customers, "orders", NDJSON, text)).status, 403);
    const { body } = await upload(customers, "customers", NDJSON, lines([{ id: unique("c") }]));
    assert.equal((await ended(customers, body.id)).status, "finished");
    const orders = await service.callerFor(credentials, "orders:read");
    assert.equal((await orders.get(`${WS}/feeds/${body.id}`)).status, 404);
    const none = await service.callerFor(credentials, "wishlists:read");
    assert.equal((await none.get(`${WS}/feeds/${body.id}`)).status, 403);
  });

  it("are answered 415 for other types, charsets and encodings, 405 for unknown contents", async () => {
    for (const type of ["application/json", "text/plain", "text/csv; charset=utf-16", "toString"])
      assert.equal((await upload(shop, "orders", type, "{}")).status, 415, type);
    const asReportsAre = "text/csv; charset=utf-8; header=present";
    assert.equal((await upload(shop, "stock-levels", asReportsAre, "sku,available\n")).status, 202);
    assert.equal((await upload(shop, "orders", CSV, "x", { "Content-Encoding": "br" })).status, 415);
    assert.equal((await upload(shop, "wishes", NDJSON, "{}")).status, 405);
  });

  it("store no data of a row once it is applied", async () => {
    const mark = unique("mark");
    const broken = { ...order(), email: `${mark}@x@y` };
    const rows = [
      order({ email: `${mark}@example.com`, test: true }),
      broken,
      { ...broken, createdTime: mark },
    ];
    const { id } = await feed(shop, "orders", NDJSON, lines(rows));
    const keys = await keysWith(service.redis, service.prefix);
    assert.ok(keys.some((key) => key.includes(id)));
    assert.ok(!keys.some((key) => key.includes("feed-chunks")));
    const errors = await shop.get(`${WS}/feeds/${id}/errors`);
    assert.deepEqual(
      errors.body.errors.map(({ line, code }: Json) => [line, code]),
      [
        [2, "FieldsIgnored"],
        [3, "InvalidInput"],
      ],
    );
    assert.ok(!errors.text.includes(mark));
  });

  it("are applied as far as they arrived if they are cut off, and report it", async () => {
    const url = new URL(`${service.baseUrl}${WS}/feeds/orders`);
    const rows = Array.from({ length: 600 }, () => order());
    const keysBefore = new Set(await keysWith(service.redis, service.prefix));
    const feedsNow = async () =>
      (await keysWith(service.redis, service.prefix)).filter(
        (key) => key.includes(":feed:") && !keysBefore.has(key),
      );
    const req = request(url, { method: "POST", headers: { ...shop.headers, "Content-Type": NDJSON } });
    req.on("error", () => undefined);
    req.write(`${lines(rows)}\n`);
    let keys: string[] = [];
    await until("rows are accepted", async () => (keys = await feedsNow()).length > 0);
    req.destroy();
    const id = keys[0]?.split(":").at(-1) ?? "";
    const { status, counts } = await ended(shop, id);
    assert.equal(status, "incomplete");
    assert.ok(counts.read >= 500 && counts.read === counts.applied.accepted);
    const whole = await feed(shop, "orders", NDJSON, lines(rows));
    assert.deepEqual(whole.counts, {
      read: 600,
      applied: { accepted: 600 - counts.read, unchanged: counts.read },
      rejected: 0,
    });
  });
});
