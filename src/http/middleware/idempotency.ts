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

/** Reads the Idempotency-Key of a write. */
export function idempotencyOf(ctx: Context, session: Session, rawBody: string): Idempotency | undefined {
  const key = ctx.req.headers[HEADER];
  if (key === undefined) return undefined;
  if (typeof key !== "string" || key.length > MAX_KEY || !PRINTABLE.test(key) || timesSent(ctx, HEADER) > 1) {
    throw new Problem("InvalidParameter", {
      detail: `Send one Idempotency-Key of 1 to ${MAX_KEY} printable ASCII characters.`,
    });
  }
  return {
    digest: digestOf(session.storeKey, session.clientId, ...shopperOf(session), key),
    fingerprint: digestOf(ctx.method, ctx.url, ctx.get("If-Match"), rawBody),
  };
}
