/** Every scope with its description. */
export const SCOPES = {
  "wishlists:read": "Read wishlists and their items",
  "wishlists:write": "Create, change and delete wishlists and their items",
  "customers:read": "Read customers",
  "customers:write": "Create, change and delete customers",
  "catalogue:read": "Read products and their stock",
  "catalogue:write": "Send products and stock",
  "orders:read": "Read orders and the wishes that they bought",
  "orders:write": "Send orders",
  "events:read": "Read changes, alerts and webhook endpoints",
  "events:write": "Create, change and delete webhook endpoints, and send e-mails of alerts again",
  "reports:read": "Read reports",
  "exports:read": "Read exports and their runs",
  "exports:write": "Create, change, delete and run exports",
  "exports:personal": "Create and change exports of private wishlists, or of customers without consent",
  "settings:read": "Read the tenant's settings",
  "settings:write": "Change the tenant's settings",
  "clients:read": "Read the API clients of the tenant",
  "clients:write": "Create, change and delete API clients, with at most the scopes of the caller",
  "privacy:read": "Export all stored data of a person",
  "privacy:write": "Erase all stored data of a person",
  "audit:read":
    "Read who changed settings, endpoints, exports, clients and keys, and who exported or erased personal data",
  "tokens:exchange": "Get shoppers' tokens, each for one customer or one guest",
} as const satisfies Record<string, string>;

/** A permission of a client. */
export type Scope = keyof typeof SCOPES;

/**
 * The scopes of writes to the data of shoppers and the catalogue, which callers send all the time. They are in the
 * change feed instead of the audit log, and their changes create jobs.
 */
const DATA_WRITES = new Set<Scope>(["wishlists:write", "customers:write", "catalogue:write", "orders:write"]);

/** Whether a scope permits writes to the data of shoppers and the catalogue: {@link DATA_WRITES}. */
export const isDataWrite = (scope: Scope): boolean => DATA_WRITES.has(scope);
