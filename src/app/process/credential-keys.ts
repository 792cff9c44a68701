import { randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Redis } from "ioredis";
import type { Logger } from "pino";
import { type Config, ConfigError, parseKeys } from "../../config.ts";
import { codeOf } from "../../errors/error-code.ts";
import type { Keys } from "../../store/keys/keys.ts";
import { claimSealingKey, sealingKeyOf } from "../../store/secrets/sealing-key.ts";
import { Vault } from "../../store/secrets/vault.ts";

const KEY_BYTES = 32;

/**
 * Writes a key file that does not exist yet: as a whole, or not at all, for example on a full disk.
 *
 * @param keys in the form of CREDENTIALS_KEYS
 * @throws an error of the system, with the code EEXIST if the file exists
 */
export function writeKeyFile(file: string, keys: string): void {
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  try {
    writeFileSync(draft, keys, { mode: 0o600 });
    linkSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Creates a key file, unless another process has just done so. */
function makeKeyFile(file: string): void {
  try {
    writeKeyFile(file, randomBytes(KEY_BYTES).toString("base64"));
  } catch (err) {
    if (codeOf(err) !== "EEXIST") throw err;
  }
}

/** Returns the path of the key file in a data directory. */
export const keyFile = (dataDir: string) => join(dataDir, "credentials.key");

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (err) {
    throw new ConfigError(`${file} cannot be read (${codeOf(err) ?? String(err)})`);
  }
}

/**
 * Reads the keys in a file, which has the form of CREDENTIALS_KEYS: one key, or several after the restore of a backup
 * with several.
 *
 * @throws {ConfigError} if the file cannot be read, or has no valid key
 */
export function readKeyFile(file: string): Buffer[] {
  const keys = parseKeys(readText(file));
  if (keys.length === 0 || keys.some(({ length }) => length !== KEY_BYTES))
    throw new ConfigError(`${file} does not contain a key of ${KEY_BYTES} bytes in base64`);
  return keys;
}

/**
 * Returns the keys from the settings, or those from the data directory. If `mayMake`, a missing key is created there.
 */
function findKeys({ CREDENTIALS_KEYS, DATA_DIR }: Config, log: Logger, mayMake: boolean): Buffer[] {
  if (CREDENTIALS_KEYS.length > 0) return CREDENTIALS_KEYS;
  const file = keyFile(DATA_DIR);
  if (!existsSync(file)) {
    if (!mayMake) return [];
    mkdirSync(DATA_DIR, { recursive: true });
    makeKeyFile(file);
    log.warn(
      { file },
      "created the key of stored secrets: keep this file; several machines need CREDENTIALS_KEYS instead",
    );
  }
  return readKeyFile(file);
}

/**
 * Opens the vault, with the keys from the settings or from the data directory.
 *
 * @throws {ConfigError} if the stored secrets are sealed with another key
 */
export async function openVault(config: Config, redis: Redis, keys: Keys, log: Logger): Promise<Vault> {
  const known = await sealingKeyOf(redis, keys);
  const vault = new Vault(findKeys(config, log, known === undefined));
  const sealing = known ?? (await claimSealingKey(redis, keys, vault.keyId));
  if (!vault.knows(sealing)) {
    const file = keyFile(config.DATA_DIR);
    const [place, hint] =
      config.CREDENTIALS_KEYS.length > 0
        ? ["not in CREDENTIALS_KEYS", `; without it, the key in ${file} is used`]
        : [`neither in CREDENTIALS_KEYS nor in ${file}`, ""];
    throw new ConfigError(
      `the stored secrets are sealed with the key ${sealing}, which is ${place}: give every process the same CREDENTIALS_KEYS${hint}`,
    );
  }
  return vault;
}
