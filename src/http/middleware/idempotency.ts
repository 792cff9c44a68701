import type { Context } from "koa";
import { invalidParameter } from "../../ingest/problem.ts";
import type { Session } from "../auth/session.ts";
import { digestOf } from "../idempotency/digest.ts";
import type { Idempotency } from "../idempotency/key-claims.ts";
import { timesSent } from "./authenticate.ts";

const HEADER = "idempotency-key";

const MAX_KEY = 255;

const PRINTABLE = /^[\x20-\x7E]+$/;

/** Returns what separates the keys of a shopper from those of the client that got the shopper's token. */
const shopperOf = ({ shopper }: Session) => (shopper ? [shopper.subject] : []);

/** The meaning of a write besides its query. It does not depend on the spelling of the address. */
export interface WriteMeaning {
  operation: string;
  /** Parameters of the path, decoded. */
  params: Record<string, string>;
  ifMatch: readonly string[] | undefined;
  /** The body as it was sent. */
  rawBody: string;
}

/** Writes values by their names, in a fixed order. */
const inOrder = (values: object) =>
  JSON.stringify(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)));

/**
 * Returns the same text for the same request. These differences do not count: a slash at the end of the path,
 * percent-encoding, the order of query parameters and entity tags, and another path of the same operation.
 */
const fingerprintOf = (query: object, { operation, params, ifMatch, rawBody }: WriteMeaning) =>
  digestOf(
    operation,
    inOrder(params),
    inOrder(query),
    ifMatch === undefined ? "" : JSON.stringify([...ifMatch].sort()),
    rawBody,
  );

/**
 * Reads the Idempotency-Key of a write.
 *
 * @throws {Problem} `InvalidParameter` if the key is not valid
 */
export function idempotencyOf(
  ctx: Context,
  session: Session,
  meaning: WriteMeaning,
): Idempotency | undefined {
  const key = ctx.req.headers[HEADER];
  if (key === undefined) return undefined;
  if (typeof key !== "string" || key.length > MAX_KEY || !PRINTABLE.test(key) || timesSent(ctx, HEADER) > 1) {
    throw invalidParameter(
      "Idempotency-Key",
      `must be one value of 1 to ${MAX_KEY} printable ASCII characters`,
    );
  }
  return {
    digest: digestOf(session.storeKey, session.clientId, ...shopperOf(session), key),
    fingerprint: fingerprintOf(ctx.query, meaning),
    tenant: session.tenant,
    formerFingerprint: () => digestOf(ctx.method, ctx.url, ctx.get("If-Match"), meaning.rawBody),
  };
}
