import { createHmac, timingSafeEqual } from "node:crypto";
import type { Context } from "koa";
import { defined } from "../../../collections/defined.ts";
import { ownValue } from "../../../collections/own-value.ts";
import { Problem, sentenceOf } from "../../../ingest/problem.ts";
import { addsData } from "../../../ingest/shopify/removals.ts";
import { shapeErrorsOf } from "../../../ingest/shopify/shapes.ts";
import type { TopicParts } from "../../../ingest/shopify/topic.ts";
import { TOPICS } from "../../../ingest/shopify/topics.ts";
import type { Shop } from "../../../store/tenants/shops.ts";
import type { Tenant } from "../../../store/tenants/tenant.ts";
import type { Tenants } from "../../../store/tenants/tenants.ts";
import type { CommandGateway, WriteTerms } from "../../idempotency/command-gateway.ts";
import { digestOf } from "../../idempotency/digest.ts";
import { stateOf } from "../../koa-context.ts";
import { parseBody, parsingTurn, readJsonBytes } from "../../middleware/body/read-body.ts";
import type { LoadLimits } from "../../middleware/endpoint.ts";
import type { PlainRoute } from "../../route.ts";
import { API_PATH } from "../api-path.ts";

const PATH = `${API_PATH}/shopify/webhooks`;
const STATUSES = { malformed: 400, invalid: 400 };

interface WebhookParts extends TopicParts {
  tenants: Tenants;
  writes: CommandGateway;
}

interface ShopifyParts extends WebhookParts {
  load: LoadLimits;
}

/**
 * Whether a body is signed with one of a shop's secrets. The check takes the same time for a wrong signature
 * and for an unknown shop.
 */
function isSigned(secrets: readonly string[], body: Buffer, signature: string): boolean {
  const given = Buffer.from(signature, "base64");
  let found = false;
  for (const secret of secrets.length > 0 ? secrets : [""]) {
    const wanted = createHmac("sha256", secret).update(body).digest();
    if (given.length === wanted.length && timingSafeEqual(given, wanted) && secret !== "") found = true;
  }
  return found;
}

/** Returns when the webhook's event happened: the webhook may arrive hours later, after failed attempts. */
function triggeredTime(ctx: Context): string | undefined {
  const ms = Date.parse(ctx.get("X-Shopify-Triggered-At"));
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}

/** Refuses a body that does not match the topic: the header with the topic is not part of the signature. */
function refuseWrongShape(topic: string, body: unknown, shop: string): void {
  const errors = shapeErrorsOf(topic, body, shop);
  if (errors.length === 0) return;
  throw new Problem("InvalidInput", {
    status: STATUSES.invalid,
    detail: `The body does not match the topic ${topic}: ${sentenceOf(errors)}`,
    errors,
  });
}

/**
 * Returns the shop that signed a body, and its tenant.
 *
 * @throws if no shop of an active tenant signed it
 */
async function signerOf(
  { shops, tenants, now }: WebhookParts,
  ctx: Context,
  body: Buffer,
): Promise<{ shop: Shop; tenant: Tenant }> {
  const shop = await shops.find(ctx.get("X-Shopify-Shop-Domain"));
  const secrets = shop ? shops.secretsOf(shop, now()) : [];
  if (isSigned(secrets, body, ctx.get("X-Shopify-Hmac-SHA256")) && shop) {
    const tenant = await tenants.findFor(shop.storeKey);
    if (tenant?.state === "active") return { shop, tenant };
  }
  throw new Problem("Unauthorized", {
    detail: "The signature is not from a registered shop.",
    headers: { "WWW-Authenticate": "Shopify-Hmac-SHA256" },
  });
}

/** A webhook whose signature is valid. */
interface SignedWebhook {
  shop: Shop;
  tenant: Tenant;
  topic: string;
  /** Id that is the same for each delivery of the webhook; empty if Shopify sent none. */
  webhookId: string;
  text: string;
  body: unknown;
  /** See {@link WriteTerms}. */
  spareBytes: WriteTerms["spareBytes"];
  /**
   * Whether the webhook only removes data, and the tenant has used up its keys: nothing is then stored for it, neither
   * an answer under its id nor a mark of a record that does not exist.
   */
  leavesNothing: boolean;
}

/** Sends the commands of a webhook, once for each webhook id. */
async function applyWebhook(
  parts: WebhookParts,
  ctx: Context,
  { shop, tenant, topic, webhookId, text, body, spareBytes, leavesNothing }: SignedWebhook,
): Promise<void> {
  const { writes, log } = parts;
  const handle = ownValue(TOPICS, topic);
  if (handle === undefined) {
    log.warn({ topic, shop: shop.domain, webhookId }, "a webhook topic is not supported");
    return;
  }
  refuseWrongShape(topic, body, shop.domain);
  const { storeKey } = shop;
  const isSpent = spareBytes !== undefined;
  const { settings } = tenant;
  const target = { storeKey, settings, shop, webhookId, leavesNothing, ...(isSpent ? { isSpent } : {}) };
  const idempotency =
    webhookId === "" || leavesNothing
      ? undefined
      : {
          digest: digestOf(storeKey, "shopify", webhookId),
          fingerprint: digestOf(topic, text),
          tenant,
          isAlwaysAccepted: !addsData(topic),
        };
  let part = 0;
  const { result } = await writes.submitMany({ idempotency, spareBytes }, (send, attempt) => {
    const { isRetry, isDone, firstTime } = attempt;
    const arrivedTime = triggeredTime(ctx) ?? (isRetry ? firstTime : undefined);
    const timed = { ...target, isDone, ...defined({ arrivedTime }) };
    return handle(parts, timed, body, (plan) => send(plan, part++));
  });
  // Another delivery would have the same error, so the webhook is accepted, and logged for the operator.
  if (result) log.warn({ topic, shop: shop.domain, webhookId, ...result }, "a webhook has an invalid body");
}

/**
 * Returns the route that receives Shopify's webhooks. The commands of a webhook are applied before the answer; jobs
 * that follow from them are queued. https://shopify.dev/docs/apps/build/webhooks/subscribe/https
 */
const takeShopifyWebhook = ({ load, ...parts }: ShopifyParts): PlainRoute => ({
  operation: "takeShopifyWebhook",
  method: "post",
  paths: [PATH],
  tag: "Shopify",
  summary: "Receive a webhook of a Shopify shop",
  description:
    "The webhook must be signed with the secret that the operator registered for the shop. Topics of orders, products, inventory levels and customers are supported. A repeated delivery changes nothing.",
  responses: {
    200: { description: "The webhook is accepted.", type: "application/json" },
    400: { description: "The body is not JSON, or does not match the topic." },
    401: { description: "The signature is not from a registered shop." },
    409: { description: "The first delivery with this X-Shopify-Webhook-Id is still being applied." },
    413: { description: "The body is larger than 1 MiB." },
    415: { description: "The media type of the body is not JSON, or the body has a content encoding." },
    422: { description: "The X-Shopify-Webhook-Id was used for another topic or body." },
    429: { description: "The tenant sends too many requests, or has used up a budget; see Retry-After." },
    503: { description: "The service is unavailable. Send the webhook again later." },
  },
  async handle(ctx) {
    const bytes = await readJsonBytes(ctx);
    const signer = await signerOf(parts, ctx, bytes);
    const { tenant } = signer;
    stateOf(ctx).tenant = tenant.id;
    load.claimedTenants.addShop(signer.shop.domain, tenant.id);
    await load.limits.count(ctx, tenant);
    await parsingTurn(ctx, bytes);
    const { text, value: body } = parseBody(bytes, STATUSES);
    const topic = ctx.get("X-Shopify-Topic").toLowerCase();
    if (addsData(topic)) load.jobsBudget.check(tenant);
    const spareBytes = load.storedBudget.spareBytes(tenant);
    const webhookId = ctx.get("X-Shopify-Webhook-Id");
    const leavesNothing = !addsData(topic) && load.keysBudget.isSpent(tenant);
    // Without an id there is no key that would count the mark of the deletion.
    if (webhookId === "" && !addsData(topic)) load.keysBudget.count(tenant);
    const webhook = { ...signer, topic, webhookId, text, body, spareBytes, leavesNothing };
    await load.admissions.writes.run(tenant.id, async (begin) => {
      const slot = begin();
      if (slot) {
        await slot;
        // The tenant may have been deleted meanwhile.
        await signerOf(parts, ctx, bytes);
      }
      return applyWebhook(parts, ctx, webhook);
    });
    ctx.status = 200;
    ctx.body = {};
  },
});

/** Returns the routes of shops on a shop platform. */
export const shopifyRoutes = (parts: ShopifyParts): PlainRoute[] => [takeShopifyWebhook(parts)];
