import { connect as connectPlain } from "node:net";
import { connect as connectTls } from "node:tls";
import type { Redis } from "ioredis";
import { labelOf, type Login, type ServerAddress } from "../connection/address.ts";
import { openProbe } from "../connection/connect.ts";
import type { TlsCredentials } from "../connection/tls-files.ts";
import { hasTimedOut, wasCutOff } from "../failures.ts";

const TIMEOUT_MS = 5000;
const TLS_TIMEOUT_MS = 1000;

/** A server, and the login to it. */
export interface ProbeTarget {
  endpoint: ServerAddress;
  login: Login;
  tls: TlsCredentials | undefined;
  /** Index of the database, as it is written in the URL. */
  database: string;
}

/** A server cannot be used, and a later attempt will not change that. The message is one sentence without secrets. */
export class Unusable extends Error {}

/** A server cannot be used now; waiting may help. The message is one sentence without secrets. */
export class NotReady extends Error {
  /** Whether the server is starting, so that waiting will help, however long that takes. */
  readonly isStarting: boolean;

  constructor(message: string, isStarting = false) {
    super(message);
    this.isStarting = isStarting;
  }
}

const needsNoTls = (at: string) => `${at} does not speak TLS: the address must start with redis, not rediss`;

/**
 * Explanations of errors, by a pattern of the error's text and code. The first pattern that matches counts. `at` is the
 * server's address.
 */
const FAULTS: [pattern: RegExp, sentence: (at: string, target: ProbeTarget) => string][] = [
  [/^WRONGPASS|^ERR invalid password/, (at) => `the user name or the password for ${at} is wrong`],
  [/^NOAUTH/, (at) => `${at} needs a password, but the address has none`],
  [
    /DB index|not an integer|not allowed in cluster/,
    (at, { database }) => `${at} has no database ${database}`,
  ],
  [
    /^NOPERM/,
    (at, { login }) =>
      `the user ${login.username ?? "default"} of ${at} may not run all commands; docs/redis.md has the required ACL rule`,
  ],
  [/Protocol error|Unknown RESP type/, (at) => `the server at ${at} is not Redis`],
  // The server has answered the start of TLS with something else.
  [/ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)/, needsNoTls],
  [
    /alert certificate required|alert handshake failure/,
    (at) => `${at} needs a client certificate: set REDIS_CERT and REDIS_KEY`,
  ],
  [/alert (unknown ca|bad certificate)/, (at) => `${at} does not trust the certificate of REDIS_CERT`],
  [/ERR_TLS_CERT_ALTNAME/, (at) => `the certificate of ${at} has another name: use a name that is in it`],
  [/CERT_HAS_EXPIRED/, (at) => `the certificate of ${at} has expired`],
  [
    /certificate|CERT_|SELF_SIGNED/i,
    (at) => `the certificate of ${at} is not trusted: set REDIS_CA to its CA`,
  ],
];

/** Whether a server speaks TLS; with `isTls` false, whether it answers a PING like Redis. */
async function speaks({ host, port }: ServerAddress, isTls: boolean): Promise<boolean> {
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
    // An alert also shows that the server speaks TLS.
    socket.once("error", (err: Error) => end(isTls && err.message.includes(" alert ")));
    socket.once("close", () => end(false));
  });
}

/** Returns what is wrong with the choice of TLS; undefined if nothing is wrong. */
async function tlsFaultOf({ endpoint, tls }: ProbeTarget): Promise<string | undefined> {
  if (!(await speaks(endpoint, tls === undefined))) return undefined;
  return tls === undefined
    ? `${labelOf(endpoint)} needs TLS: the address must start with rediss`
    : needsNoTls(labelOf(endpoint));
}

const textOf = (err: unknown) =>
  err instanceof Error ? [err.message, "code" in err ? String(err.code) : ""].join(" ") : String(err);

/** Describes how a connection without any answer has failed. */
function failureOf(err: unknown): string {
  if (hasTimedOut(err)) return "does not answer";
  const code = err instanceof Error && "code" in err ? String(err.code) : "";
  if (code === "ECONNRESET" || (err instanceof Error && wasCutOff(err)))
    return "closes connections without an answer";
  return `cannot be reached (${code || textOf(err).trim()})`;
}

/** Explains an error of a server or a connection. */
async function findingOf(err: unknown, target: ProbeTarget): Promise<Unusable | NotReady> {
  const at = labelOf(target.endpoint);
  const text = textOf(err);
  const isReply = /^[A-Z]+ |DB index/.test(text);
  const fault =
    (isReply ? undefined : await tlsFaultOf(target)) ??
    FAULTS.find(([pattern]) => pattern.test(text))?.[1](at, target);
  if (fault !== undefined) return new Unusable(fault);
  if (isReply) return new NotReady(`${at} answers ${text.trim()}`, text.startsWith("LOADING"));
  return new NotReady(`${at} ${failureOf(err)}: start Redis there, or correct the address`);
}

async function logIn(redis: Redis, { username, password }: Login): Promise<void> {
  if (password === undefined) return;
  await redis.call("AUTH", ...(username === undefined ? [] : [username]), password).catch((err: unknown) => {
    // A server without a password accepts everybody, and so does the library if the address has one.
    if (!String(err).includes("without any password")) throw err;
  });
}

/**
 * Connects to a server, logs in, selects the database, and calls `use`.
 *
 * @throws {Unusable} for failures that a later attempt will not change
 * @throws {NotReady} for all others
 */
export async function askServer<T>(target: ProbeTarget, use: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = openProbe(target.endpoint, target.tls, TIMEOUT_MS);
  let connectionError: Error | undefined;
  redis.on("error", (err: Error) => (connectionError ??= err));
  try {
    await redis.connect();
    await logIn(redis, target.login);
    if (target.database !== "0") await redis.call("SELECT", target.database);
    return await use(redis);
  } catch (err) {
    if (err instanceof Unusable || err instanceof NotReady) throw err;
    throw await findingOf(connectionError ?? err, target);
  } finally {
    redis.disconnect();
  }
}

/**
 * Asks servers one after the other. Resolves to the first answer.
 *
 * @throws {Unusable} if all of them are unusable
 * @throws {NotReady} otherwise
 */
export async function askAny<T>(
  endpoints: readonly ServerAddress[],
  query: (endpoint: ServerAddress) => Promise<T>,
): Promise<T> {
  const failures: unknown[] = [];
  for (const endpoint of endpoints) {
    try {
      return await query(endpoint);
    } catch (err) {
      failures.push(err);
    }
  }
  throw failures.find((err) => err instanceof NotReady) ?? failures[0];
}
