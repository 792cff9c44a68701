import assert from "node:assert/strict";
import { connect } from "node:net";
import { before, describe, it } from "node:test";
import { importJWK, type JWK, type JWTHeaderParameters, type JWTPayload, SignJWT } from "jose";
import type { Credentials } from "../../../src/store/tenants/client.ts";
import type { SigningKey } from "../../../src/store/tenants/signing-key.ts";
import type { Cleanup } from "../redis.ts";
import {
  type Answer,
  type Caller,
  CS,
  given,
  type Json,
  type Service,
  startService,
  tokenRequest,
  unique,
  WS,
} from "../service.ts";

export const ITEMS = `${WS}/wishlist/items`;
export const LIST = `${WS}/wishlists`;

/** The target of the attacks: a service, two of its tenants, and the signing key of the first tenant. */
export let service: Service;
export let shop: Caller & { credentials: Credentials };
export let other: Caller & { credentials: Credentials };
export let key: SigningKey;

export const signingKeyOf = async ({ tenantId }: Caller) =>
  given((await service.tenants.find(tenantId))?.signingKeys[0]);

/** The tests register tenants without a vault, so their keys are not encrypted. */
const privateJwkOf = ({ value }: SigningKey) => JSON.parse(given(value)) as JWK;

export const product = () => ({ productRef: unique("p"), selectedVariantRef: unique("v") });
export const grant = { grant_type: "client_credentials" };
export const form = () => ({
  ...grant,
  client_id: shop.credentials.clientId,
  client_secret: shop.credentials.clientSecret,
});
export const token = (fields: Record<string, string>, options = {}) =>
  tokenRequest(service.baseUrl, shop.tenantId, fields, options);
export const withToken = (value: string | undefined, headers = {}) =>
  shop.get(`${LIST}?id=x`, {
    headers: { Authorization: value === undefined ? undefined : `Bearer ${value}`, ...headers },
  });

/** Sends bytes unchanged. Resolves to the answer, when the server closes the connection or is silent for `quietMs`. */
export function raw(bytes: string | string[], quietMs = 500): Promise<string> {
  return new Promise((resolve) => {
    let text = "";
    let quiet: NodeJS.Timeout | undefined;
    const socket = connect(Number(new URL(service.baseUrl).port), "127.0.0.1", () => {
      for (const part of [bytes].flat()) socket.write(part);
    });
    const end = () => {
      socket.destroy();
      resolve(text);
    };
    socket.on("data", (chunk) => {
      text += chunk.toString();
      clearTimeout(quiet);
      quiet = setTimeout(end, quietMs);
    });
    socket.on("error", end).on("close", end);
  });
}
export const statusOf = (text: string) => Number(text.slice(9, 12));

export const claims = (): JWTPayload => {
  const now = Math.floor(Date.now() / 1000);
  return {
    iss: `http://wishlist.test/auth/realms/${shop.tenantId}`,
    aud: "wishlist-service",
    sub: shop.credentials.clientId,
    client_id: shop.credentials.clientId,
    scope: "wishlists:read",
    tenant: shop.tenantId,
    store: "default",
    gen: 0,
    iat: now,
    exp: now + 60,
    jti: unique("jti"),
  };
};

/** Returns a changed token. It is signed with the tenant's own key by default. */
export async function forge(
  changes: JWTPayload = {},
  header: Partial<JWTHeaderParameters> = {},
  signer: SigningKey = key,
): Promise<string> {
  const payload = Object.fromEntries(
    Object.entries({ ...claims(), ...changes }).filter(([, value]) => value !== undefined),
  );
  const protectedHeader = { alg: "ES256", kid: signer.kid, typ: "at+jwt", ...header };
  return new SignJWT(payload)
    .setProtectedHeader(protectedHeader)
    .sign(await importJWK(privateJwkOf(signer), "ES256"));
}

/** Returns a token with any header, payload and signature. */
export const paste = (header: object, payload: object, signature = "") =>
  [JSON.stringify(header), JSON.stringify(payload)]
    .map((part) => Buffer.from(part).toString("base64url"))
    .join(".") + `.${signature}`;

/**
 * Creating a wishlist, an item and a customer: bodies are refused with 405, 405 and 405, malformed ones with 405, 400
 * and 400.
 */
const CREATES = [LIST, ITEMS, `${CS}/customers`];

export interface Attack {
  /** Number of the threat. */
  t: number;
  what: string;
  /** Runs alone, because it measures the resources of the process. */
  isAlone?: boolean;
  run: () => Promise<unknown>;
}

export async function expectStatus(
  status: number | number[],
  answers: Promise<Answer<Json>>[],
): Promise<Answer<Json>[]> {
  const all = await Promise.all(answers);
  for (const [i, answer] of all.entries()) {
    assert.ok(
      [status].flat().includes(answer.status),
      `${i}: ${answer.status} instead of ${String(status)}: ${answer.text.slice(0, 200)}`,
    );
  }
  return all;
}

/**
 * Sends a body to the three endpoints that create something, and expects refusals. `malformed`: the body is not JSON.
 */
export async function expectRefused(
  rawBody: string | Buffer,
  { malformed }: { malformed: boolean },
): Promise<void> {
  const statuses = malformed ? [405, 400, 400] : [405, 405, 405];
  for (const [i, path] of CREATES.entries()) {
    const { status, body } = await shop.post(path, undefined, { raw: rawBody });
    assert.equal(status, statuses[i], `${path} ${rawBody.toString().slice(0, 60)}`);
    assert.equal(body.code, malformed ? "MalformedRequest" : "InvalidInput");
  }
}

/** Runs attacks against their own service: concurrently, except those that must run alone. */
export function describeAttacks(suite: Cleanup, name: string, attacks: readonly Attack[]): void {
  describe(name, () => {
    before(async () => {
      service = await startService(suite, { TOKEN_FAILURES: "1000" });
      shop = await service.newCaller();
      other = await service.newCaller();
      key = await signingKeyOf(shop);
    });
    for (const isAlone of [false, true]) {
      const some = attacks.filter((each) => (each.isAlone ?? false) === isAlone);
      if (some.length > 0)
        describe(isAlone ? "alone" : "at the same time", { concurrency: !isAlone }, () => {
          for (const { t, what, run } of some)
            it(`T${t}: ${what}`, async () => {
              await run();
            });
        });
    }
  });
}
