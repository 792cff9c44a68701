import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { Context } from "koa";
import type { Logger } from "pino";
import type { Feeds, FeedTarget, Send } from "../../actors/feeds.ts";
import type { Reply } from "../../actors/messages.ts";
import type { PersonalData } from "../../actors/personal-data.ts";
import type { Layout } from "../../store/layout.ts";
import type { PrivacyLog } from "../../store/privacy-log.ts";
import type { Shop, Shops } from "../../store/shops.ts";
import type { Tenants } from "../../store/tenants.ts";
import { readJson } from "../body.ts";
import { planCustomer, readCustomer } from "../feeds/customers.ts";
import { readOrder } from "../feeds/orders.ts";
import { readProduct } from "../feeds/products.ts";
import { fieldsOf, invalidRow, type RowError, textIn } from "../feeds/rows.ts";
import { readStock } from "../feeds/stock.ts";
import type { Writes } from "../idempotency.ts";
import { Problem } from "../problem.ts";
import type { PlainRoute } from "../route.ts";
import type { Targets } from "../targets.ts";
import { normalisePhone } from "../validation.ts";

const PATH = "/services/wsservice/api/shopify/webhooks";
const STATUSES = { malformed: 400, invalid: 400 };

export interface ShopifyParts {
  shops: Shops;
  tenants: Tenants;
  writes: Writes;
  feeds: Feeds;
  layout: Layout;
  targets: Targets;
  personalData: PersonalData;
  privacyLog: PrivacyLog;
  /** Has everybody erased that a store knows. */
  eraseStore: (scope: string) => Promise<void>;
  log: Logger;
}

/** Carries out what a webhook tells. Resolves to why it could not, where it is the payload's fault. */
type Handle = (
  parts: ShopifyParts,
  target: FeedTarget,
  body: unknown,
  send: Send,
) => Promise<RowError | undefined>;

/** Not the payload's fault: the platform is to send it again. */
function expectSettled(reply: Reply): void {
  if (!reply.ok && reply.code === "Internal") throw new Problem("Internal");
}

const putOrder: Handle = async ({ feeds }, { scope }, body, send) => {
  const read = readOrder(body);
  if ("error" in read) return read.error;
  expectSettled(await feeds.putOrder(scope, read.order, send));
  return undefined;
};

const putProduct: Handle = async ({ feeds }, target, body, send) => {
  const read = readProduct(body);
  if ("error" in read) return read.error;
  expectSettled(await feeds.putProduct(target, read, send));
  return undefined;
};

const deleteProduct: Handle = async ({ layout }, { scope }, body, send) => {
  const { partition, slot, key } = layout.slotOf("product", scope, textIn(body, "id") ?? "");
  expectSettled(await send({ partition, command: { type: "DeleteProduct", scope, slot, key } }));
  return undefined;
};

const setStock: Handle = async ({ feeds }, target, body, send) => {
  const read = readStock(body);
  if ("error" in read) return read.error;
  const outcome = await feeds.setStock(target, read, send);
  if (typeof outcome !== "string") expectSettled(outcome);
  return undefined;
};

/** A location that is no more has no stock. */
const disconnectStock: Handle = (parts, target, body, send) =>
  setStock(parts, target, { ...fieldsOf(body), available: 0 }, send);

const putCustomer: Handle = async ({ targets }, { scope }, body, send) => {
  const read = readCustomer(body);
  if ("errors" in read) return invalidRow(read.errors);
  const plan = planCustomer(targets, "UpsertCustomer", scope, read.body);
  if (plan) expectSettled(await send(plan));
  return undefined;
};

const deleteCustomer: Handle = async ({ layout }, { scope }, body, send) => {
  const id = textIn(body, "id") ?? "";
  const { partition, slot, key } = layout.slotOfRef(scope, id);
  const command = { type: "DeleteCustomer" as const, scope, slot, key, id, withWishlists: false };
  expectSettled(await send({ partition, command }));
  return undefined;
};

/** The person of a compliance webhook, who may be named by nothing but an e-mail address. */
function personIn({ personalData }: ShopifyParts, scope: string, body: unknown, orders: string) {
  const customer = fieldsOf(fieldsOf(body)["customer"]);
  const refs = fieldsOf(body)[orders];
  return personalData.personOf(scope, {
    customerRef: textIn(customer, "id"),
    email: textIn(customer, "email")?.trim().toLowerCase(),
    phone: normalisePhone(textIn(customer, "phone") ?? ""),
    orderRefs: Array.isArray(refs) ? refs.map(String) : [],
  });
}

const redactCustomer: Handle = async (parts, { scope }, body, send) => {
  const person = await personIn(parts, scope, body, "orders_to_redact");
  const erased = await parts.personalData.erase(person, send);
  const { customerIds } = person;
  const time = new Date().toISOString();
  await parts.privacyLog.add(scope, { kind: "erasure", source: "shopify", time, customerIds, erased });
  return undefined;
};

/** Notes that a person wants to see the data: the retailer answers, with an export. */
const requestData: Handle = async (parts, { scope }, body) => {
  const { customerIds } = await personIn(parts, scope, body, "orders_requested");
  const time = new Date().toISOString();
  await parts.privacyLog.add(scope, { kind: "data_request", source: "shopify", time, customerIds });
  return undefined;
};

/** Has everybody erased, some time after a shop has left; not where another shop feeds the same store. */
const redactShop: Handle = async ({ shops, eraseStore, log }, { scope }) => {
  const ofStore = (await shops.list()).filter((shop) => shop.scope === scope);
  if (ofStore.length > 1)
    log.warn({ scope }, "a shop is to be erased, but another one feeds the same store: nothing is done");
  else await eraseStore(scope);
  return undefined;
};

const TOPICS: Record<string, Handle> = {
  "orders/create": putOrder,
  "orders/updated": putOrder,
  "orders/paid": putOrder,
  "orders/cancelled": putOrder,
  "orders/edited": putOrder,
  "orders/fulfilled": putOrder,
  "orders/partially_fulfilled": putOrder,
  "products/create": putProduct,
  "products/update": putProduct,
  "products/delete": deleteProduct,
  "inventory_levels/update": setStock,
  "inventory_levels/connect": setStock,
  "inventory_levels/disconnect": disconnectStock,
  "customers/create": putCustomer,
  "customers/update": putCustomer,
  "customers/enable": putCustomer,
  "customers/disable": putCustomer,
  "customers/delete": deleteCustomer,
  "customers/redact": redactCustomer,
  "customers/data_request": requestData,
  "shop/redact": redactShop,
};

/** Whether a body is signed with one of a shop's secrets; takes as long for a wrong one, and for no shop at all. */
function isSigned(shop: Shop | undefined, text: string, signature: string): boolean {
  const given = Buffer.from(signature, "base64");
  let found = false;
  for (const { value, expires } of shop?.secrets ?? [{ value: "" }]) {
    const wanted = createHmac("sha256", value).update(text).digest();
    const isEqual = given.length === wanted.length && timingSafeEqual(given, wanted);
    if (isEqual && value !== "" && (expires === undefined || expires > Date.now())) found = true;
  }
  return found;
}

const digestOf = (...parts: string[]) =>
  createHash("sha256").update(parts.join("\0")).digest("base64url").slice(0, 22);

/**
 * Takes Shopify's webhooks. Its commands are applied before the answer, and what follows from them is queued.
 * https://shopify.dev/docs/apps/build/webhooks/subscribe/https
 */
export function shopifyRoutes(parts: ShopifyParts): PlainRoute[] {
  const { shops, tenants, writes, log } = parts;

  async function take(ctx: Context): Promise<void> {
    const { text, value } = await readJson(ctx, STATUSES, () => ({}));
    const shop = await shops.find(ctx.get("X-Shopify-Shop-Domain"));
    const [tenantId = ""] = shop?.scope.split("/") ?? [];
    const tenant = isSigned(shop, text, ctx.get("X-Shopify-Hmac-SHA256"))
      ? await tenants.find(tenantId)
      : undefined;
    if (!shop || tenant?.state !== "active")
      throw new Problem("Unauthorized", {
        detail: "The webhook is not signed by a shop that is known here.",
        headers: { "WWW-Authenticate": "Shopify-Hmac-SHA256" },
      });
    const topic = ctx.get("X-Shopify-Topic").toLowerCase();
    const handle = TOPICS[topic];
    const webhookId = ctx.get("X-Shopify-Webhook-Id");
    if (handle === undefined) {
      log.warn({ topic, shop: shop.domain, webhookId }, "a webhook that nothing is done for");
    } else {
      const { scope } = shop;
      const target = { scope, settings: tenant.settings };
      const idempotency =
        webhookId === ""
          ? undefined
          : { digest: digestOf(scope, "shopify", webhookId), fingerprint: digestOf(topic, text) };
      let part = 0;
      const { result } = await writes.submitMany(idempotency, (send) =>
        handle(parts, target, value, (plan) => send(plan, part++)),
      );
      // Sent again it would be as wrong: it is answered, and the operator told.
      if (result) log.warn({ topic, shop: shop.domain, webhookId, ...result }, "a webhook makes no sense");
    }
    ctx.status = 200;
    ctx.body = {};
  }

  return [
    {
      operation: "takeShopifyWebhook",
      method: "post",
      paths: [PATH],
      tag: "Shopify",
      summary: "Take a webhook of a Shopify shop",
      description:
        "Signed with the secret that the operator has registered for the shop. Topics of orders, products, inventory levels and customers; a delivery that comes again does nothing.",
      responses: {
        200: { description: "Taken." },
        401: { description: "It is not signed by a shop that is known." },
        503: { description: "Send it again later." },
      },
      handle: take,
    },
  ];
}
