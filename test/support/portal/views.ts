import type { Page } from "playwright-core";
import { settledPage } from "./pages.ts";
import type { FilledShop } from "./shop.ts";

/** A view behind a row or a button of a page. */
export interface BehindView {
  name: string;
  path: string;
  /** Heading of the page. */
  title: string;
  /** Opens the view. */
  open?: (page: Page) => Promise<void>;
}

const press = (name: string) => async (page: Page) => {
  // A button of a row also names the row.
  await page
    .getByRole("button", { name: new RegExp(`^${name}(: |$)`) })
    .first()
    .click();
  await page.getByRole("dialog").waitFor();
};

async function explain(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Why no alert?" }).first().click();
  await page.getByRole("button", { name: "Explain" }).click();
  await page.locator(".rules").first().waitFor();
}

/** Returns all views that the pages of the menu do not show at first. */
export function viewsBehind(shop: FilledShop): BehindView[] {
  const customer = { path: `/customers/${shop.customerRef}`, title: shop.customerName };
  const webhook = { path: `/webhooks/${shop.endpointId}`, title: "Webhook endpoint" };
  const anExport = { path: `/exports/${shop.exportId}`, title: "Partner platform" };
  return [
    { name: "customer", ...customer, open: explain },
    { name: "customer-links", ...customer, open: press("Links") },
    {
      name: "order",
      path: `/orders/${encodeURIComponent(shop.orderRef)}`,
      title: `Order ${shop.orderRef}`,
    },
    { name: "order-unknown", path: "/orders/none", title: "Order none" },
    { name: "webhook", ...webhook },
    { name: "webhook-delivery", ...webhook, open: press("Show") },
    { name: "webhook-new", path: "/webhooks", title: "Webhooks", open: press("Add an endpoint") },
    { name: "export", ...anExport },
    { name: "export-rejected", ...anExport, open: rejected },
    { name: "export-new", path: "/exports", title: "Exports", open: press("Add an export") },
    { name: "variant", path: `/catalogue?find=${shop.variantRef}`, title: "Catalogue", open: whoWaits },
    { name: "feed", path: "/feeds", title: "Feeds", open: (page) => findFeed(page, shop.feedId) },
    { name: "feed-details", path: "/feeds", title: "Feeds", open: press("Details") },
    { name: "person-new", path: "/people", title: "People", open: press("Invite somebody") },
    { name: "client-new", path: "/clients", title: "Clients and stores", open: press("Add a client") },
    {
      name: "privacy-found",
      path: "/privacy",
      title: "Privacy",
      open: (page) => look(page, shop.customerRef),
    },
  ];
}

async function rejected(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Show \d/ }).click();
  await page.getByRole("region", { name: "Rejected records" }).waitFor();
}

async function whoWaits(page: Page): Promise<void> {
  const asking = page.getByRole("button", { name: "Waiting list" });
  await asking.first().waitFor();
  // The answer replaces the button.
  while ((await asking.count()) > 0) await asking.first().click();
  await settledPage(page);
}

async function findFeed(page: Page, id: string): Promise<void> {
  await page.getByLabel("Feed id").fill(id);
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await page.getByRole("region", { name: "Rejected rows" }).waitFor();
}

async function look(page: Page, customerRef: string): Promise<void> {
  await page.getByLabel("Identified by").selectOption("customerRef");
  await page.getByLabel("Value").fill(customerRef);
  await page.getByRole("button", { name: "Show what is stored" }).click();
  await page.getByRole("heading", { name: "Stored data" }).waitFor();
}
