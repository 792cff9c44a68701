import type { Logger } from "pino";
import { defined } from "../../collections/defined.ts";
import { Problem } from "../../ingest/problem.ts";
import { type AuditEntry, type AuditLog, underAudit } from "../../store/tenants/audit-log.ts";
import { storeOf } from "../../store/tenants/tenant.ts";
import { shorten } from "../../text/shorten.ts";
import type { Answer } from "../answer.ts";
import { type ApiRequest, type ApiRoute, isRead } from "../route.ts";
import { isDataWrite } from "../scopes.ts";

/** Whether requests to a route are in the audit log: all writes except {@link isDataWrite}. */
export const isAudited = (route: Pick<ApiRoute, "method" | "idempotency" | "scope">): boolean =>
  !isRead(route) && ![route.scope].flat().every(isDataWrite);

/**
 * Limits of an entry. Entries are kept for long, and callers choose the parameters of paths and some names of members,
 * such as those of an export's mapping.
 */
const MAX_TARGET = 255;
const MAX_NAMES_BYTES = 1000;

/**
 * Returns the names of the members of a body, such as `alerts.holdSeconds`. Values are not logged, because they may be
 * secrets or personal data. A member whose own members have very long or very many names has only its own name.
 */
export const membersOf = (body: unknown): string[] =>
  Object.entries(body ?? {}).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return [name];
    const fields = Object.keys(value).map((field) => `${name}.${field}`);
    return Buffer.byteLength(fields.join()) <= MAX_NAMES_BYTES ? fields : [name];
  });

/** Returns a target with shortened values. No entity has a longer id. */
const shortTarget = (target: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(target).map(([name, value]) => [name, shorten(value, MAX_TARGET)]));

/** Writes the audit log of requests. */
export class RequestAudit {
  readonly #audit: AuditLog;
  readonly #log: Logger;

  constructor(audit: AuditLog, log: Logger) {
    this.#audit = audit;
    this.#log = log;
  }

  /**
   * Answers a request with an entry in the log: the caller, the operation, the target, the names of the members that
   * were sent, and the changes.
   */
  async under(
    route: Pick<ApiRoute, "operation" | "changes">,
    request: ApiRequest,
    target: Record<string, string>,
    answer: () => Promise<Answer>,
  ): Promise<Answer> {
    const { session, requestId, body } = request;
    const members = membersOf(body);
    const changes = (await route.changes?.(request)) ?? [];
    const entry: AuditEntry = {
      actor: { kind: session.caller, id: session.clientId },
      action: route.operation,
      store: storeOf(session.storeKey),
      requestId,
      ...defined({
        target: Object.keys(target).length > 0 ? target : undefined,
        members: members.length > 0 ? members : undefined,
        changes: changes.length > 0 ? changes : undefined,
      }),
    };
    return this.record(session.tenant.id, entry, answer);
  }

  /** Runs an action with an entry in the log. */
  record<T>(tenant: string, given: AuditEntry, act: () => Promise<T>): Promise<T> {
    const entry = { ...given, ...(given.target ? { target: shortTarget(given.target) } : {}) };
    const { requestId, action, store } = entry;
    const { kind, id } = entry.actor;
    return underAudit(this.#audit, { tenant, entry }, act, {
      outcomeOf: (err) => (err instanceof Problem && err.status < 500 ? "refused" : "failed"),
      onEnd: (outcome) =>
        this.#log.info({ requestId, tenant, store, [kind]: id, action, outcome }, "audited action ended"),
      onUnrecorded: (err) =>
        this.#log.error({ err, requestId, tenant }, "the outcome of an action is not in the audit log"),
    });
  }
}
