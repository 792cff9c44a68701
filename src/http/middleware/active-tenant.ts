import { Problem } from "../../ingest/problem.ts";
import { NoTenant, type Tenant } from "../../store/tenants/tenant.ts";
import type { KnownTenants } from "../auth/known-tenants.ts";
import { RecordGone } from "../known-outcome.ts";

/** @throws 403 if the tenant is suspended or was deleted */
export function requireActive<T extends Pick<Tenant, "state">>(
  tenant: T | undefined,
  headers: Record<string, string> = {},
): asserts tenant is T {
  if (tenant?.state === "active") return;
  throw new Problem("Forbidden", { detail: "The tenant is suspended.", headers });
}

/** Whether a write failed because data that it needs is gone, as after the deletion of the tenant. */
const isDataGone = (err: unknown) =>
  err instanceof NoTenant ||
  err instanceof RecordGone ||
  (err instanceof Problem && err.cause instanceof RecordGone);

/**
 * Runs a write. If its data is gone because the tenant is being deleted, it gets the refusal that the next requests of
 * the tenant get.
 */
export async function refusedAfterDeletion<T>(
  known: Pick<KnownTenants, "find" | "refresh">,
  tenantId: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (err) {
    if (!isDataGone(err)) throw err;
    // The deletion may have begun a moment ago.
    await known.refresh();
    requireActive(await known.find(tenantId), err instanceof Problem ? err.headers : {});
    throw err;
  }
}
