import { connect as connectPlain } from "node:net";
import { connect as connectTls } from "node:tls";
import { setTimeout as pause } from "node:timers/promises";
import { Redis, type RedisOptions } from "ioredis";
import type { Logger } from "pino";
import { StartRefused } from "../start-refused.ts";

const TIMEOUT_MS = 5000;
const TLS_TIMEOUT_MS = 1000;
const RETRY_MS = 500;
const OLDEST = [7, 0] as const;

/** A Redis to look at, as a setting names it. */
export interface StoreToInspect {
  /** Name of the setting, for messages. */
  name: string;
  url: string;
  /** Refuse a server that may lose what it has acknowledged. */
  requirePersistence: boolean;
}

/** What a server answers at the start that no later try changes, by a pattern of the error; `at` is its address. */
const REFUSALS: [pattern: RegExp, sentence: (at: string, db: string) => string][] = [
  [/^WRONGPASS|^ERR invalid password/, (at) => `the user name or the password for ${at} is wrong`],
  [/^NOAUTH/, (at) => `${at} wants a password, and the address has none`],
  [/DB index|not an integer|not allowed in cluster mode/, (at, db) => `${at} has no database ${db}`],
  [/^NOPERM/, (at) => `the user of ${at} may not run all commands`],
  [/Protocol error|Unknown RESP type/, (at) => `what answers at ${at} is no Redis`],
  [/certificate|CERT_|SELF_SIGNED|ERR_TLS_CERT_ALTNAME/i, (at) => `the certificate of ${at} is not trusted`],
];

const fieldOf = (info: string, name: string) => new RegExp(`^${name}:(.*?)\\r?$`, "m").exec(info)?.[1];

/** Why a server is not fit, by its INFO; undefined where it is. */
function faultOf(info: string, at: string): string | undefined {
  const version = fieldOf(info, "redis_version") ?? "0";
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]))
    return `${at} is Redis ${version}, and ${OLDEST.join(".")} or newer is needed`;
  if (fieldOf(info, "redis_mode") === "cluster") return `${at} is a Redis Cluster, which is not served`;
  const policy = fieldOf(info, "maxmemory_policy") ?? "noeviction";
  if (policy !== "noeviction")
    return `${at} has maxmemory-policy ${policy}, which deletes data when memory is short: it must be noeviction`;
  return undefined;
}

/** Whether a server loses acknowledged writes when it ends: without an append-only file it does. */
const isVolatile = (info: string) => fieldOf(info, "aof_enabled") === "0";

/** Whether a server is a primary, by its INFO. */
export const isPrimary = (info: string) => (fieldOf(info, "role") ?? "master") === "master";

/** A connection that says what is wrong, instead of trying again; user and database are chosen by commands. */
function probeOf(url: string): { probe: Redis; options: RedisOptions; at: string } {
  const { options } = new Redis(url, { lazyConnect: true });
  const { host = "localhost", port = 6379, tls, family } = options;
  const probe = new Redis({
    host,
    port,
    ...(tls ? { tls } : {}),
    ...(family === undefined ? {} : { family }),
    protocol: 2,
    lazyConnect: true,
    retryStrategy: null,
    maxRetriesPerRequest: 0,
    enableReadyCheck: false,
    disableClientInfo: true,
    connectTimeout: TIMEOUT_MS,
    commandTimeout: TIMEOUT_MS,
  });
  return { probe, options, at: `${host}:${port}` };
}

/** Logs in, selects the database and asks for INFO. Rejects with what the server or the connection says. */
async function askInfo(url: string): Promise<string> {
  const { probe, options } = probeOf(url);
  let fault: Error | undefined;
  probe.on("error", (err: Error) => (fault ??= err));
  try {
    await probe.connect();
    const { username, password, db } = options;
    if (password)
      await probe.call("AUTH", ...(username ? [username] : []), password).catch((err: unknown) => {
        // A server without a password takes everybody, as a connection of the library's does.
        if (!String(err).includes("without any password")) throw err;
      });
    if (db !== undefined && db !== 0) await probe.select(db);
    return await probe.info();
  } catch (err) {
    throw fault ?? err;
  } finally {
    probe.disconnect();
  }
}

/** Whether a server takes part in TLS, or, without, answers a PING as a Redis does. */
async function speaks(host: string, port: number, isTls: boolean): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = isTls
      ? connectTls({ host, port, rejectUnauthorized: false }, () => end(true))
      : connectPlain({ host, port }, () => socket.write("PING\r\n"));
    const timer = setTimeout(() => end(false), TLS_TIMEOUT_MS);
    const end = (answer: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answer);
    };
    if (!isTls) socket.once("data", (data: Buffer) => end(/^[+-]/.test(data.toString("latin1"))));
    socket.once("error", () => end(false)).once("close", () => end(false));
  });
}

/** What is wrong with the choice of TLS; undefined where nothing is. */
async function tlsFaultOf({
  host = "localhost",
  port = 6379,
  tls,
}: RedisOptions): Promise<string | undefined> {
  const isTls = tls !== undefined;
  if (!(await speaks(host, port, !isTls))) return undefined;
  return isTls
    ? `${host}:${port} does not speak TLS: the address must start with redis://`
    : `${host}:${port} wants TLS: the address must start with rediss://`;
}

/** What no later try changes about an error; undefined where waiting may help. */
function refusalOf(err: unknown, at: string, db: string): string | undefined {
  const text = err instanceof Error ? [err.message, "code" in err ? String(err.code) : ""].join(" ") : "";
  return REFUSALS.find(([pattern]) => pattern.test(text))?.[1](at, db);
}

/**
 * Looks at a Redis before the service uses it, and waits while it can not be reached, loads its data, or is a replica.
 * Throws {@link StartRefused} with one sentence where it can not serve: a wrong password, database, protocol, version
 * or eviction policy. Missing persistence is a warning, or a refusal where it is required.
 */
export async function inspectStore(
  { name, url, requirePersistence }: StoreToInspect,
  signal: AbortSignal,
  log: Logger,
): Promise<void> {
  const { options, at } = probeOf(url);
  const refuse = (reason: string) => new StartRefused(`${name}: ${reason}`);
  let told = "";
  for (;;) {
    signal.throwIfAborted();
    let waitsFor: string;
    try {
      const info = await askInfo(url);
      const fault = faultOf(info, at);
      if (fault !== undefined) throw refuse(fault);
      if (isPrimary(info)) {
        if (!isVolatile(info)) return;
        const risk = `${at} keeps no append-only file: what it has acknowledged is lost when it ends`;
        if (requirePersistence) throw refuse(risk);
        log.warn(`${name}: ${risk}`);
        return;
      }
      waitsFor = `${at} is a replica`;
    } catch (err) {
      if (err instanceof StartRefused) throw err;
      const isConnected = err instanceof Error && /^[A-Z]+ |DB index/.test(err.message);
      const tlsFault = isConnected ? undefined : await tlsFaultOf(options);
      const refusal = tlsFault ?? refusalOf(err, at, new URL(url).pathname.slice(1));
      if (refusal !== undefined) throw refuse(refusal);
      waitsFor = err instanceof Error ? err.message : String(err);
    }
    if (waitsFor !== told) log.warn({ reason: waitsFor }, `${name}: waiting for the store`);
    told = waitsFor;
    await pause(RETRY_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}
