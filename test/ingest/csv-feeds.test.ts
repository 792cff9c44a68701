import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { MAX_LINE } from "../../src/ingest/files/lines.ts";
import { readCustomer } from "../../src/ingest/read/customers.ts";
import { readOrder } from "../../src/ingest/read/orders.ts";
import { readProduct } from "../../src/ingest/read/products.ts";
import { readStock } from "../../src/ingest/read/stock.ts";
import type { FeedKind } from "../../src/store/feeds/feed-record.ts";
import { csvEntriesOf } from "../support/data/csv.ts";
import type { Json } from "../support/service.ts";

const READ: Record<FeedKind, (row: unknown) => object> = {
  orders: readOrder,
  products: readProduct,
  "stock-levels": readStock,
  customers: readCustomer,
};

/** The rows of a CSV file as they are applied, or the error of each. */
const rowsOf = (kind: FeedKind, ...lines: string[]): Json[] =>
  csvEntriesOf(kind, ...lines).map((entry) =>
    "error" in entry ? `${entry.line}: ${entry.error.detail}` : READ[kind](JSON.parse(entry.text)),
  );

describe("CSV as spreadsheets write it", () => {
  it("accepts true and false in any case, integers with a decimal point, and empty cells after the last column", () => {
    const [order, ...rest] = rowsOf(
      "orders",
      "orderRef,createdTime,test,lineRef,sku,quantity,price",
      "o-1,2026-01-01T00:00:00Z,TRUE,1,5.0,5.0,5.0,,",
      ",,,,,,,,",
    );
    assert.deepEqual(rest, []);
    assert.equal(order.order.test, true);
    assert.deepEqual(order.order.lines, [{ lineRef: "1", sku: "5.0", quantity: 5, price: "5.0" }]);
    const [customer] = rowsOf(
      "customers",
      "id,first_name,accepts_marketing,orders_count",
      "7,TRUE,False,3.00",
    );
    assert.deepEqual(customer.body, {
      id: "7",
      first_name: "TRUE",
      accepts_marketing: false,
      orders_count: 3,
    });
    const [product] = rowsOf("products", "productRef,prerelease,variantRef,available", "p,True,v,-2.0");
    assert.deepEqual([product.product.prerelease, product.variants[0].available], [true, -2]);
  });

  it("names the field of a number that is not an integer, and the line of a surplus cell", () => {
    const [half, wide] = rowsOf("stock-levels", "sku,available", "a,5.5", "b,5,6");
    assert.equal(half.error.errors[0].path, "/available");
    assert.equal(wide, "3: The line has 3 cells, the header has 2.");
  });

  it("is refused if a column has a long name, because the error of each row would repeat it", () => {
    for (const column of ["x".repeat(256), "x".repeat(100_000)])
      assert.throws(() => rowsOf("customers", `id,${column}`, "1,2"), { detail: /more than 255 characters/ });
    assert.equal(rowsOf("customers", `id,${"x".repeat(255)}`, "1,2")[0].body.id, "1");
  });

  it("is read with the delimiter of its header: comma, semicolon or tab", () => {
    for (const delimiter of [",", ";", "\t"]) {
      const line = (...cells: string[]) => cells.join(delimiter);
      const header = line("sku", '"locationRef"', "available");
      const cells = [line('"a,b;c"', "Store 1", "5"), line("d", '"x\ny"', "6")];
      assert.deepEqual(rowsOf("stock-levels", header, ...cells), [
        {
          names: {
            variantId: undefined,
            variantRef: undefined,
            inventoryItemId: undefined,
            sku: "a,b;c",
            gtin: undefined,
          },
          locationRef: "Store 1",
          available: 5,
        },
        {
          names: {
            variantId: undefined,
            variantRef: undefined,
            inventoryItemId: undefined,
            sku: "d",
            gtin: undefined,
          },
          locationRef: "x\ny",
          available: 6,
        },
      ]);
    }
    assert.throws(() => rowsOf("stock-levels", "sku|available", "a|5"), {
      detail: /needs the column .*It has only one column: separate cells by commas, semicolons or tabs/,
    });
  });
});

describe("an order of several lines in CSV", () => {
  const HEADER = "orderRef,createdTime,lineRef,sku,quantity";
  const line = (key: string, ref: number) => `${key},2026-01-01T00:00:00Z,${ref},A,1`;
  const short = (key: string) => `${key},2026-01-01T00:00:00Z,9`;
  const resultsOf = (...lines: string[]) =>
    rowsOf("orders", HEADER, ...lines).map((row) => (typeof row === "string" ? row : row.order.orderRef));
  const broken = (number: number) => `${number}: The line has 3 cells, the header has 5.`;
  const refused = (number: number) => `${number}: One of its lines cannot be read.`;

  it("is not applied without one of its lines: the first, the last, or one between them", () => {
    assert.deepEqual(resultsOf(line("a", 1), short("b"), line("b", 2), line("c", 1)), [
      "a",
      broken(3),
      refused(4),
      "c",
    ]);
    assert.deepEqual(resultsOf(line("a", 1), short("a"), line("b", 1)), [broken(3), refused(2), "b"]);
    assert.deepEqual(resultsOf(line("a", 1), short("a"), line("a", 2), line("b", 1)), [
      broken(3),
      refused(2),
      "b",
    ]);
    assert.deepEqual(resultsOf(short("a"), line("b", 1), short("c")), [broken(2), "b", broken(4)]);
  });

  it("is not applied without a line that is too long", () => {
    const text = "x".repeat(MAX_LINE - 100);
    const long = [`a,2026-01-01T00:00:00Z,9,"${text}`, `${text}",1`];
    const tooLong = `3: The rows of the line have more than ${MAX_LINE} characters.`;
    assert.deepEqual(resultsOf(line("a", 1), ...long, line("b", 1)), [tooLong, refused(2), "b"]);
  });

  it("is not applied if the key of the line between its lines is unknown, or if that line is divided", () => {
    const divided = `a,2026-01-01T00:00:00Z,9\nrest,A,1`;
    assert.deepEqual(resultsOf(line("a", 1), ...divided.split("\n"), line("a", 2), line("b", 1)), [
      broken(3),
      broken(4),
      refused(2),
      "b",
    ]);
    assert.deepEqual(resultsOf(...divided.split("\n"), line("a", 2)), [broken(2), broken(3), refused(4)]);
    assert.deepEqual(resultsOf(line("a", 1), 'a"b,,,,', line("a", 2)).at(-1), refused(2));
  });
});

describe("Shopify's order export", () => {
  const HEADER =
    "Name,Email,Financial Status,Paid at,Fulfillment Status,Fulfilled at,Currency,Subtotal,Total,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Cancelled at,Refunded Amount,Id,Source,Phone,Lineitem discount";

  it("makes one order from the lines with the same name, with its times and the number of each line", () => {
    const rows = rowsOf(
      "orders",
      HEADER,
      "#1001,Ada@Example.com,paid,2026-05-01 10:00:05 +0200,fulfilled,2026-05-02 08:00:00 +0200,EUR,50.00,50.00,2026-05-01 10:00:00 +0200,2,Shirt - S,10.00,SH-S,,0.00,820982911946154508,web,'+4930123456,2.50",
      "#1001,Ada@Example.com,,,,,,,,,1,Hat,30.00,,,,,,,",
      "#1002,bob@example.com,refunded,2026-05-01 10:00:00 UTC,,,EUR,9,9,2026-05-01 10:00:00 UTC,1,Hat,9.00,H,,9.00,,pos,,",
      "#1003,eve@example.com,voided,,,,EUR,9,9,2026-05-01 10:00:00 +0530,1,Hat,9.00,H,,0.00,3,web,,",
      "#1004,eve@example.com,paid,,,,EUR,9,9,2026-05-01 10:00:00 +0000,1,Hat,9.00,H,2026-06-01 10:00:00 +0000,0.00,4,web,,",
    );
    const [first, second, third, fourth] = rows.map(({ order }) => order);
    assert.deepEqual(first, {
      orderRef: "820982911946154508",
      email: "Ada@Example.com",
      phone: "+4930123456",
      channel: "web",
      createdTime: "2026-05-01T10:00:00+02:00",
      updatedTime: "2026-05-02T08:00:00+02:00",
      status: "open",
      currency: "EUR",
      lines: [
        { lineRef: "1", sku: "SH-S", quantity: 2, price: "10.00", discount: "2.50" },
        { lineRef: "2", quantity: 1, price: "30.00" },
      ],
    });
    assert.deepEqual([second.orderRef, second.status], ["#1002", "refunded"]);
    assert.deepEqual([third.status, third.createdTime], ["cancelled", "2026-05-01T10:00:00+05:30"]);
    assert.deepEqual([fourth.status, fourth.updatedTime], ["cancelled", "2026-06-01T10:00:00+00:00"]);
  });

  it("names the field of an invalid time", () => {
    const [row] = rowsOf("orders", HEADER, "#1,,,,,,,,,yesterday,1,Hat,1,H,,,1,,,");
    assert.equal(row.error.errors[0].path, "/createdTime");
  });
});

describe("Shopify's customer export", () => {
  it("reads consent, address and numbers, without the apostrophes that protect them", () => {
    const [ada, bob] = rowsOf(
      "customers",
      "Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Default Address City,Default Address Country Code,Default Address Zip,Default Address Phone,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags",
      "'7210448301122,Ada,Byron,ada@example.com,yes,,Main St 1,Berlin,DE,'01234,(030) 123,'+4930123456,no,7790.44,6,,yes,\"vip, b2b\"",
      "'7210448301123,Bob,,bob@example.com,no,,,,,,,,no,0.00,0,,no,",
    );
    assert.deepEqual(ada.body, {
      id: "7210448301122",
      first_name: "Ada",
      last_name: "Byron",
      email: "ada@example.com",
      phone: "+4930123456",
      accepts_marketing: true,
      marketing_opt_in_level: "single_opt_in",
      default_address: {
        address1: "Main St 1",
        city: "Berlin",
        country_code: "DE",
        zip: "01234",
        phone: "(030) 123",
      },
      total_spent: 7790.44,
      orders_count: 6,
      tax_exempt: true,
      tags: "vip, b2b",
    });
    assert.deepEqual([bob.body.accepts_marketing, bob.body.marketing_opt_in_level], [false, undefined]);
  });

  it("is also read in its older shape", () => {
    const [row] = rowsOf(
      "customers",
      "First Name,Last Name,Email,Accepts Marketing,Company,Address1,City,Country,Zip,Phone,Total Orders",
      "Ada,Byron,ada@example.com,no,Engines,Main St 1,London,United Kingdom,N1,,2",
    );
    assert.deepEqual(row.body.default_address, {
      company: "Engines",
      address1: "Main St 1",
      city: "London",
      country: "United Kingdom",
      zip: "N1",
    });
  });
});

describe("Shopify's inventory export", () => {
  const VARIANT =
    "Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Option3 Name,Option3 Value,SKU";
  const levelsOf = (rows: Json[]) =>
    rows.map(({ names, locationRef, available }) => [names.sku ?? names.variantRef, locationRef, available]);

  it("is read with a line for each location, in the shapes since 2023", () => {
    for (const columns of [
      ",HS Code,COO,Location,Bin name,Incoming (not editable),Unavailable (not editable),Committed (not editable),Available (not editable),On hand (current),On hand (new)",
      ",HS Code,COO,Location,Bin name,Incoming,Unavailable,Committed,Available,On hand,Note",
    ]) {
      const rows = rowsOf(
        "stock-levels",
        VARIANT + columns,
        'shirt,Shirt,Size,S,,,,,SH-S,,,"Main St 1, Berlin",,0,0,1,7,8,',
        "shirt,Shirt,Size,S,,,,,SH-S,,,Store 2,,0,0,0,not stocked,not stocked,",
        "hat,Hat,Title,Default Title,,,,,,,,Store 2,,0,0,0,-1,0,",
      );
      assert.deepEqual(levelsOf(rows), [
        ["SH-S", "Main St 1, Berlin", 7],
        ["hat-default-title", "Store 2", -1],
      ]);
    }
  });

  it("is read with a column for each location, as in older shapes", () => {
    const rows = rowsOf(
      "stock-levels",
      `${VARIANT},HS Code,COO,Berlin,Warehouse 2`,
      "shirt,Shirt,Size,S,,,,,SH-S,,,6,40",
      "shirt,Shirt,Size,M,,,,,SH-M,,,not stocked,1.5",
    );
    assert.deepEqual(levelsOf(rows.slice(0, 2)), [
      ["SH-S", "Berlin", 6],
      ["SH-S", "Warehouse 2", 40],
    ]);
    assert.equal(rows[2].error.errors[0].path, "/available");
  });

  it("names variants without a stock-keeping unit as the product export does", () => {
    const [product] = rowsOf(
      "products",
      "Handle,Title,Option1 Name,Option1 Value",
      "ocean-shirt,Shirt,Size,Extra Large",
    );
    const [stock] = rowsOf("stock-levels", `${VARIANT},Berlin`, "ocean-shirt,Shirt,Size,Extra Large,,,,,,3");
    assert.equal(stock.names.variantRef, product.variants[0].variantRef);
  });

  it("is distinguished from the product export", () => {
    const products = "Handle,Title,Body (HTML),Vendor,Variant SKU,Variant Grams,Image Position";
    for (const [kind, header] of [
      ["stock-levels", products],
      ["stock-levels", "Handle,Option1 Value,Variant Inventory Qty,Variant Weight"],
      ["products", `${VARIANT},HS Code,COO,Berlin`],
      ["products", `${VARIANT},HS Code,COO,Location,Available`],
    ] as const)
      assert.throws(() => rowsOf(kind, header, ""), { code: "InvalidInput", detail: /or Shopify's Handle/ });
  });

  it("is refused without a column of units", () => {
    assert.throws(() => rowsOf("stock-levels", `${VARIANT},Location,On hand`, ""), {
      detail: /or Shopify's Handle with Location and Available/,
    });
  });
});
