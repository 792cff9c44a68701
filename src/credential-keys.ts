import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "pino";
import type { Config } from "./config.ts";

const KEY_BYTES = 32;

const isMissing = (err: unknown) => err instanceof Error && "code" in err && err.code === "ENOENT";
const isThere = (err: unknown) => err instanceof Error && "code" in err && err.code === "EEXIST";

/** Makes a key file, unless another process has just done so. */
function makeKeyFile(file: string): void {
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  writeFileSync(draft, randomBytes(KEY_BYTES).toString("base64"), { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (err) {
    if (!isThere(err)) throw err;
  } finally {
    rmSync(draft);
  }
}

function readKeyFile(file: string, log: Logger): string {
  const read = () => readFileSync(file, "utf8").trim();
  try {
    return read();
  } catch (err) {
    if (!isMissing(err)) throw err;
  }
  makeKeyFile(file);
  log.warn({ file }, "a key for credentials was made; several machines need CREDENTIALS_KEYS");
  return read();
}

/** The keys that credentials are sealed with: those of the settings, or one in a file of the data directory. */
export function credentialKeys({ CREDENTIALS_KEYS, DATA_DIR }: Config, log: Logger): Buffer[] {
  if (CREDENTIALS_KEYS.length > 0) return CREDENTIALS_KEYS;
  mkdirSync(DATA_DIR, { recursive: true });
  const key = Buffer.from(readKeyFile(join(DATA_DIR, "credentials.key"), log), "base64");
  if (key.length !== KEY_BYTES) throw new Error("credentials.key in DATA_DIR holds no key of 32 bytes");
  return [key];
}
