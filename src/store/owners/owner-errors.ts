import { TenantError } from "../tenants/tenant.ts";

/** The tenant has an owner with this e-mail address. */
export class OwnerExists extends TenantError {
  constructor(tenantId: string, email: string) {
    super(`tenant ${tenantId} has an owner ${email} already`);
  }
}

/** The tenant has no owner with this id, perhaps no longer. */
export class NoOwner extends TenantError {
  constructor(tenantId: string, id: string) {
    super(`tenant ${tenantId} has no owner ${id}`);
  }
}

/** The password, or the session, that a request was checked with is no longer valid. */
export class OutdatedCheck extends TenantError {
  constructor(tenantId: string, id: string) {
    super(`the password or the session of owner ${id} of tenant ${tenantId} has changed meanwhile`);
  }
}

/** No other person of the tenant could manage its owners. */
export class LastOwner extends TenantError {
  constructor(tenantId: string) {
    super(`tenant ${tenantId} would be left without an owner who has a password of their own`);
  }
}
