import type { Context } from "koa";
import type { Logger } from "pino";
import { type RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import type { Now } from "../../store/redis/clock.ts";
import { type Client, isSecretOf } from "../../store/tenants/client.ts";
import type { Tenant } from "../../store/tenants/tenant.ts";
import type { Tenants } from "../../store/tenants/tenants.ts";
import { digestOf } from "../idempotency/digest.ts";
import { networkOf } from "../middleware/sender-network.ts";
import type { MinuteLog } from "../minute-log.ts";
import { retryAfter } from "../retry-after.ts";
import { refusedBasic, TokenRefusal, type TokenRequest } from "./token-request.ts";

/** The parts that the sign-in of clients needs. */
export interface ClientSignInParts {
  tenants: Tenants;
  /** Counts refused requests by client and address. */
  failures: RateLimiterRedis;
  minuteLog: MinuteLog;
  /** The store's clock. */
  now: Now;
  log: Logger;
}

function badClient(tenantId: string, isBasic: boolean): TokenRefusal {
  const description = "the client is unknown, or the secret is wrong";
  return isBasic ? refusedBasic(tenantId, description) : new TokenRefusal(400, "invalid_client", description);
}

/** Refuses a client that has failed too often from one address; other clients are not affected. */
async function refuseTooMany({ failures }: ClientSignInParts, key: string): Promise<void> {
  const state = await failures.get(key);
  if (state && state.consumedPoints >= failures.points) {
    const headers = retryAfter(state.msBeforeNext);
    throw new TokenRefusal(429, "temporarily_unavailable", "too many refused requests", headers);
  }
}

async function countFailure(
  { failures, minuteLog, log }: ClientSignInParts,
  key: string,
  who: { tenant: string; client?: string; address: string },
): Promise<void> {
  minuteLog.countRefusedSignIn("token requests refused", who.tenant);
  // Rejects with the same result when simultaneous requests exceed the limit.
  const state = await failures.consume(key).catch((err: unknown) => {
    if (err instanceof RateLimiterRes) return err;
    throw err;
  });
  // One request reaches the limit: the lock is logged once.
  if (state.consumedPoints !== failures.points) return;
  const seconds = Math.ceil(state.msBeforeNext / 1000);
  log.warn({ ...who, seconds }, "client locked after too many refused token requests");
}

/**
 * Returns the client of a token request, by its id and secret.
 *
 * @throws {TokenRefusal} for a wrong id or secret, after too many failures, and for a disabled client
 */
export async function signInClient(
  parts: ClientSignInParts,
  ctx: Context,
  tenant: Tenant,
  { clientId, secret, isBasic }: TokenRequest,
): Promise<Client> {
  const client = await parts.tenants.findClient(tenant.id, clientId);
  // All unknown ids of an address have one counter: with one for each id, anybody could fill the store with counters.
  const key = digestOf(tenant.id, client?.id ?? "", networkOf(ctx.ip));
  await refuseTooMany(parts, key);
  if (!isSecretOf(client, secret, parts.now()) || !client) {
    await countFailure(parts, key, {
      tenant: tenant.id,
      ...(client && { client: client.id }),
      address: ctx.ip,
    });
    throw badClient(tenant.id, isBasic);
  }
  if (client.disabled) throw new TokenRefusal(403, "unauthorized_client", "the client is disabled");
  return client;
}
