import type { OwnerRole } from "../../store/owners/owner.ts";
import type { Scope } from "../scopes.ts";

const READS: readonly Scope[] = [
  "wishlists:read",
  "customers:read",
  "catalogue:read",
  "orders:read",
  "events:read",
  "reports:read",
  "settings:read",
];

/** The scopes of each role at the portal; an empty list means all scopes. */
export const SCOPES_OF_ROLES: Readonly<Record<OwnerRole, readonly Scope[]>> = {
  owner: [],
  marketing: [...READS, "exports:read", "exports:write", "settings:write", "catalogue:write"],
  support: READS,
};

/** Whether a role at the portal has a scope. */
export function hasScope(role: OwnerRole, scope: Scope): boolean {
  const scopes = SCOPES_OF_ROLES[role];
  return scopes.length === 0 || scopes.includes(scope);
}
