import { Unsealable, type Vault } from "./vault.ts";

/** A stored secret: sealed, or in clear text, as before secrets were sealed. */
export interface StoredSecret {
  sealed?: string;
  value?: string;
}

/**
 * Seals a secret for the store, bound to its purpose. Without a vault, it is stored in clear text until a process of
 * the service seals it: the operator's tool can run before the first start of the service, and must not choose the key.
 */
export const sealSecret = (vault: Vault | undefined, secret: string, purpose: string): StoredSecret =>
  vault ? { sealed: vault.seal(secret, purpose) } : { value: secret };

/** Opens a stored secret. @throws {Unsealable} if this process lacks the key that sealed it */
export function openSecret(
  vault: Vault | undefined,
  { sealed, value }: StoredSecret,
  purpose: string,
): string {
  if (sealed === undefined) return value ?? "";
  if (!vault) throw new Unsealable("the secret is sealed, and this process has no key");
  return vault.open(sealed, purpose);
}

/**
 * Returns a stored secret, sealed with the current key. Returns the same object if there is nothing to do, or if no key
 * opens it, because the operator may restore the key.
 */
export function renewSecret<T extends StoredSecret>(vault: Vault | undefined, stored: T, purpose: string): T {
  if (!vault || (stored.sealed !== undefined && vault.isCurrent(stored.sealed))) return stored;
  try {
    const { sealed: _, value: __, ...others } = stored;
    return { ...others, ...sealSecret(vault, openSecret(vault, stored, purpose), purpose) } as T;
  } catch (err) {
    if (err instanceof Unsealable) return stored;
    throw err;
  }
}

/** Returns the secrets that are valid at a time, in milliseconds since 1970, in their order. */
export const validSecrets = <T extends { expires?: number }>(secrets: readonly T[], now: number): T[] =>
  secrets.filter(({ expires }) => expires === undefined || expires > now);

/**
 * Opens secrets, in their order. A replaced secret that no key opens is left out: after its key is lost, the current one
 * works at once.
 *
 * @throws {Unsealable} if this process lacks the key that sealed the current one
 */
export const openSecrets = (
  vault: Vault | undefined,
  secrets: readonly (StoredSecret & { expires?: number })[],
  purpose: string,
): string[] =>
  secrets.flatMap((secret) => {
    try {
      return [openSecret(vault, secret, purpose)];
    } catch (err) {
      if (err instanceof Unsealable && secret.expires !== undefined) return [];
      throw err;
    }
  });

/** Maximum number of replaced secrets that stay valid, so that a record has a bounded size. */
const MAX_REPLACED = 4;

/**
 * Returns replaced secrets, the newest first: each stays valid for `overlapMs`, unless it expires before. Expired
 * secrets are left out, and so are all but the newest {@link MAX_REPLACED}.
 *
 * @param secrets the newest first
 */
export const expiring = <T extends { expires?: number }>(
  secrets: readonly T[],
  now: number,
  overlapMs: number,
): (T & { expires: number })[] =>
  secrets
    .map((secret) => ({ ...secret, expires: Math.min(secret.expires ?? now + overlapMs, now + overlapMs) }))
    .filter(({ expires }) => expires > now)
    .slice(0, MAX_REPLACED);
