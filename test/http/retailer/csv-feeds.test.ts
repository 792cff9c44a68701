import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { before, describe, it } from "node:test";
import { CSV, feed, upload } from "../../support/data/feeds.ts";
import { type Caller, CS, type Json, type Service, unique, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { sharedService } from "../../support/shared-service.ts";
import { newProduct, wishFor } from "../../support/shop.ts";

let service: Service;
let shop: Caller;
before(async () => {
  service = await sharedService();
  shop = await service.newCaller();
});

const soon = () => new Date(Date.now() + 1000).toISOString();

describe("a feed of CSV", () => {
  it("applies Shopify's product export: variants by handle, without rows for images", async () => {
    const file = readFileSync(join(import.meta.dirname, "../../../scripts/demo/products.csv"));
    await shop.put(`${WS}/settings`, { currency: "EUR" });
    const { counts } = await feed(shop, "products", CSV, file);
    const { created } = counts.applied;
    assert.ok(created > 20);
    const { body } = await shop.get(`${WS}/products/fogg-trail-runner`);
    assert.equal(body.title, "Fogg Trail Runner");
    const [first, second] = body.variants;
    assert.deepEqual(
      [first.variantRef, first.title, first.price, first.currency, first.available, first.isAvailable],
      ["TRL-101", "38 / Moss", "119.00", "EUR", 0, false],
    );
    assert.deepEqual([second.sku, second.available], ["TRL-102", 7]);
    const again = await feed(shop, "products", CSV, file);
    assert.deepEqual(again.counts.applied, { unchanged: created });
  });

  it("applies products in our own columns, a line for each variant", async () => {
    const [p, q, v, w] = [unique("p"), unique("p"), unique("v"), unique("v")];
    const { counts } = await feed(
      shop,
      "products",
      CSV,
      `productRef,title,variantRef,variantTitle,price,currency,available\r
${p},"Tent, ""light""\r
and small",${v},2,349.00,EUR,5\r
${p},,${w},3,399.00,EUR,null\r
${q},Rope,,,,,\r
`,
    );
    assert.deepEqual(counts, { read: 2, applied: { created: 2 }, rejected: 0 });
    const { body } = await shop.get(`${WS}/products/${p}`);
    assert.equal(body.title, 'Tent, "light"\nand small');
    assert.deepEqual(
      body.variants.map(({ variantRef, title, available }: Json) => [variantRef, title, available]),
      [
        [v, "2", 5],
        [w, "3", null],
      ],
    );
    assert.deepEqual((await shop.get(`${WS}/products/${q}`)).body.variants, []);
  });

  it("applies orders, with a line for each order line, stock levels and customers", async () => {
    const { variantRef } = await newProduct(shop);
    const [one, two] = [unique("o"), unique("o")];
    const orders = await feed(
      shop,
      "orders",
      CSV,
      `orderRef,email,createdTime,test,lineRef,variantRef,quantity,price
${one},ada@example.com,${soon()},false,1,${variantRef},2,10.00
${one},,,,2,${variantRef},1,10.00
${two},,${soon()},true,1,${variantRef},1,
`,
    );
    assert.deepEqual(orders.counts.applied, { accepted: 2 });
    const { body } = await shop.get(`${WS}/orders/${one}`);
    assert.deepEqual(
      [body.email, body.test, body.lines.map(({ quantity }: Json) => quantity)],
      ["ada@example.com", false, [2, 1]],
    );
    assert.equal((await shop.get(`${WS}/orders/${two}`)).body.test, true);
    const stock = `variantRef,locationRef,available\n${variantRef},a,4\n${variantRef},b,5\n`;
    assert.deepEqual((await feed(shop, "stock-levels", CSV, stock)).counts.applied, { applied: 2 });
    assert.equal((await shop.get(`${WS}/variants/${variantRef}`)).body.available, 9);
    const id = unique("c");
    const people = `id,first_name,accepts_marketing,orders_count\n${id},Ada,true,3\n`;
    assert.deepEqual((await feed(shop, "customers", CSV, people)).counts.applied, { created: 1 });
    const customer = (await shop.get(`${CS}/customers/${id}`)).body;
    assert.deepEqual(
      [customer.first_name, customer.accepts_marketing, customer.orders_count],
      ["Ada", true, 3],
    );
  });

  it("applies Shopify's order export after a webhook of the same second without losing variants and refunds", async () => {
    const product = await newProduct(shop);
    const { customer, item } = await wishFor(shop, product);
    const second = `${soon().slice(0, 19)}Z`;
    const order = (left: number, refunds: object[], updated_at: string) => ({
      ...{ id: 7301, created_at: second, updated_at, cancelled_at: null, refunds },
      customer: { id: customer.id },
      line_items: [
        {
          ...{ id: 81, product_id: product.productRef, variant_id: product.variantRef, sku: "" },
          ...{ quantity: 1, current_quantity: left },
        },
      ],
    });
    const isBought = async () => {
      await settled(service);
      return (await shop.get(`${WS}/wishlist/items/${item.id}`)).body.purchased;
    };
    const fulfilled = new Date(Date.parse(second) + 60_000).toISOString();
    const stamp = (time: string) => `${time.slice(0, 10)} ${time.slice(11, 19)} +0000`;
    const exported = (
      time: string,
    ) => `Name,Email,Financial Status,Paid at,Fulfilled at,Created at,Lineitem quantity,Lineitem name,Lineitem sku,Id
#1,ada@example.com,paid,${stamp(second)},${time === second ? "" : stamp(time)},${stamp(second)},1,Tent,,7301
`;
    await shop.post(`${WS}/orders`, order(1, [], second));
    assert.equal(await isBought(), true);
    assert.deepEqual((await feed(shop, "orders", CSV, exported(second))).counts.applied, { stale: 1 });
    assert.equal(await isBought(), true);
    await shop.post(
      `${WS}/orders`,
      order(0, [{ id: 91, refund_line_items: [{ line_item_id: 81, quantity: 1 }] }], fulfilled),
    );
    assert.equal(await isBought(), false);
    assert.deepEqual((await feed(shop, "orders", CSV, exported(fulfilled))).counts.applied, { stale: 1 });
    assert.equal(await isBought(), false);
  });

  it("names the matching products of an ambiguous stock row, and dates rows by their arrival", async () => {
    const size = unique("S");
    const [shirt, trousers] = [
      await newProduct(shop, { variantRef: size }),
      await newProduct(shop, { variantRef: size }),
    ];
    const stock = `variantRef,productRef,available\n${size},,4\n${size},${shirt.productRef},5\n`;
    const { createdTime, finishedTime, errors } = await feed(shop, "stock-levels", CSV, stock);
    assert.deepEqual(
      errors.map(({ line, code }: Json) => [line, code]),
      [[2, "AmbiguousReference"]],
    );
    assert.match(errors[0].detail, new RegExp(`${shirt.productRef}|${trousers.productRef}`));
    const [level] = (await shop.get(`${WS}/products/${shirt.productRef}`)).body.variants[0].stockLevels;
    assert.equal(level.available, 5);
    assert.ok(level.updatedTime <= finishedTime && level.updatedTime >= createdTime);
  });

  it("reports each invalid line with its number and the reason, and applies the others", async () => {
    const ref = unique("v");
    const { counts, errors } = await feed(
      shop,
      "stock-levels",
      CSV,
      `variantRef,available
${ref}1,1
${ref}2
${ref}3,1,1
${ref}4" wide,1

${ref}5,many
"${ref}6,1
${ref}7,1
`,
    );
    assert.deepEqual(counts, { read: 7, applied: { parked: 2 }, rejected: 5 });
    assert.deepEqual(
      errors.map(({ line, code }: Json) => [line, code]),
      [
        [3, "MalformedRequest"],
        [4, "MalformedRequest"],
        [5, "MalformedRequest"],
        [7, "InvalidInput"],
        [8, "MalformedRequest"],
      ],
    );
  });

  it("never applies an incomplete order", async () => {
    const [whole, torn] = [unique("o"), unique("o")];
    const line = (ref: string, i: number, more = "") => `${ref},${soon()},${i},s,1${more}\n`;
    const { errors, counts } = await feed(
      shop,
      "orders",
      CSV,
      `orderRef,createdTime,lineRef,sku,quantity\n${line(torn, 1)}${line(torn, 2, ",x")}${line(torn, 3)}${line(whole, 1)}`,
    );
    assert.deepEqual(counts, { read: 3, applied: { accepted: 1 }, rejected: 2 });
    assert.deepEqual(
      errors.map(({ line }: Json) => line),
      [3, 2],
    );
    assert.equal((await shop.get(`${WS}/orders/${torn}`)).status, 404);
  });

  it("is refused completely for an invalid header", async () => {
    for (const [text, pattern] of [
      ["", /no header/],
      ["ref,quantity\n1,2\n", /needs the column orderRef/],
      ["orderRef,orderRef\n1,2\n", /orderRef more than once/],
      ['orderRef,"x\n', /not closed/],
      ["orderRef,quantity\r1,2\r", /carriage return/],
    ] as const) {
      const { status, body } = await upload(shop, "orders", CSV, text);
      assert.equal(status, 400);
      assert.match(body.detail, pattern);
    }
  });
});

describe("the header of a CSV file", () => {
  it("may have columns without a name, as spreadsheets create them", async () => {
    const { counts } = await feed(shop, "products", CSV, `productRef,title,,\n${unique("p")},Tent,,\n`);
    assert.deepEqual([counts.applied, counts.rejected], [{ created: 1 }, 0]);
  });

  it("may have a column with the name of an inherited object member, which is ignored", async () => {
    const productRef = unique("p");
    await feed(shop, "products", CSV, `productRef,constructor\n${productRef},x\n`);
    const { body } = await shop.get(`${WS}/products/${productRef}`);
    assert.deepEqual([body.productRef, body.variants], [productRef, []]);
  });
});
