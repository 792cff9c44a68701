import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { newIdFor } from "../idempotency/new-id.ts";
import { decoderOf } from "../records/decode.ts";
import { validSecrets } from "../secrets/stored-secret.ts";
import { DEFAULT_STORE } from "./settings/settings.ts";
import { InvalidValue } from "./tenant.ts";

export const STORE_REF = /^[A-Za-z0-9_.-]{1,64}$/;

interface Secret {
  /** SHA-256, in base64url. The secrets have 256 random bits, so a slow hash would add no security. */
  hash: string;
  /** When it stops working, in milliseconds since 1970; absent for the current one. */
  expires?: number;
}

/** The credentials of a caller. */
export interface Client {
  id: string;
  /** Store that the client is bound to. */
  store: string;
  /** Scopes of the client; empty for all. */
  scopes: string[];
  disabled: boolean;
  secrets: Secret[];
  createdTime: string;
}

/** Reads a stored client. */
export const decodeClient = decoderOf<Client>("client", { needs: "id" });

/** Returns the stores of a tenant with these clients: the default store, and the stores that clients are bound to. */
export const storesOf = (clients: readonly Client[]): string[] => [
  ...new Set([DEFAULT_STORE, ...clients.map(({ store }) => store)]),
];

/** Credentials of a client, which are shown only once. */
export interface Credentials {
  tenantId: string;
  clientId: string;
  clientSecret: string;
}

const ID_BYTES = 8;

/** Returns the hash of a secret, which is stored instead of the secret. */
export const hashOf = (secret: string) => createHash("sha256").update(secret).digest();

/**
 * Whether a secret is a valid secret of the client. This takes the same time for a wrong secret, and without a client.
 */
export function isSecretOf(client: Client | undefined, secret: string, now: number): boolean {
  const given = hashOf(secret);
  let found = false;
  const valid = validSecrets(client?.secrets ?? [], now);
  for (const { hash } of valid.length > 0 ? valid : [{ hash: "" }]) {
    const known = Buffer.alloc(given.length);
    Buffer.from(hash, "base64url").copy(known);
    if (timingSafeEqual(given, known) && hash !== "") found = true;
  }
  return found;
}

/** Returns an id for a new client: the same id for each attempt of a request that is repeated under `repeatKey`. */
export const newClientId = (tenantId: string, repeatKey?: string): string =>
  `${tenantId}-${newIdFor(ID_BYTES, repeatKey)}`;

/**
 * Makes a new client with its secret.
 *
 * @throws {InvalidValue} if the name of the store is not valid
 */
export function newClient(
  tenantId: string,
  { store, scopes }: { store?: string; scopes?: string[] },
  now: number,
) {
  if (store !== undefined && !STORE_REF.test(store)) {
    throw new InvalidValue("a store must be 1 to 64 letters, digits, dots, dashes or underscores");
  }
  const clientSecret = randomBytes(32).toString("base64url");
  const client: Client = {
    id: newClientId(tenantId),
    store: store ?? DEFAULT_STORE,
    scopes: scopes ?? [],
    disabled: false,
    secrets: [{ hash: hashOf(clientSecret).toString("base64url") }],
    createdTime: new Date(now).toISOString(),
  };
  return { client, credentials: { tenantId, clientId: client.id, clientSecret } satisfies Credentials };
}
