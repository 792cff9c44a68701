import { readBudgets } from "../redis/structures/budgets.ts";
import { DEFAULT_STORE } from "./settings/settings.ts";
import { readSettings, settingFieldsIn } from "./settings/stored-settings.ts";
import { readSigningKeys } from "./signing-key.ts";
import type { Tenant } from "./tenant.ts";

/** Reads a tenant from its stored fields. Returns undefined if there are none. */
export function readTenant(id: string, fields: Readonly<Record<string, string>>): Tenant | undefined {
  const { state, createdTime, generation, notBefore, rateLimit, signingKeys } = fields;
  if (state === undefined) return undefined;
  return {
    id,
    state: state === "suspended" ? "suspended" : "active",
    createdTime: createdTime ?? "",
    generation: Number(generation ?? 0),
    notBefore: Number(notBefore ?? 0),
    rateLimit: rateLimit ? Number(rateLimit) : undefined,
    budgets: readBudgets(fields),
    settings: readSettings(fields, DEFAULT_STORE),
    storedSettings: settingFieldsIn(fields),
    signingKeys: readSigningKeys(signingKeys),
  };
}
