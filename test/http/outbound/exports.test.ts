import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { parse } from "csv-parse/sync";
import { CONSENTING, fileOf, linesOf, newExport, newWisher, runOf } from "../../support/exports.ts";
import { atEnd } from "../../support/redis.ts";
import { CS, type Json, type Service, startService, WS } from "../../support/service.ts";
import { newProduct } from "../../support/shop.ts";

const suite = atEnd();

let service: Service;
let newShop: Service["newCaller"];
before(async () => {
  service = await startService(suite, { ALLOW_PRIVATE_TARGETS: "true" });
  newShop = service.newCaller;
});

const idsOf = (lines: Json[]) => lines.map(({ item }) => item.id).sort();
const lines = (run: Json) => linesOf(service.dataDir, run);

describe("an export of files", () => {
  it("has a line for each wish, with its list, customer and product", async () => {
    const shop = await newShop();
    const product = await newProduct(
      shop,
      { sku: "S-1", price: "19.90", currency: "EUR", available: 3 },
      { url: "https://shop.example/b" },
    );
    const person = await shop.newCustomer({
      ...CONSENTING,
      email: `${product.productRef}@example.com`,
      first_name: "Ada",
    });
    const list = await shop.newWishlist({ customerRef: person.id, name: "Birthday" });
    const item = await shop.newItem(list.id, {
      product: { productRef: product.productRef, selectedVariantRef: product.variantRef },
    });
    await newWisher(shop, 30);
    const { id } = await newExport(shop, { connector: { type: "file" } });
    const run = await runOf(shop, id);
    assert.equal(run.status, "succeeded", JSON.stringify(run));
    const skipped = { noConsent: 0, private: 0, deleted: 0 };
    assert.deepEqual(run.counts, { read: 31, sent: 31, accepted: 31, skipped, failed: 0 });
    assert.equal(run.file, `exports/${shop.tenantId}/${id}/${run.id}.ndjson`);
    assert.equal(run.progress, 1);
    const line = lines(run).find((each) => each.item.id === item.id);
    assert.deepEqual([line.type, line.change, line.time], ["item", "added", item.modifiedTime]);
    assert.deepEqual(line.item, item);
    assert.deepEqual([line.customer.email, line.customer.firstName], [person.email, "Ada"]);
    assert.deepEqual(line.wishlist, { wishlistId: list.id, name: "Birthday", isPrivate: false });
    assert.deepEqual(line.product, {
      title: "Beanie",
      url: "https://shop.example/b",
      sku: "S-1",
      price: "19.90",
      currency: "EUR",
      available: 3,
    });
  });

  it("sends only changes since the last run, and nothing without changes", async () => {
    const shop = await newShop();
    const { items, wishlist, person } = await newWisher(shop, 3);
    const { id } = await newExport(shop);
    const first = await runOf(shop, id);
    assert.deepEqual(idsOf(lines(first)), idsOf(items.map((item) => ({ item }))));
    const second = await runOf(shop, id);
    assert.deepEqual([second.counts.read, lines(second)], [0, []]);
    for (const notifyMe of [true, false, true])
      await shop.put(`${WS}/wishlist/items/id=${items[0].id}`, { notifyMe });
    await shop.delete(`${WS}/wishlist/items/${items[1].id}`);
    const added = await shop.newItem(wishlist.id);
    const third = lines(await runOf(shop, id));
    const exported = third.map((line) => [line.type, line.change ?? line.what, line.item?.id ?? line.itemId]);
    assert.deepEqual(exported.sort(), [
      ["deleted", "item", items[1].id],
      ["item", "added", added.id],
      ["item", "updated", items[0].id],
    ]);
    const removed = third.find(({ type }) => type === "deleted");
    assert.deepEqual(
      [removed.reason, removed.customerId, removed.wishlistId, removed.product],
      ["removed", person.svc_customer_id, wishlist.id, items[1].product],
    );
    assert.deepEqual(lines(await runOf(shop, id)), []);
  });

  it("sends an added wish as added, whatever happened to it since, also if only additions are exported", async () => {
    const shop = await newShop();
    const { wishlist } = await newWisher(shop, 1);
    const { id } = await newExport(shop, { events: ["wishlist.item.added"] });
    const { id: updates } = await newExport(shop, { events: ["wishlist.item.updated"] });
    for (const each of [id, updates]) await runOf(shop, each);
    const item = await shop.newItem(wishlist.id);
    for (const notifyMe of [true, false]) await shop.put(`${WS}/wishlist/items/id=${item.id}`, { notifyMe });
    const exported = async (exportId: string) =>
      lines(await runOf(shop, exportId)).map(({ change, item: { id: itemId } }) => [change, itemId]);
    assert.deepEqual(await exported(id), [["added", item.id]]);
    assert.deepEqual(await exported(updates), [["updated", item.id]]);
    await shop.put(`${WS}/wishlist/items/id=${item.id}`, { notifyMe: true });
    assert.deepEqual(await exported(id), []);
  });

  it("has no reference for a customer without a reference of the retailer", async () => {
    const shop = await newShop();
    const { body: person } = await shop.post(`${CS}/customers`, { ...CONSENTING, email: "ada@example.com" });
    await shop.newItem((await shop.newWishlist({ customerId: person.svc_customer_id })).id);
    const { id } = await newExport(shop);
    const [line] = lines(await runOf(shop, id));
    const { svc_customer_id: customerId, email } = person;
    assert.deepEqual(line?.customer, { customerId, email, acceptsMarketing: true });
  });

  it("is complete each time in full mode", async () => {
    const shop = await newShop();
    const { items } = await newWisher(shop, 60);
    const { id } = await newExport(shop, { mode: "full" });
    const [first, second] = [await runOf(shop, id), await runOf(shop, id)];
    assert.equal(lines(first).length, items.length);
    assert.deepEqual(lines(second), lines(first));
  });

  it("checks consent at the time of the run, and sends withdrawals of data that is no longer permitted", async () => {
    const shop = await newShop();
    const [exported, silent, secret] = [
      await newWisher(shop),
      await newWisher(shop, 1, { accepts_marketing: true }),
      await newWisher(shop, 1, CONSENTING, { isPrivate: true }),
    ];
    const { id } = await newExport(shop);
    const first = await runOf(shop, id);
    assert.deepEqual(first.counts.skipped, { noConsent: 1, private: 1, deleted: 0 });
    assert.deepEqual(idsOf(lines(first)), [exported.items[0].id]);

    await shop.put(`${CS}/customers`, { id: exported.person.id, accepts_marketing: false });
    await shop.put(`${CS}/customers`, { id: silent.person.id, ...CONSENTING });
    await shop.put(`${WS}/wishlists`, { id: secret.wishlist.id, isPrivate: false });
    const second = lines(await runOf(shop, id));
    const brief = (line: Json) => [
      line.what ?? line.change,
      line.reason ?? "",
      line.customerId ?? line.item.id,
    ];
    assert.deepEqual(
      second.map(brief).sort(),
      [
        ["added", "", secret.items[0].id],
        ["added", "", silent.items[0].id],
        ["customer", "withdrawn", exported.person.svc_customer_id],
      ].sort(),
    );

    await shop.put(`${WS}/wishlists`, { id: secret.wishlist.id, isPrivate: true });
    await shop.delete(`${WS}/wishlists?id=${silent.wishlist.id}`);
    await shop.delete(`${CS}/customers/${exported.person.id}`);
    const third = lines(await runOf(shop, id));
    assert.deepEqual(
      third
        .map(({ what, reason, wishlistId, customerId }) => [what, reason, wishlistId ?? customerId])
        .sort(),
      [
        ["customer", "removed", exported.person.svc_customer_id],
        ["wishlist", "removed", silent.wishlist.id],
        ["wishlist", "withdrawn", secret.wishlist.id],
      ],
    );
    assert.deepEqual(lines(await runOf(shop, id)), []);
  });

  for (const onlyConsenting of [true, false])
    it(`sends the wishes of a deleted customer who is created again, onlyConsenting ${onlyConsenting}`, async () => {
      const shop = await newShop();
      const { person, wishlist, items } = await newWisher(shop, 2);
      const { id } = await newExport(shop, { onlyConsenting });
      const sent = async () => lines(await runOf(shop, id)).map((line) => line.item?.id ?? line.what);
      const wishes = items.map((item) => item.id);
      assert.deepEqual(await sent(), wishes);

      const recreate = () => shop.post(`${CS}/customers`, { id: person.id, ...CONSENTING });
      await shop.delete(`${CS}/customers/${person.id}`);
      assert.deepEqual(await sent(), ["customer"]);
      assert.equal((await recreate()).status, 201);
      await shop.put(`${WS}/wishlist/items/id=${wishes[0]}`, { notifyMe: true });
      const added = await shop.newItem(wishlist.id);
      assert.deepEqual((await sent()).sort(), [...wishes, added.id].sort());

      await shop.delete(`${CS}/customers/${person.id}`);
      assert.equal((await recreate()).status, 201);
      assert.deepEqual(await sent(), ["customer", ...wishes, added.id]);
      assert.deepEqual(await sent(), []);
    });

  it("includes private lists and all customers if the tenant allows it", async () => {
    const shop = await newShop();
    const secret = await newWisher(shop, 1, {}, { isPrivate: true, wishlistRef: "gift" });
    await newWisher(shop);
    const { id } = await newExport(shop, { includePrivate: true, onlyConsenting: false, lists: ["gift"] });
    const [line, ...others] = lines(await runOf(shop, id));
    assert.deepEqual(
      [line?.item.id, line?.customer.acceptsMarketing, others],
      [secret.items[0].id, false, []],
    );
  });

  it("is CSV without formulas for spreadsheets, compressed or not", async () => {
    const shop = await newShop();
    const { wishlist } = await newWisher(shop, 0, {
      ...CONSENTING,
      first_name: "=1+1",
      last_name: 'A "B",\n=1\r=2',
    });
    for (const price of ["9.90", "12.00"]) {
      const { productRef, variantRef } = await newProduct(shop, { price, currency: "EUR" });
      const product = { productRef, selectedVariantRef: variantRef };
      await shop.newItem(wishlist.id, { product, locationRef: "berlin", prerelease: true });
    }
    for (const gzip of [false, true]) {
      const { id } = await newExport(shop, { connector: { type: "file", format: "csv", gzip } });
      const run = await runOf(shop, id);
      assert.match(run.file, gzip ? /\.csv\.gz$/ : /\.csv$/);
      const rows: Json[] = parse(fileOf(service.dataDir, run), { columns: true });
      assert.equal(rows.length, 2);
      assert.deepEqual(
        ["purchasedAndRemoved", "locationRef", "prerelease", "priceWhenAdded.currency"].map(
          (name) => rows[0][`item.${name}`],
        ),
        ["false", "berlin", "true", "EUR"],
      );
      assert.deepEqual(
        [rows[0]["customer.firstName"], rows[0]["customer.lastName"]],
        ["'=1+1", `A "B",\n'=1\r'=2`],
      );
    }
    const { id } = await newExport(shop, {
      connector: { type: "file", format: "csv" },
      mapping: { who: "customer.customerRef", what: "item.product", nothing: "item.locationRef" },
    });
    const [row]: Json[] = parse(fileOf(service.dataDir, await runOf(shop, id)), { columns: true });
    assert.deepEqual(Object.keys(row), ["who", "what", "nothing"]);
    assert.ok(JSON.parse(row.what).productRef);
    const { id: empty } = await newExport(await newShop(), { connector: { type: "file", format: "csv" } });
    assert.ok(empty);
  });
});
