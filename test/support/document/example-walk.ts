import { createHmac } from "node:crypto";
import type { Json } from "../service.ts";
import type { Call } from "./example-call.ts";
import { platformSdk } from "./example-walk-sdk.ts";

/** The data that the walk needs in addition to the API. */
export interface WalkContext {
  tenantId: string;
  clientId: string;
  clientSecret: string;
  /** Address of a receiver that accepts webhooks, and refuses the first message of an export. */
  hookUrl: string;
  shop: { domain: string; secret: string };
  /** Returns the last part of the link to unsubscribe in a customer's e-mail. */
  linkOf: (customerId: string) => string;
}

const ADA = {
  email: "ada@shop.example",
  first_name: "Ada",
  last_name: "Lovelace",
  phone: "+493012345678",
  accepts_marketing: true,
  marketing_opt_in_level: "confirmed_opt_in",
};

async function customersAndWishlists(call: Call): Promise<void> {
  await call("createCustomer", { body: { id: "c-1001", ...ADA } });
  await call("uploadCustomers", {
    body: {
      customers: [
        { id: "c-1002", email: "grace@shop.example", first_name: "Grace" },
        { id: "c-1003", email: "not an address" },
      ],
    },
  });
  await call("updateCustomer", { body: { id: "c-1001", note: "Prefers e-mail.", tags: "vip, outdoor" } });
  await call("findCustomer", { params: { customerRef: "c-1001" } });
  await call("listCustomers", { query: { pageSize: 1 } });
  await call("searchCustomers", { body: { text: "lovel" } });
  await call("lookupCustomers", { body: { refs: ["c-1001", "c-9999"] } });
  await call("createWishlist", {
    body: { customerRef: "c-1001", wishlistRef: "birthday", name: "Birthday", isPrivate: false },
  });
  await call("updateWishlist", {
    body: { wishlistRef: "birthday", description: "For the 10th of December" },
  });
}

async function catalogueAndItems(call: Call): Promise<void> {
  const variants = [
    { variantRef: "tent-2", sku: "T-2", title: "2 persons", price: "349.00", currency: "EUR", available: 0 },
    { variantRef: "tent-3", sku: "T-3", title: "3 persons", price: "429.00", currency: "EUR", available: 4 },
  ];
  await call("putProducts", {
    body: { productRef: "tent", title: "Tent", url: "https://shop.example/products/tent", variants },
  });
  const item = await call("createItem", {
    body: {
      wishlistRef: "birthday",
      wishlistItemRef: "first",
      notifyMe: true,
      product: { productRef: "tent", selectedVariantRef: "tent-2" },
      attributeGroups: { gift: { attributes: { occasion: "birthday" } } },
    },
  });
  const { items } = await call("addItems", {
    body: {
      wishlistRef: "birthday",
      itemRef: [
        { productRef: "tent", selectedVariantRef: "tent-3", wishlistItemRef: "second" },
        { productRef: "stove", selectedVariantRef: "stove-1" },
      ],
    },
  });
  await call("updateItemByRef", { params: { ref: "second" }, body: { notifyMe: true } });
  await call("updateItemById", {
    params: { id: items[1].id },
    body: { product: { selectedVariantRef: "stove-2", oldVariantRef: "stove-1" } },
  });
  await call("getItemById", { params: { id: item.id } });
  await call("getItemByRef", { params: { ref: "first" } });
  await call("listItems", { query: { wishlistRef: "birthday", pageSize: 1 } });
  await call("getWishlist", { query: { wishlistRef: "birthday", pageSize: 2 } });
  await call("lookupWishlists", { query: { customerRef: "c-1001" } });
  await call("createWishlist", { body: { customerRef: "c-1001", wishlistRef: "camping", name: "Camping" } });
  const moved = await call("moveItems", {
    body: { wishlistRef: "birthday", toWishlistRef: "camping", itemId: [items[1].id] },
  });
  await call("copyItems", {
    body: { wishlistRef: "camping", toWishlistRef: "birthday", itemId: [moved.items[0].id] },
  });
  const { guestToken } = await call("createWishlist", { body: { guest: true, name: "Favourites" } });
  await call("claimWishlist", { body: { guestToken, customerRef: "c-1001", mode: "keep" } });
  await call("getProduct", { params: { ref: "tent" } });
  await call("getVariant", { params: { ref: "tent-3" } });
  await call("lookupVariants", { body: { refs: ["tent-3", "T-2", "tent-9"] } });
}

async function sharing(call: Call): Promise<void> {
  const { id } = await call("getWishlist", { query: { wishlistRef: "birthday" } });
  const share = await call("createShare", {
    params: { id },
    body: { displayName: "Ada", expires: "2100-01-01T00:00:00Z" },
  });
  await call("listShares", { params: { id } });
  await call("getSharedWishlist", { params: { token: share.token }, query: { pageSize: 2 } });
  await call("showSharedWishlist", { params: { token: share.token } });
  await call("revokeShare", { params: { id, shareId: share.id } });
}

async function stockAlertsAndOrders(call: Call): Promise<void> {
  await call("updateSettings", { body: { alerts: { holdSeconds: 0 }, currency: "EUR" } });
  await call("getSettings");
  await call("setStockLevels", {
    body: [
      { sku: "T-2", available: 5 },
      { sku: "T-9", available: 1 },
    ],
  });
  await call("listAlerts", {
    query: { customerRef: "c-1001" },
    until: ({ alerts }) => alerts.length === 1 && alerts[0].status === "sent",
  });
  await call("listWaiting", {
    params: { ref: "tent-2" },
    until: ({ waiting }) => waiting.length === 1,
  });
  await call("listWaves");
  await call("previewAlertMail", { query: { language: "de" } });
  await call("explainAlert", { query: { customerRef: "c-1001", variantRef: "tent-2" } });
  await call("putOrders", {
    body: {
      orderRef: "o-1",
      email: ADA.email,
      createdTime: new Date().toISOString(),
      currency: "EUR",
      lines: [{ lineRef: "1", productRef: "tent", variantRef: "tent-2", quantity: 1, price: "349.00" }],
    },
  });
  await call("getOrder", { params: { ref: "o-1" }, until: ({ lines }) => lines[0].matched !== undefined });
}

async function lists(call: Call): Promise<void> {
  await call("listWishlists", { query: { pageSize: 1 }, until: ({ wishlists }) => wishlists.length === 1 });
  await call("listOrders", { query: { status: "open" } });
  await call("listProducts", { query: { pageSize: 1 } });
  const { alerts } = await call("listStoreAlerts", { query: { type: "back_in_stock" } });
  await call("retryAlertMail", { params: { id: alerts[0].id } });
  await call("retryAlertMails", { body: { ids: [alerts[0].id] } });
}

async function files(call: Call): Promise<void> {
  const csv = "text/csv";
  const feed = await call("feedStockLevels", { type: csv, body: "sku,available\nT-2,8\nT-3,many\n" });
  const isDone = ({ status }: Json) => status === "finished";
  await call("getFeed", { params: { feedId: feed.id }, until: isDone });
  await call("listFeeds", { query: { pageSize: 10 } });
  await call("getFeedErrors", { params: { feedId: feed.id }, query: { limit: 10 } });
  const product = {
    productRef: "stove",
    title: "Stove",
    variants: [{ variantRef: "stove-2", price: "59.00" }],
  };
  await call("feedProducts", { type: "application/x-ndjson", body: `${JSON.stringify(product)}\n` });
  await call("feedCustomers", { type: csv, body: "id,email\nc-1004,alan@shop.example\n" });
  await call("feedOrders", {
    type: csv,
    body: "orderRef,createdTime,lineRef,quantity,sku\no-2,2030-01-02T12:00:00Z,1,1,T-3\n",
  });
}

async function webhooks(call: Call, { hookUrl }: WalkContext): Promise<void> {
  const { id } = await call("createWebhookEndpoint", {
    body: { url: `${hookUrl}/alerts`, events: ["alert.*"] },
  });
  const params = { id };
  await call("listWebhookEndpoints");
  await call("getWebhookEndpoint", { params });
  await call("updateWebhookEndpoint", { params, body: { description: "Alerts for the app" } });
  await call("testWebhookEndpoint", { params });
  await call("listWebhookDeliveries", { params, until: ({ deliveries }) => deliveries.length === 1 });
  const { deliveries } = await call("listWebhookDeliveries", { params });
  await call("getWebhookDelivery", { params: { ...params, eventId: deliveries[0].eventId } });
  await call("rotateWebhookSecret", { params });
  await call("replayWebhooks", { params, body: { since: "2026-01-01T00:00:00Z" } });
  await call("deleteWebhookEndpoint", { params });
}

async function exportsAndReports(call: Call, { hookUrl }: WalkContext): Promise<void> {
  const { id } = await call("createExport", {
    body: { name: "Nightly", connector: { type: "webhook", url: `${hookUrl}/wishes` }, mode: "changed" },
  });
  const params = { id };
  await call("updateExport", {
    params,
    body: { schedule: { cron: "0 3 * * *", timezone: "Europe/Berlin" } },
  });
  await call("listExports");
  await call("getExport", { params });
  const run = await call("startExportRun", { params });
  const runParams = { ...params, run: run.id };
  await call("getExportRun", { params: runParams, until: ({ finishedTime }) => finishedTime !== undefined });
  await call("listExportRuns", { params });
  await call("cancelExportRun", { params: runParams });
  await call("redriveExportRun", { params: runParams });
  await call("deleteExport", { params });
  await call("listChanges", { query: { limit: 2 } });
  await call("reportMostWished", {
    query: { limit: 5 },
    until: ({ rows }) => rows.length > 0,
  });
  await call("reportUnmetDemand", { query: { limit: 5 } });
  await call("reportConversions", { query: { limit: 5 }, until: ({ rows }) => rows.length > 0 });
  await call("reportActivity", { until: ({ rows }) => rows.length > 0 });
  await call("reportGuests");
}

async function platform(call: Call, { shop, linkOf }: WalkContext): Promise<void> {
  const body = JSON.stringify({ inventory_item_id: 808950810, location_id: 905684977, available: 6 });
  await call("takeShopifyWebhook", {
    body,
    headers: {
      "X-Shopify-Topic": "inventory_levels/update",
      "X-Shopify-Shop-Domain": shop.domain,
      "X-Shopify-Webhook-Id": "b54557e4-bdd9-4b37-8a5f-bf7d70bcd043",
      "X-Shopify-Hmac-Sha256": createHmac("sha256", shop.secret).update(body).digest("base64"),
    },
  });
  const { svc_customer_id } = await call("findCustomer", { params: { customerRef: "c-1001" } });
  const token = linkOf(svc_customer_id);
  await call("askToUnsubscribe", { params: { token } });
  await call("unsubscribe", { params: { token } });
}

async function clients(call: Call): Promise<void> {
  const { clientId: id } = await call("createClient", {
    body: { scopes: ["wishlists:read", "wishlists:write"] },
  });
  await call("listClients");
  await call("updateClient", { params: { id }, body: { scopes: ["wishlists:read"], disabled: true } });
  await call("rotateClientSecret", { params: { id }, body: { overlapSeconds: 3600 } });
  await call("deleteClient", { params: { id } });
}

async function deletions(call: Call): Promise<void> {
  await call("exportPersonalData", { body: { customerRef: "c-1001" } });
  await call("deleteItemByRef", { params: { ref: "second" } });
  const { wishlistItems } = await call("getWishlist", { query: { wishlistRef: "birthday" } });
  await call("deleteItemById", {
    params: { id: wishlistItems[0].id },
    query: { purchasedAndRemoved: true },
  });
  await call("deleteProduct", { params: { ref: "tent" } });
  await call("deleteWishlist", { query: { wishlistRef: "birthday" } });
  await call("createWishlist", { body: { customerRef: "c-1001", name: "Camping" } });
  await call("deleteWishlists", { query: { customerRef: "c-1001" } });
  await call("erasePersonalData", { body: { customerRef: "c-1001" } });
  await call("listPrivacyRequests", { query: { limit: 10 } });
  await call("listAuditEntries", { query: { pageSize: 1 } });
  await call("deleteCustomer", { params: { customerRef: "c-1002" } });
}

/** Calls each operation of the API at least once, in the order in which a retailer would use it. */
export async function walk(call: Call, around: WalkContext): Promise<void> {
  const { tenantId, clientId, clientSecret } = around;
  await call("isLive");
  await call("isReady");
  await call("getMetrics");
  await call("discoverRealm", { params: { tenant: tenantId } });
  await call("listKeys", { params: { tenant: tenantId } });
  await call("issueToken", {
    params: { tenant: tenantId },
    type: "application/x-www-form-urlencoded",
    body: { grant_type: "client_credentials", client_id: clientId, client_secret: clientSecret },
  });
  await customersAndWishlists(call);
  await catalogueAndItems(call);
  await sharing(call);
  await stockAlertsAndOrders(call);
  await lists(call);
  await platformSdk(call);
  await files(call);
  await webhooks(call, around);
  await exportsAndReports(call, around);
  await clients(call);
  await platform(call, around);
  await deletions(call);
}
