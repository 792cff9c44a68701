import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";

const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = "v1";

/** No key opens a secret: its key is not known here, or the sealed text was changed. */
export class Unsealable extends Error {}

/** The key that sealed a secret is not known here. */
export class KeyMissing extends Unsealable {}

interface VaultKey {
  id: string;
  key: Buffer;
}

const named = (key: Buffer): VaultKey => ({
  id: createHash("sha256").update("credentials key").update(key).digest("base64url").slice(0, 8),
  key,
});

/**
 * Seals secrets for the store, with AES-256-GCM: `v1.<key>.<base64url of iv, tag and ciphertext>`. Each secret is bound
 * to its purpose, so that it cannot be opened for another purpose. The first key seals; all keys open.
 */
export class Vault {
  readonly #keys: VaultKey[];

  /** Each key must have 32 bytes. */
  constructor(keys: readonly Buffer[]) {
    this.#keys = keys.map(named);
  }

  get #current(): VaultKey {
    const [current] = this.#keys;
    if (!current) throw new KeyMissing("this process does not have the key that seals secrets");
    return current;
  }

  /** Name of the key that seals. It does not reveal the key itself. */
  get keyId(): string {
    return this.#current.id;
  }

  /** Whether a key with this name is known here. */
  knows(keyId: string): boolean {
    return this.#keys.some(({ id }) => id === keyId);
  }

  /** Seals a secret for one purpose, such as a field of one record. */
  seal(secret: string, purpose: string): string {
    const { id, key } = this.#current;
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(purpose));
    const text = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
    return `${VERSION}.${id}.${Buffer.concat([iv, cipher.getAuthTag(), text]).toString("base64url")}`;
  }

  /**
   * Opens a sealed secret.
   *
   * @throws {Unsealable}
   */
  open(sealed: string, purpose: string): string {
    const [, id, text = ""] = sealed.split(".");
    const known = this.#keys.find((key) => key.id === id);
    if (!known) throw new KeyMissing("the secret was sealed with a key that this process does not have");
    const bytes = Buffer.from(text, "base64url");
    try {
      const decipher = createDecipheriv(CIPHER, known.key, bytes.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      })
        .setAAD(Buffer.from(purpose))
        .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return (
        decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, "utf8") + decipher.final("utf8")
      );
    } catch (cause) {
      throw new Unsealable("the sealed secret was changed, or is for another purpose", { cause });
    }
  }

  /** Whether the first key has sealed a secret. */
  isCurrent(sealed: string): boolean {
    return sealed.split(".")[1] === this.#current.id;
  }
}
