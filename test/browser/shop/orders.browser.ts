import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { PortalStage, settledPage } from "../../support/portal/pages.ts";
import { newOwner } from "../../support/portal/session.ts";
import { atEnd } from "../../support/redis.ts";
import { type Caller, unique, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { newProduct, wishFor } from "../../support/shop.ts";

const suite = atEnd();
let stage: PortalStage;
let shop: Caller;
let support: { email: string; password: string };
before(async () => {
  stage = await PortalStage.open(suite);
  shop = await stage.service.newCaller();
  support = await newOwner(stage.service, shop.tenantId, { role: "support" });
});

/** Sends an order of the shop; its lines are matched when it resolves. */
async function newOrder(fields: object): Promise<string> {
  const orderRef = `#${unique("o")}/1`;
  const order = { orderRef, createdTime: new Date().toISOString(), ...fields };
  const { status, text } = await shop.post(`${WS}/orders`, { orders: [order] });
  assert.equal(status, 202, text);
  await settled(stage.service);
  return orderRef;
}

describe("orders at the portal", () => {
  it("shows for each order line the fulfilled wish, or the reason why there is none, and links to the customer", async () => {
    const product = await newProduct(shop, { title: "Blue" }, { title: "Parka" });
    const person = { first_name: "Ada", last_name: unique("Berg"), email: `${unique("a")}@example.com` };
    const { item } = await wishFor(shop, product, {}, person);
    assert.ok(item);
    const other = await newProduct(shop);
    await settled(stage.service);
    const { productRef, variantRef } = product;
    const lines = [
      { lineRef: "1", productRef, variantRef, quantity: 1 },
      { lineRef: "2", productRef: other.productRef, variantRef: other.variantRef, quantity: 2 },
      { lineRef: "3", variantRef: unique("nobody"), quantity: 1 },
    ];
    const orderRef = await newOrder({ email: person.email, lines });
    const page = await stage.signedIn("/orders", {}, support);
    await page.getByLabel("Order", { exact: true }).fill(` ${orderRef} `);
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: `Order ${orderRef}` }).waitFor();
    await page.getByText("1 wish fulfilled", { exact: true }).waitFor();
    const rows = page.getByRole("region", { name: "Lines of the order" }).getByRole("row");
    await rows.nth(1).getByText("Parka, Blue").waitFor();
    await rows.nth(1).getByText("In list, found by e-mail address and variant").waitFor();
    await rows.nth(2).getByText("No wish for this variant.", { exact: true }).waitFor();
    await rows.nth(2).getByText("The customer had no open wish for it.", { exact: false }).waitFor();
    await rows.nth(3).getByText("The variant is not known.", { exact: true }).waitFor();
    await page.getByRole("link", { name: `Ada ${person.last_name}` }).click();
    await page.getByRole("heading", { level: 1, name: `Ada ${person.last_name}` }).waitFor();
    // And back from the customer, who has the orders that fulfilled wishes.
    await page.getByRole("link", { name: orderRef, exact: true }).click();
    await page.getByRole("heading", { level: 1, name: `Order ${orderRef}` }).waitFor();
    assert.deepEqual(page.faults, []);
  });

  it("shows that an order does not exist, or is of an unknown customer", async () => {
    const page = await stage.signedIn("/orders/4711", {}, support);
    await page.getByText("No order 4711", { exact: true }).waitFor();
    const email = `${unique("stranger")}@example.com`;
    const orderRef = await newOrder({ email, lines: [{ lineRef: "1", variantRef: "v", quantity: 1 }] });
    await page.goto(`/portal/orders/${encodeURIComponent(orderRef)}`);
    await page.getByText(`${email}, not a customer of this store`, { exact: true }).waitFor();
    await page.getByText("No such customer.", { exact: true }).waitFor();
    assert.equal(await page.getByRole("alert").count(), 0);
    assert.deepEqual(page.faults, []);
  });

  it("lists the orders in a state and of a period, the newest first, page by page, and keeps both filters in the URL", async () => {
    const owner = await stage.service.newCaller();
    const person = await newOwner(stage.service, owner.tenantId, { role: "support" });
    const timeOf = (i: number) => new Date(Date.now() - i * 60_000).toISOString();
    const row = (i: number) => ({
      orderRef: `o-${i}`,
      createdTime: timeOf(i),
      lines: [],
      ...(i < 3 ? { status: "cancelled" } : {}),
    });
    await owner.post(`${WS}/orders`, { orders: Array.from({ length: 23 }, (_, i) => row(i)) });
    await settled(stage.service);
    const page = await stage.signedIn("/orders", {}, person);
    const refs = page.getByRole("region", { name: "Orders" }).locator("td[data-name=Order]");
    await refs.nth(19).waitFor();
    assert.equal(await refs.count(), 20);
    const more = page.getByRole("button", { name: "Show older orders" });
    await more.waitFor();
    const border = await page.evaluate(
      "getComputedStyle(document.querySelector('.more button')).borderTopStyle",
    );
    assert.equal(border, "solid");
    await more.click();
    await refs.nth(22).waitFor();
    const newestFirst = Array.from({ length: 23 }, (_, i) => `o-${i}`);
    assert.deepEqual(await refs.allTextContents(), newestFirst);
    await page.getByLabel("State").selectOption("Cancelled");
    await page.getByText("All rows are shown.").waitFor({ state: "detached" });
    await settledPage(page);
    assert.deepEqual(await refs.allTextContents(), ["o-0", "o-1", "o-2"]);
    await page.getByLabel("State").selectOption("Refunded");
    await page.getByText("No matching orders").waitFor();
    await page.getByLabel("State").selectOption("Cancelled");
    await page.getByLabel("Changed").selectOption("In the last 24 hours");
    await refs.nth(2).waitFor();
    // As after a link, and after Back from an order.
    await page.reload();
    await refs.nth(2).waitFor();
    assert.equal(await refs.count(), 3);
    assert.equal(await page.getByLabel("Changed").inputValue(), "1");
    await refs.first().getByRole("link").click();
    await page.getByText("The order has no lines").waitFor();
    await page.goBack();
    await refs.nth(2).waitFor();
    assert.equal(await page.getByLabel("State").inputValue(), "cancelled");
    assert.deepEqual(page.faults, []);
  });
});
