import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";
import { StartRefused } from "../../../errors/start-refused.ts";

const FILES = { ca: "REDIS_CA", cert: "REDIS_CERT", key: "REDIS_KEY" } as const;
type FileName = (typeof FILES)[keyof typeof FILES];

/** A setting with the path of a TLS file. */
export type TlsSetting = FileName | `JOBS_${FileName}`;

/** Returns the value of a setting. */
export type ReadTlsSetting = (name: TlsSetting) => string | undefined;

/**
 * Texts in PEM: the trusted authorities of a connection, and its own certificate with its key. Without `ca`, the
 * system's authorities are trusted.
 */
export interface TlsCredentials {
  ca?: string;
  cert?: string;
  key?: string;
}

/** Reads a file in PEM. Checks a certificate or a CA bundle here, because a TLS context accepts any text as a CA. */
function readPem(name: TlsSetting, path: string): string {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
    if (!name.endsWith("KEY")) new X509Certificate(text);
  } catch (err) {
    const reason =
      err instanceof Error && "syscall" in err && "code" in err
        ? `cannot be read (${String(err.code)})`
        : "contains no certificate in PEM";
    throw new StartRefused(`${name}: ${path} ${reason}`);
  }
  return text;
}

/**
 * Reads the TLS files of a store. The files of the data's Redis also apply to the job queues' Redis, if that has no
 * files of its own. Returns undefined for a plain connection.
 *
 * @throws {StartRefused} for files that cannot be used
 */
export function readTlsFiles(
  setting: "REDIS_URL" | "JOBS_REDIS_URL",
  isTls: boolean,
  readSetting: ReadTlsSetting,
): TlsCredentials | undefined {
  const given = Object.entries(FILES).flatMap(([part, shared]) => {
    const ownSetting: TlsSetting = setting === "REDIS_URL" ? shared : `JOBS_${shared}`;
    const isOwn = readSetting(ownSetting) !== undefined;
    const name = isOwn ? ownSetting : shared;
    const path = readSetting(name);
    return path === undefined ? [] : [{ part, name, path, isOwn }];
  });
  if (!isTls) {
    const useless = given.find(({ isOwn }) => isOwn);
    if (useless)
      throw new StartRefused(`${useless.name} is for TLS, but ${setting} does not start with rediss`);
    return undefined;
  }
  const credentials: TlsCredentials = Object.fromEntries(
    given.map(({ part, name, path }) => [part, readPem(name, path)]),
  );
  const names = given.map(({ name }) => name).join(", ");
  if ((credentials.cert === undefined) !== (credentials.key === undefined))
    throw new StartRefused(`${names}: a client certificate needs its key, and a key its certificate`);
  try {
    createSecureContext(credentials);
  } catch {
    throw new StartRefused(`${names}: the key cannot be read, or does not belong to the certificate`);
  }
  return credentials;
}
