import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { PortalStage, settledPage } from "../../support/portal/pages.ts";
import { atEnd } from "../../support/redis.ts";
import { unique, WS } from "../../support/service.ts";

const suite = atEnd();
let stage: PortalStage;
before(async () => {
  stage = await PortalStage.open(suite);
});

/** Counts the formatted times: each row has the same number of them. */
const COUNT_TIMES = `
  window.formatted = 0;
  const { get } = Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, "format");
  Object.defineProperty(Intl.DateTimeFormat.prototype, "format", {
    get() {
      window.formatted++;
      return get.call(this);
    },
  });`;

const FIRST_ROWS = 100;
const NEXT_ROWS = 3;

/** A list that grows when its button is pressed. */
interface LongList {
  name: string;
  path: string;
  /** Label of the table. */
  region: string;
  more: string;
  /** How many times a row has, also in the names of its buttons. */
  timesPerRow?: number;
  /** The addresses of the pages of the list. */
  pages: RegExp;
  rowOf: (number: number, time: string) => object;
  /** Writes a page of the list as the API does. */
  pageOf: (rows: object[], isLast: boolean) => object;
}

const rowsFrom = ({ rowOf }: LongList, first: number, count: number) =>
  Array.from({ length: count }, (_, i) => rowOf(first + i, new Date((first + i) * 60_000).toISOString()));

async function growsByNewRows(list: LongList): Promise<void> {
  const page = await stage.signedIn();
  await page.addInitScript({ content: COUNT_TIMES });
  await page.route(list.pages, (route) => {
    const isFirst = !/[?&](cursor|lastItemId|lastAlertId)=/.test(route.request().url());
    const rows = isFirst ? rowsFrom(list, 0, FIRST_ROWS) : rowsFrom(list, FIRST_ROWS, NEXT_ROWS);
    return route.fulfill({ json: list.pageOf(rows, !isFirst) });
  });
  await page.goto(`/portal${list.path}`);
  const rows = page.getByRole("region", { name: list.region }).locator("tbody tr");
  if (list.name === "waiting list") await page.getByRole("button", { name: "Waiting list" }).click();
  await rows.nth(FIRST_ROWS - 1).waitFor();
  await settledPage(page);
  await page.evaluate("window.formatted = 0");
  await page.getByRole("button", { name: list.more }).click();
  await page.getByText("All rows are shown.").waitFor();
  assert.equal(await rows.count(), FIRST_ROWS + NEXT_ROWS);
  assert.equal(await page.evaluate("window.formatted"), NEXT_ROWS * (list.timesPerRow ?? 1));
  assert.deepEqual(page.faults, []);
}

const withCursor = (name: string) => (rows: object[], isLast: boolean) => ({
  [name]: rows,
  ...(isLast ? {} : { cursor: "next" }),
});

describe("a long list of the portal renders only the new rows when it grows:", () => {
  it("the audit log", () =>
    growsByNewRows({
      name: "audit",
      path: "/audit",
      region: "Audit log",
      more: "Show older entries",
      pages: /\/api\/audit\?/,
      rowOf: (number, time) => ({
        id: `${number}-0`,
        time,
        actor: { kind: "client", id: "program" },
        action: "updateSettings",
        outcome: "done",
      }),
      pageOf: withCursor("entries"),
    }));

  it("the wishes of a wishlist", async () => {
    const { svc_customer_id: customerId } = await stage.caller.newCustomer();
    const { id } = await stage.caller.newWishlist({ customerId, name: "Birthday" });
    const itemsOf = (rows: object[], isLast: boolean) => ({
      wishlistItems: rows,
      ...(isLast ? {} : { lastEvaluatedItemId: `i-${FIRST_ROWS - 1}` }),
    });
    const list: LongList = {
      name: "wishes",
      path: `/customers/${customerId}`,
      region: "Wishes of Birthday",
      more: "Show more wishes",
      pages: /\/api\/(wishlists\/lookup|wishlist\/items)\?/,
      rowOf: (number, createdTime) => ({ id: `i-${number}`, createdTime, product: { productRef: "p" } }),
      pageOf: (rows, isLast) =>
        isLast ? itemsOf(rows, true) : { wishlist: [{ id, name: "Birthday", ...itemsOf(rows, false) }] },
    };
    await growsByNewRows(list);
  });

  it("the alerts of a customer", async () => {
    const { svc_customer_id: customerId } = await stage.caller.newCustomer();
    await growsByNewRows({
      name: "alerts",
      path: `/customers/${customerId}`,
      region: "Alerts, newest first",
      more: "Show older alerts",
      pages: /\/api\/alerts\?/,
      rowOf: (number, createdTime) => ({
        id: `a-${number}`,
        type: "price_drop",
        status: "sent",
        customerId,
        createdTime,
      }),
      pageOf: withCursor("alerts"),
    });
  });

  it("the waiting list of a variant", async () => {
    const [productRef, variantRef] = [unique("p"), unique("v")];
    await stage.caller.post(`${WS}/products`, {
      products: [{ id: productRef, title: "Tent", variants: [{ id: variantRef, inventory_quantity: 0 }] }],
    });
    await growsByNewRows({
      name: "waiting list",
      path: `/catalogue?find=${variantRef}`,
      region: `Waiting list of ${variantRef}`,
      more: "Show more",
      pages: /\/waiting\?/,
      rowOf: (number, since) => ({ itemId: `i-${number}`, customerId: `c-${number}`, since, quantity: 1 }),
      pageOf: withCursor("waiting"),
    });
  });

  it("the files of a store", () =>
    growsByNewRows({
      name: "files",
      path: "/feeds",
      region: "Files of the store",
      more: "Show older files",
      timesPerRow: 2,
      pages: /\/api\/feeds\?/,
      rowOf: (number, createdTime) => ({
        id: `f-${number}`,
        kind: "products",
        status: "finished",
        createdTime,
        counts: { read: 1, applied: { updated: 1 }, rejected: 0 },
      }),
      pageOf: withCursor("feeds"),
    }));
});
