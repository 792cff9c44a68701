import type { AuditLog } from "../../../store/tenants/audit-log.ts";
import { storeOf } from "../../../store/tenants/tenant.ts";
import { presentRead } from "../../presenters/reply.ts";
import { type ApiRoute, BAD_REQUEST, route } from "../../route.ts";
import { AuditQuery, AuditResponse } from "../../schemas/tenant/audit.ts";
import { API_PATH } from "../api-path.ts";
import { pageOf, withoutEmpty } from "../query.ts";

/** Returns the route that reads the audit log. Only the audited actions write to the log. */
export function auditRoutes(log: AuditLog): ApiRoute[] {
  return [
    route({
      operation: "listAuditEntries",
      method: "get",
      paths: [`${API_PATH}/audit`],
      tag: "Audit",
      summary: "List the audit log",
      description:
        "Changes of settings, clients, webhook endpoints, exports and keys, exports and erasures of personal data, and commands of the operator, each with the client, owner or operator who requested it. The list has the entries of the store and of the whole tenant, and for an owner at the portal those of all stores, the newest first. Entries are kept for 400 days. They have names and ids; for settings that are switches or numbers, they also have the values before and after. They never have texts that were set.",
      scope: "audit:read",
      query: AuditQuery,
      refusals: BAD_REQUEST,
      conditional: false,
      responses: { 200: { description: "A page of entries.", schema: AuditResponse } },
      async handle({ session, query }) {
        const { pageSize, cursor: before } = withoutEmpty(query);
        const { size } = pageOf({ pageSize });
        const store = session.caller === "owner" ? undefined : storeOf(session.storeKey);
        const page = { store, before, size };
        const { entries, next: cursor } = await log.page(session.tenant.id, page);
        return presentRead(JSON.stringify({ entries, cursor }));
      },
    }),
  ];
}
