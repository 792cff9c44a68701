import { type Scope, SCOPES } from "../../src/http/scopes.ts";

/** Common purposes of clients, with the scopes that they need. */
export const PRESETS: Readonly<Record<string, { title: string; scopes: readonly Scope[] }>> = {
  storefront: {
    title: "Storefront: wishlists and customers",
    scopes: [
      "wishlists:read",
      "wishlists:write",
      "customers:read",
      "customers:write",
      "catalogue:read",
      "events:read",
    ],
  },
  feeds: {
    title: "Feeds: catalogue, stock, orders and customers",
    scopes: ["customers:write", "catalogue:read", "catalogue:write", "orders:read", "orders:write"],
  },
  reading: {
    title: "Reports: reads figures, changes nothing",
    scopes: ["wishlists:read", "catalogue:read", "orders:read", "events:read", "reports:read"],
  },
  everything: { title: "Everything", scopes: Object.keys(SCOPES) as Scope[] },
};

/** Whether two lists have the same scopes. */
export const areSameScopes = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((scope) => other.includes(scope));

/** Returns the name of the preset with exactly these scopes; undefined if there is none. */
export const presetOf = (scopes: readonly string[]): string | undefined =>
  Object.entries(PRESETS).find(([, preset]) => areSameScopes(preset.scopes, scopes))?.[0];
