import { Problem } from "../../ingest/problem.ts";
import type { Answer } from "../answer.ts";
import type { Admissions, Begin } from "./admission.ts";
import type { TenantReads } from "./tenant-reads.ts";
import type { TenantRoom } from "./tenant-room.ts";

/** What limits the concurrent reads of tenants. */
export interface ReadLimits {
  admissions: Admissions;
  tenantReads: TenantReads;
}

/**
 * Runs a read of a tenant, once the process has room for it. `read` calls `begin` after it has checked the request.
 *
 * @throws {Problem} `Unavailable` if the process already has as many reads as it can answer in time
 */
export const admittedRead = (
  { admissions, tenantReads }: ReadLimits,
  tenant: string,
  operation: string,
  read: (begin: Begin) => Promise<Answer>,
  options: { isHeavy?: boolean } = {},
): Promise<Answer> =>
  admissions.reads.run(tenant, (begin) => tenantReads.run(tenant, operation, () => read(begin), options));

const stopping = () =>
  new Problem("Unavailable", { detail: "This process is stopping.", headers: { "Retry-After": "1" } });

/** Refuses all requests of a process that stops if they have not begun, and their rows. */
export function refuseRequests({
  admissions,
  tenantReads,
  tenantRows,
}: ReadLimits & { tenantRows: TenantRoom }): void {
  for (const limit of [admissions.writes, admissions.reads, tenantReads, tenantRows])
    limit.refuseAll(stopping);
}
