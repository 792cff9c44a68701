import { randomBytes } from "node:crypto";
import { exportJWK, generateKeyPair, type JWK } from "jose";
import { decoderOf, listDecoderOf } from "../records/decode.ts";
import { openSecret, renewSecret, sealSecret, type StoredSecret } from "../secrets/stored-secret.ts";
import type { Vault } from "../secrets/vault.ts";

export const SIGNING_ALGORITHM = "ES256";

/** A key pair that signs a tenant's tokens. Its private key is stored as a secret, as JSON. */
export interface SigningKey extends StoredSecret {
  kid: string;
  publicJwk: JWK;
  createdTime: string;
  /** The unsealed private key, as earlier versions stored it. */
  privateJwk?: JWK;
}

/** The key that signs a tenant's tokens. */
export interface Signer {
  kid: string;
  privateJwk: JWK;
}

const purposeOfKey = (tenantId: string, kid: string) => `tenant ${tenantId} ${kid}`;

/** Makes a new key pair for a tenant. Without a vault, its private key is stored in clear text. */
export async function newSigningKey(
  tenantId: string,
  vault: Vault | undefined,
  now: number,
): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true });
  const kid = randomBytes(12).toString("base64url");
  const common = { kid, alg: SIGNING_ALGORITHM, use: "sig" };
  const privateJwk = { ...(await exportJWK(privateKey)), ...common };
  return {
    kid,
    ...sealSecret(vault, JSON.stringify(privateJwk), purposeOfKey(tenantId, kid)),
    publicJwk: { ...(await exportJWK(publicKey)), ...common },
    createdTime: new Date(now).toISOString(),
  };
}

/** Converts a signing key of an older version: its private key becomes the stored secret. */
function readSigningKey({ privateJwk, ...key }: SigningKey): SigningKey {
  return privateJwk ? { value: JSON.stringify(privateJwk), ...key } : key;
}

const decodeSigningKeys = listDecoderOf<SigningKey[]>("list of signing keys", (keys) =>
  keys.map(readSigningKey),
);

/** Decodes the signing keys of a tenant, including those of an older version. */
export const readSigningKeys = (text: string | undefined) => decodeSigningKeys(text ?? "[]");

const decodePrivateKey = decoderOf<JWK>("private key", { needs: "kty" });

/**
 * Returns the private key of a tenant's signing key. @throws {Unsealable} if this process lacks the key that sealed it
 */
export const privateKeyOf = (tenantId: string, key: SigningKey, vault: Vault | undefined): JWK =>
  decodePrivateKey(openSecret(vault, key, purposeOfKey(tenantId, key.kid)));

/** Returns a tenant's signing key, sealed with the current key of the vault; the same object if it already is. */
export const renewedSigningKey = (tenantId: string, key: SigningKey, vault: Vault | undefined): SigningKey =>
  renewSecret(vault, key, purposeOfKey(tenantId, key.kid));
