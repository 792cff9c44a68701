import { createHmac } from "node:crypto";
import { send, type Service, unique, WS } from "../service.ts";

/** A shop and its secret, which a test registers itself. */
export const SHOP = "fell-and-fjord.myshopify.com";
export const SECRET = "shpss_secret";

/** Returns the signature of a webhook. */
export const sign = (raw: string | Buffer, secret = SECRET) =>
  createHmac("sha256", secret).update(raw).digest("base64");

/** Sends a webhook of {@link SHOP}, signed with {@link SECRET} unless `headers` has another signature. */
export const sendWebhook = (
  { baseUrl }: Service,
  topic: string,
  raw: string | Buffer,
  headers: Record<string, string> = {},
) =>
  send(baseUrl, "POST", `${WS}/shopify/webhooks`, undefined, {
    raw,
    headers: {
      "Content-Type": "application/json",
      "X-Shopify-Topic": topic,
      "X-Shopify-Shop-Domain": SHOP,
      "X-Shopify-Hmac-SHA256": sign(raw),
      "X-Shopify-Webhook-Id": unique("webhook"),
      ...headers,
    },
  });
