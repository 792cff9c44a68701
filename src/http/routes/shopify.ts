import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { Context } from "koa";
import type { Logger } from "pino";
import type { Feeds, FeedTarget, Send } from "../../actors/feeds.ts";
import type { Reply } from "../../actors/messages.ts";
import type { Layout } from "../../store/layout.ts";
import type { References } from "../../store/references.ts";
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
  references: References;
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

async function eraseCustomer(
  { layout }: ShopifyParts,
  scope: string,
  refOrId: string,
  withWishlists: boolean,
  send: Send,
): Promise<void> {
  const { partition, slot, key } = layout.slotOfRef(scope, refOrId);
  const command = { type: "DeleteCustomer" as const, scope, slot, key, id: refOrId, withWishlists };
  expectSettled(await send({ partition, command }));
}

const deleteCustomer: Handle = async (parts, { scope }, body, send) => {
  await eraseCustomer(parts, scope, textIn(body, "id") ?? "", false, send);
  return undefined;
};

/** Erases a person, who may be named by nothing but an e-mail address. */
const redactCustomer: Handle = async (parts, { scope }, body, send) => {
  const customer = fieldsOf(fieldsOf(body)["customer"]);
  const id = textIn(customer, "id");
  if (id !== undefined) await eraseCustomer(parts, scope, id, true, send);
  const email = textIn(customer, "email")?.trim().toLowerCase();
  const phone = normalisePhone(textIn(customer, "phone") ?? "");
  const holders = await Promise.all([
    email === undefined ? undefined : parts.references.customerWith(scope, "email", email),
    phone === undefined ? undefined : parts.references.customerWith(scope, "phone", phone),
  ]);
  for (const holder of new Set(holders)) if (holder) await eraseCustomer(parts, scope, holder, true, send);
  return undefined;
};

/** What each topic does. Those that Shopify demands of every app and that a person has to answer are only noted. */
const TOPICS: Record<string, Handle | "noted"> = {
  "orders/create": putOrder,
  "orders/updated": putOrder,
  "orders/paid": putOrder,
  "orders/cancelled": putOrder,
  "orders/edited": putOrder,
  "orders/fulfilled": putOrder,
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
  "customers/data_request": "noted",
  "shop/redact": "noted",
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
    if (handle === undefined || handle === "noted") {
      log.warn({ topic, shop: shop.domain, webhookId }, "a webhook that nothing is done for");
    } else {
      const { scope } = shop;
      const target = { scope, alerts: tenant.settings.alerts };
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
