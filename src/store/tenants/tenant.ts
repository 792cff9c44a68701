import type { Budget } from "../redis/structures/budgets.ts";
import { DEFAULT_STORE, type Settings } from "./settings/settings.ts";
import { readSettings } from "./settings/stored-settings.ts";
import type { SigningKey } from "./signing-key.ts";

/** Ids that a tenant may have. */
export const TENANT_ID = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** A retailer. */
export interface Tenant {
  id: string;
  state: "active" | "suspended";
  createdTime: string;
  /** Raised when all tokens are revoked. A token contains the generation under which it was made. */
  generation: number;
  /** When tokens were last revoked, in seconds since 1970; 0 if never. */
  notBefore: number;
  /** Requests per second; undefined for the service's default. */
  rateLimit: number | undefined;
  /** The tenant's own budgets. A missing budget has the service's default. */
  budgets: Partial<Record<Budget, number>>;
  /** The settings of the default store, or of the store in {@link inStore}. */
  settings: Settings;
  /** Stored settings of the tenant and its stores. */
  storedSettings: Readonly<Record<string, string>>;
  /** The first key signs; all keys verify. */
  signingKeys: SigningKey[];
}

/** Returns the tenant of a `<tenant>/<store>`. */
export const tenantOf = (storeKey: string) => storeKey.split("/")[0] ?? "";

/** Returns the store of a `<tenant>/<store>`. */
export const storeOf = (storeKey: string) => storeKey.split("/")[1] ?? DEFAULT_STORE;

/** Returns a tenant with the settings of a store. */
export const inStore = (tenant: Tenant, store: string): Tenant => ({
  ...tenant,
  settings: readSettings(tenant.storedSettings, store),
});

/** A request of the operator cannot be carried out. The message says why. */
export class TenantError extends Error {}

/** There is no such tenant: it never existed, or it was deleted. */
export class NoTenant extends TenantError {
  constructor(id: string) {
    super(`there is no tenant ${id}`);
  }
}

/** There is a tenant with this id already. */
export class TenantExists extends TenantError {
  constructor(id: string) {
    super(`tenant ${id} exists already`);
  }
}

/** The request has a value that is never valid, such as a name with a character that no name has. */
export class InvalidValue extends TenantError {}

/** @throws {InvalidValue} for a text that cannot be the id of a tenant */
export function requireTenantId(text: string): void {
  if (TENANT_ID.test(text)) return;
  throw new InvalidValue(
    "a tenant id must be 1 to 63 lower-case letters, digits or dashes, no dash at an end",
  );
}
