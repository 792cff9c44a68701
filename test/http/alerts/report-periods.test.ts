import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { parse } from "csv-parse/sync";
import { buy, dayIn, report, rowsOf } from "../../support/data/reports.ts";
import { type Caller, CS, type Json, type Service, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { sharedService } from "../../support/shared-service.ts";
import { newProduct, setStock, wishFor } from "../../support/shop.ts";

let service: Service;
let newShop: Service["newCaller"];
before(async () => {
  service = await sharedService();
  newShop = service.newCaller;
});

const REPORTS = ["most-wished", "unmet-demand", "conversions", "activity"];

const variant = (productRef: string, selectedVariantRef: string) => ({ productRef, selectedVariantRef });
const today = async (shop: Caller, query = "") =>
  (await rowsOf(shop, "activity", `from=${dayIn(0)}&${query}`))[0];

describe("GET reports/activity", () => {
  it("has every day of the period, and alerts by kind", async () => {
    const shop = await newShop();
    await shop.put(`${WS}/settings`, { alerts: { holdSeconds: 0 } });
    const product = await newProduct(shop, { available: 0 });
    const { customer, item } = await wishFor(shop, product, { notifyMe: true, locationRef: "berlin" });
    await setStock(shop, product.variantRef, 5);
    await settled(service);
    assert.equal((await today(shop)).backInStockAlerts, 1);
    await shop.delete(`${WS}/wishlist/items/${item.id}`);
    await settled(service);
    const none = {
      added: 0,
      removed: 0,
      purchased: 0,
      wishlistsCreated: 0,
      wishlistsDeleted: 0,
      backInStockAlerts: 0,
      registerInterestAlerts: 0,
      priceDropAlerts: 0,
      lowStockAlerts: 0,
    };
    const day = { ...none, added: 1, removed: 1, wishlistsCreated: 1, backInStockAlerts: 1 };
    assert.deepEqual(await rowsOf(shop, "activity", `from=${dayIn(-1)}&to=${dayIn(1)}`), [
      { day: dayIn(-1), ...none },
      { day: dayIn(0), ...day },
      { day: dayIn(1), ...none },
    ]);
    assert.deepEqual(await today(shop, "locationRef=berlin"), {
      day: dayIn(0),
      added: 1,
      removed: 1,
      purchased: 0,
    });
    assert.equal((await today(shop, "locationRef=rome")).added, 0);
    await shop.delete(`${CS}/customers/${customer.id}`);
    await settled(service);
    assert.equal((await today(shop)).backInStockAlerts, 0, "an erased customer's alerts are not counted");
  });

  it("separates two days at midnight in UTC", async () => {
    const shop = await newShop();
    const list = await shop.newWishlist();
    for (const ref of ["1", "2", "3"]) await shop.newItem(list.id, { product: variant("p", ref) });
    const times = ["2030-01-31T23:59:59.999Z", "2030-02-01T00:00:00.000Z", "2030-02-01T01:30:00+02:00"];
    for (const [i, createdTime] of times.entries())
      await buy(service, shop, list.customerRef, {
        createdTime,
        lines: [{ lineRef: "1", productRef: "p", variantRef: `${i + 1}`, quantity: 1 }],
      });
    await settled(service);
    const days = await rowsOf(shop, "activity", "from=2030-01-31&to=2030-02-01");
    assert.deepEqual(
      days.map(({ day, purchased }) => [day, purchased]),
      [
        ["2030-01-31", 2],
        ["2030-02-01", 1],
      ],
    );
    assert.equal((await rowsOf(shop, "conversions", "from=2030-02-01&to=2030-02-01")).length, 1);
  });
});

describe("the days of a time zone", () => {
  const TIMES = [
    "2030-03-30T22:59:59Z",
    "2030-03-30T23:00:00Z",
    // Summer time has begun in Berlin: the day has 23 hours.
    "2030-03-31T21:59:59Z",
    "2030-03-31T22:00:00Z",
    "2030-03-31T18:15:00Z",
  ];
  const LOCAL = [
    ["Europe/Berlin", [1, 3, 1]],
    ["Asia/Kathmandu", [0, 2, 3]],
    ["America/St_Johns", [2, 3, 0]],
    ["UTC", [2, 3, 0]],
  ] as const;

  it("begin at local midnight, to the quarter of an hour, also when the clocks change", async () => {
    const shop = await newShop();
    const list = await shop.newWishlist();
    for (const [i, createdTime] of TIMES.entries()) {
      await shop.newItem(list.id, { product: variant("p", `${i}`) });
      const lines = [{ lineRef: "1", productRef: "p", variantRef: `${i}`, quantity: 1 }];
      await buy(service, shop, list.customerRef, { createdTime, lines });
    }
    await settled(service);
    const days = ["2030-03-30", "2030-03-31", "2030-04-01"];
    for (const [timezone, purchased] of LOCAL) {
      const rows = await rowsOf(shop, "activity", `from=${days[0]}&to=${days[2]}&timezone=${timezone}`);
      assert.deepEqual(
        rows.map((row) => [row.day, row.purchased]),
        days.map((day, i) => [day, purchased[i]]),
        timezone,
      );
      for (const [i, day] of days.entries()) {
        const sold = await rowsOf(shop, "conversions", `from=${day}&to=${day}&timezone=${timezone}`);
        assert.equal(sold.length, purchased[i], `${timezone} ${day}`);
      }
    }
    for (const timezone of ["Mars/Olympus", "+01:00", ""]) {
      const { status, body } = await shop.get(
        `${WS}/reports/activity?timezone=${encodeURIComponent(timezone)}`,
      );
      assert.deepEqual([status, body.errors[0].path], [400, "timezone"], timezone);
    }
  });
});

describe("a report", () => {
  it("is empty for a store without data, and covers the last 30 days", async () => {
    const shop = await newShop();
    for (const name of REPORTS) {
      const { period, rows } = await report(shop, name);
      assert.deepEqual(period, { from: dayIn(-29), to: dayIn(0) });
      assert.equal(rows.length, name === "activity" ? 30 : 0);
    }
    assert.deepEqual((await report(shop, "activity", "to=2024-03-01")).period, {
      from: "2024-02-01",
      to: "2024-03-01",
    });
    const times = "from=2024-02-01T00:00:00%2B02:00&to=2024-02-02T12:00:00Z";
    assert.deepEqual((await report(shop, "activity", times)).period, {
      from: "2024-01-31",
      to: "2024-02-02",
    });
    const { period, rows } = await report(shop, "activity", "from=2024-01-01&to=2024-12-31");
    assert.deepEqual([period.from, period.to, rows.length], ["2024-01-01", "2024-12-31", 366]);
  });

  it("refuses periods before the first day that can be written", async () => {
    const { status, body } = await (await newShop()).get(`${WS}/reports/activity?to=0000-01-10`);
    assert.deepEqual([status, body.errors[0].path], [400, "to"]);
  });

  it("has the same rows as CSV, in which no value is a formula", async () => {
    const shop = await newShop();
    const priced = { price: "2.50", currency: "EUR", available: 0 };
    const product = await newProduct(
      shop,
      { ...priced, title: 'big, "blue"' },
      { title: "=HYPERLINK(1)\n1\r2" },
    );
    const { customer } = await wishFor(shop, product);
    await wishFor(shop, product);
    await shop.newItem((await shop.newWishlist()).id, { product: variant("@sum", "-1") });
    await buy(service, shop, customer.id, {
      currency: "EUR",
      lines: [{ lineRef: "1", variantRef: product.variantRef, quantity: 2, price: "2.50" }],
    });
    await settled(service);
    for (const name of REPORTS) {
      const path = `${WS}/reports/${name}?from=${dayIn(-1)}&to=${dayIn(1)}`;
      const { rows } = (await shop.get(path)).body as { rows: Json[] };
      assert.ok(rows.length > 0, name);
      const { status, text, headers } = await shop.get(path, { headers: { Accept: "text/csv" } });
      assert.equal(status, 200);
      assert.match(headers["content-type"] ?? "", /^text\/csv; charset=utf-8/);
      assert.match(headers.vary ?? "", /Accept/);
      assert.ok(headers["content-disposition"]?.includes(`${name}_${dayIn(-1)}_${dayIn(1)}.csv`));
      const [columns = [], ...lines] = parse(text);
      const shown = (value?: string | number) => {
        const cell = value === undefined ? "" : String(value);
        return /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
      };
      assert.deepEqual(
        lines,
        rows.map((row) => columns.map((column) => shown(row[column]))),
        name,
      );
      for (const row of rows)
        assert.deepEqual(
          Object.keys(row).filter((key) => !columns.includes(key)),
          [],
        );
      assert.doesNotMatch(text, /(^|,)"?[=@]/m);
    }
    const empty = await (
      await newShop()
    ).get(`${WS}/reports/most-wished`, { headers: { Accept: "text/csv" } });
    assert.match(empty.text, /^productRef,productId,[^\n]*,wishes,removed,standing\r?\n$/);
  });

  it("names the invalid parameter", async () => {
    const shop = await newShop();
    const cases: [query: string, path: string, message: RegExp][] = [
      ["from=yesterday", "from", /2026-01-31/],
      ["to=2026-02-30", "to", /2026-01-31/],
      ["to=2026-02-30T00:00:00Z", "to", /2026-01-31/],
      ["from=2026-02-02&to=2026-02-01", "from", /after to/],
      [`from=${dayIn(1)}`, "from", /after today/],
      ["from=2023-12-31&to=2024-12-31", "from", /at most 365 days/],
      ["from=2026-01-01&from=2026-01-02", "from", /more than once/],
      ["locationRef=", "locationRef", /./],
    ];
    for (const name of REPORTS) {
      for (const [query, path, message] of cases) {
        const { status, body } = await shop.get(`${WS}/reports/${name}?${query}`);
        assert.deepEqual([status, body.code, body.errors[0].path], [400, "InvalidParameter", path], query);
        assert.match(body.errors[0].message, message);
      }
    }
    for (const query of ["limit=0", "limit=10001", "limit=many"])
      assert.equal((await shop.get(`${WS}/reports/most-wished?${query}`)).body.errors[0].path, "limit");
    assert.equal((await shop.get(`${WS}/reports/most-wished?by=size`)).body.errors[0].path, "by");
    assert.equal((await shop.get(`${WS}/reports/nonsense`)).status, 404);
  });

  it("has the data of its own store only, and needs the scope", async () => {
    const [shop, other] = [await newShop(), await newShop()];
    const product = await newProduct(shop, { available: 0 });
    await wishFor(shop, product);
    await settled(service);
    assert.equal((await rowsOf(shop, "unmet-demand")).length, 1);
    const branch = await service.tenants.createClient(shop.tenantId, { store: "branch" });
    for (const stranger of [other, await service.callerFor(branch)]) {
      for (const name of ["most-wished", "unmet-demand", "conversions"])
        assert.deepEqual(await rowsOf(stranger, name), []);
      assert.equal((await today(stranger)).added, 0);
    }
    const reader = await service.callerFor(shop.credentials, "wishlists:read");
    assert.equal((await reader.get(`${WS}/reports/activity`)).status, 403);
    const permitted = await service.callerFor(shop.credentials, "reports:read");
    assert.equal((await permitted.get(`${WS}/reports/activity`)).status, 200);
  });
});
