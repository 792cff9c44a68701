import { Unsealable, type Vault } from "./vault.ts";

/** A secret as it is stored: sealed, or in the clear, as it was stored before secrets were sealed. */
export interface StoredSecret {
  sealed?: string;
  value?: string;
}

/**
 * A secret for the store, bound to its place. Without a vault it stays in the clear until a process of the service
 * seals it: the operator's tool can work before the service's first start, and must not choose the key.
 */
export const sealSecret = (vault: Vault | undefined, secret: string, purpose: string): StoredSecret =>
  vault ? { sealed: vault.seal(secret, purpose) } : { value: secret };

/** Opens a stored secret. Throws {@link Unsealable} where it is sealed with a key that is not known here. */
export function openSecret(
  vault: Vault | undefined,
  { sealed, value }: StoredSecret,
  purpose: string,
): string {
  if (sealed === undefined) return value ?? "";
  if (!vault) throw new Unsealable("the secret is sealed, and no key is known here");
  return vault.open(sealed, purpose);
}

/**
 * A stored secret, sealed with the current key. It is the same object where nothing is to be done, and where no key
 * opens it: the operator may still bring the key back.
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

/**
 * Secrets that another one takes the place of: each works for `overlapMs` more, unless it ends before. Those that have
 * ended are left out.
 */
export const expiring = <T extends { expires?: number }>(
  secrets: readonly T[],
  now: number,
  overlapMs: number,
): (T & { expires: number })[] =>
  secrets
    .map((each) => ({ ...each, expires: Math.min(each.expires ?? now + overlapMs, now + overlapMs) }))
    .filter(({ expires }) => expires > now);
