export { type ClientOptions, createWishlistClient, type WishlistClient } from "./client.ts";
export { alerts, changes, items, type PagedPath, type PageOf, pages, wishlists } from "./pages.ts";
export { type Problem, Refused } from "./refused.ts";
export type { components, operations, paths } from "./schema.ts";
export { verifyWebhook, type WebhookEvent, WebhookVerificationError } from "./webhooks.ts";
