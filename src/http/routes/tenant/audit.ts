import type { AuditLog } from "../../../store/tenants/audit-log.ts";
import { storeOf } from "../../../store/tenants/tenant.ts";
import { presentRead } from "../../presenters/reply.ts";
import { type ApiRoute, BAD_REQUEST, route } from "../../route.ts";
import { AuditQuery, AuditResponse } from "../../schemas/audit.ts";
import { pageOf } from "../query.ts";

/** The route that reads the audit log. Nothing changes it but the actions themselves. */
export function auditRoutes(log: AuditLog): ApiRoute[] {
  return [
    route({
      operation: "listAuditEntries",
      method: "get",
      paths: ["/services/wsservice/api/audit"],
      tag: "Audit",
      summary: "List who changed what",
      description:
        "Changes of settings, clients, webhook endpoints, exports and keys, exports and erasures of personal data, and the operator's commands, with the client, owner or operator who asked for each. Those of the store and of the whole tenant, for an owner at the portal those of all stores, the newest first, for 400 days. Entries have names and ids, and of settings the switches and numbers before and after; never a text that was set.",
      scope: "audit:read",
      query: AuditQuery,
      refusals: BAD_REQUEST,
      conditional: false,
      responses: { 200: { description: "A page of entries.", schema: AuditResponse } },
      async handle({ session, query }) {
        const { size } = pageOf({ pageSize: query.pageSize });
        const store = session.caller === "owner" ? undefined : storeOf(session.storeKey);
        const page = { store, before: query.cursor, size };
        const { entries, next: cursor } = await log.page(session.tenant.id, page);
        return presentRead(JSON.stringify({ entries, cursor }));
      },
    }),
  ];
}
