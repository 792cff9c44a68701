import type { IncomingMessage, ServerResponse } from "node:http";
import { Problem } from "../../ingest/problem.ts";
import { type EdgeParts, requestIdOf } from "../middleware/edge.ts";
import { type Admissions, OVERLOADED } from "../overload/admission.ts";
import { HeldConnections } from "./held-connections.ts";
import { Senders } from "./senders.ts";

/** Paths of the API. */
const API = /^\/(?:services\/(?:wsservice|customerservice)\/)?api\//;
/** Made once, because to make an error costs more than the rest of a refusal. */
const PROBLEM = new Problem("Unavailable", { detail: OVERLOADED });

/**
 * Whether a request to the API needs no other layer for its refusal: no CORS, and no file, which is read to its end.
 */
const isPlain = ({ headers }: IncomingMessage, path: string) =>
  API.test(path) &&
  headers.origin === undefined &&
  headers["content-type"]?.startsWith("application/json") !== false;

interface RefusalParts {
  admissions: Admissions;
  /** The tenant of a request, where it is known without verifying its token. */
  tenantOf: (req: IncomingMessage) => string | undefined;
  onRequest: EdgeParts["onRequest"];
}

/**
 * Refuses requests while no more are admitted, before any other layer handles them: in an overload most requests are
 * refused, and the time that a refusal takes is lost to the others. Returns whether it has answered the request.
 */
export function earlyRefusal({
  admissions,
  tenantOf,
  onRequest,
}: RefusalParts): (req: IncomingMessage, res: ServerResponse) => boolean {
  const held = {
    reads: new HeldConnections(admissions.reads),
    writes: new HeldConnections(admissions.writes),
  };
  const senders = new Senders();
  return (req, res) => {
    senders.note(req);
    const { method, url = "" } = req;
    const kind = method === "GET" || method === "HEAD" ? "reads" : "writes";
    const admission = admissions[kind];
    if (admission.room() > 0) return false;
    const [path = ""] = url.split("?", 1);
    if (!isPlain(req, path) || admission.admits(tenantOf(req))) return false;
    const requestId = requestIdOf(req);
    const body = JSON.stringify(PROBLEM.document(path, requestId));
    const retryAfterS = admission.refusals.next();
    res.writeHead(PROBLEM.status, {
      "X-Request-Id": requestId,
      "Content-Type": "application/problem+json",
      "Content-Length": Buffer.byteLength(body),
      "Cache-Control": "no-store",
      "Retry-After": retryAfterS,
    });
    res.end(body);
    if (admission.refusals.areTooMany && senders.isOne(req)) held[kind].hold(req, retryAfterS * 1000);
    onRequest({ operation: "none", status: PROBLEM.status }, 0);
    return true;
  };
}
