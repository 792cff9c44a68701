import { keysOf } from "../../collections/keys-of.ts";
import type { Owner } from "../../store/owners/owner.ts";
import type { Owners } from "../../store/owners/owners.ts";
import type { Now } from "../../store/redis/clock.ts";
import type { Client } from "../../store/tenants/client.ts";
import type { Tenants } from "../../store/tenants/tenants.ts";
import { type Scope, SCOPES } from "../scopes.ts";
import { SCOPES_OF_ROLES } from "./roles.ts";

/** The holder of a token: a client, or an owner at the portal. */
export type TokenHolder = Pick<Client, "id" | "store" | "scopes" | "disabled">;

/** Returns the scopes of a client or an owner, in the order of {@link SCOPES}. */
export function scopesOf({ scopes }: Pick<TokenHolder, "scopes">): Scope[] {
  const all = keysOf(SCOPES);
  return scopes.length === 0 ? all : all.filter((scope) => scopes.includes(scope));
}

/** Returns an owner as the holder of a token for one store of the tenant. */
export const ownerAsHolder = ({ id, role, isTemporary }: Owner, store: string): TokenHolder => ({
  id,
  store,
  scopes: [...SCOPES_OF_ROLES[role]],
  disabled: isTemporary,
});

/**
 * Finds the holder of a token by its claims; undefined if the holder does not exist any more, or if the owner's session
 * has ended.
 */
export async function findHolder(
  { tenants, owners, now }: { tenants: Pick<Tenants, "findClient">; owners?: Owners; now: Now },
  { tenantId, id, store, session }: { tenantId: string; id: string; store: string; session: unknown },
): Promise<TokenHolder | undefined> {
  if (session === undefined) return tenants.findClient(tenantId, id);
  if (typeof session !== "string") return undefined;
  const owner = await owners?.ofSession(tenantId, id, session, now());
  return owner && ownerAsHolder(owner, store);
}
