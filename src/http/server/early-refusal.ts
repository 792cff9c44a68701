import type { IncomingMessage, ServerResponse } from "node:http";
import { Problem } from "../../ingest/problem.ts";
import { type EdgeParts, requestIdOf } from "../middleware/edge.ts";
import { isNewest } from "../middleware/newest-request.ts";
import { type Admissions, OVERLOADED } from "../overload/admission.ts";
import type { ClaimedTenants } from "../overload/claimed-tenants.ts";
import { HeldConnections } from "./held-connections.ts";
import { Senders } from "./senders.ts";

/** Paths of the API. */
const API = /^\/(?:services\/(?:wsservice|customerservice)\/)?api\//;
/** Created once, because creating an error costs more than the rest of a refusal. */
const PROBLEM = new Problem("Unavailable", { detail: OVERLOADED });

/**
 * Whether a request to the API can be refused without other middleware: it needs no CORS headers, and is not a
 * file upload, whose body must be read.
 */
const isPlain = ({ headers }: IncomingMessage, path: string) =>
  API.test(path) &&
  headers.origin === undefined &&
  headers["content-type"]?.startsWith("application/json") !== false;

interface RefusalParts {
  admissions: Admissions;
  /** Returns the tenant of a request, if it is known without verifying the token. */
  tenantOf: (req: IncomingMessage) => string | undefined;
  claimedTenants: Pick<ClaimedTenants, "of">;
  onRequest: EdgeParts["onRequest"];
  isDraining: EdgeParts["isDraining"];
}

/**
 * Returns a function that refuses requests above the limit before any middleware runs: in an overload, most requests
 * are refused, and each refusal takes time from the other requests. The function returns whether it has answered the
 * request.
 */
export function earlyRefusal({
  admissions,
  tenantOf,
  claimedTenants,
  onRequest,
  isDraining,
}: RefusalParts): (req: IncomingMessage, res: ServerResponse) => boolean {
  const held = {
    reads: new HeldConnections(admissions.reads),
    writes: new HeldConnections(admissions.writes),
  };
  const senders = new Senders();
  return (req, res) => {
    senders.add(req);
    const { method, url = "" } = req;
    const kind = method === "GET" || method === "HEAD" ? "reads" : "writes";
    const admission = admissions[kind];
    if (admission.room() > 0) return false;
    const [path = ""] = url.split("?", 1);
    if (!isPlain(req, path)) return false;
    const tenant = tenantOf(req);
    if (admission.admits(tenant, tenant === undefined ? claimedTenants.of(req) : undefined)) return false;
    const requestId = requestIdOf(req);
    const body = JSON.stringify(PROBLEM.document(path, requestId));
    const retryAfterS = admission.refusals.next();
    const isEnding = isDraining() && isNewest(req);
    res.writeHead(PROBLEM.status, {
      "X-Request-Id": requestId,
      "Content-Type": "application/problem+json",
      "Content-Length": Buffer.byteLength(body),
      "Cache-Control": "no-store",
      "Retry-After": retryAfterS,
      ...(isEnding ? { Connection: "close" } : {}),
    });
    res.end(body);
    if (!isEnding && admission.refusals.areTooMany && senders.isOne(req))
      held[kind].hold(req, retryAfterS * 1000);
    onRequest({ operation: "none", status: PROBLEM.status }, 0);
    return true;
  };
}
