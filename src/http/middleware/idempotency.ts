import type { Context } from "koa";
import { Problem } from "../../ingest/problem.ts";
import type { Session } from "../auth/sessions.ts";
import { digestOf } from "../idempotency/digest.ts";
import type { Idempotency } from "../idempotency/key-claims.ts";
import { timesSent } from "./authenticate.ts";

const HEADER = "idempotency-key";

const MAX_KEY = 255;

const PRINTABLE = /^[\x20-\x7E]+$/;

/** Shoppers have keys of their own, beside those of the client that got their tokens. */
const shopperOf = ({ shopper }: Session) => (shopper ? [shopper.subject] : []);

/** What a write means besides its query, however its address is spelt. */
export interface WriteMeaning {
  operation: string;
  /** Parameters of the path, decoded. */
  params: Record<string, string>;
  ifMatch: readonly string[] | undefined;
  /** As it was sent. */
  rawBody: string;
}

/** Values by their names, in one order. */
const inOrder = (values: object) =>
  JSON.stringify(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)));

/**
 * The same text for the same request. A slash at the end of the path, the percent-encoding, the order of the query's
 * parameters and of the entity tags, and another path of the same operation do not make it another request.
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
 * @throws {Problem} `InvalidParameter` where it is no key
 */
export function idempotencyOf(
  ctx: Context,
  session: Session,
  meaning: WriteMeaning,
): Idempotency | undefined {
  const key = ctx.req.headers[HEADER];
  if (key === undefined) return undefined;
  if (typeof key !== "string" || key.length > MAX_KEY || !PRINTABLE.test(key) || timesSent(ctx, HEADER) > 1) {
    throw new Problem("InvalidParameter", {
      detail: `Send one Idempotency-Key of 1 to ${MAX_KEY} printable ASCII characters.`,
    });
  }
  return {
    digest: digestOf(session.storeKey, session.clientId, ...shopperOf(session), key),
    fingerprint: fingerprintOf(ctx.query, meaning),
    formerFingerprint: () => digestOf(ctx.method, ctx.url, ctx.get("If-Match"), meaning.rawBody),
  };
}
