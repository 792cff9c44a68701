import { connect as connectPlain } from "node:net";
import { connect as connectTls } from "node:tls";
import type { Redis } from "ioredis";
import { labelOf, type Login, type ServerAddress } from "../address.ts";
import { openProbe } from "../connect.ts";
import type { TlsCredentials } from "../tls-files.ts";

const TIMEOUT_MS = 5000;
const TLS_TIMEOUT_MS = 1000;

/** A server, and how to get in. */
export interface ProbeTarget {
  endpoint: ServerAddress;
  login: Login;
  tls: TlsCredentials | undefined;
  /** Index of the database, as it was written. */
  database: string;
}

/** A server cannot be used, and no later try changes that. The message is one sentence, and holds no secret. */
export class Unusable extends Error {}

/** A server cannot be used now; waiting may help. The message is one sentence, and holds no secret. */
export class NotYet extends Error {
  /** The server is getting ready, however long that takes. */
  readonly isComing: boolean;

  constructor(message: string, isComing = false) {
    super(message);
    this.isComing = isComing;
  }
}

/** What is wrong by a pattern of the error's text and code; `at` is the server's address. The first that fits counts. */
const FAULTS: [pattern: RegExp, sentence: (at: string, target: ProbeTarget) => string][] = [
  [/^WRONGPASS|^ERR invalid password/, (at) => `the user name or the password for ${at} is wrong`],
  [/^NOAUTH/, (at) => `${at} wants a password, and the address has none`],
  [
    /DB index|not an integer|not allowed in cluster/,
    (at, { database }) => `${at} has no database ${database}`,
  ],
  [
    /^NOPERM/,
    (at, { login }) =>
      `the user ${login.username ?? "default"} of ${at} may not run all commands; docs/operations.md has the ACL rule that is needed`,
  ],
  [/Protocol error|Unknown RESP type/, (at) => `what answers at ${at} is no Redis`],
  [
    /alert certificate required|alert handshake failure/,
    (at) => `${at} wants a client certificate: set REDIS_CERT and REDIS_KEY`,
  ],
  [/alert (unknown ca|bad certificate)/, (at) => `${at} does not trust the certificate of REDIS_CERT`],
  [/ERR_TLS_CERT_ALTNAME/, (at) => `the certificate of ${at} has another name: use a name that is in it`],
  [/CERT_HAS_EXPIRED/, (at) => `the certificate of ${at} has expired`],
  [
    /certificate|CERT_|SELF_SIGNED/i,
    (at) => `the certificate of ${at} is not trusted: set REDIS_CA to its CA`,
  ],
];

/** Whether a server takes part in TLS, or, without, answers a PING as a Redis does. */
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
    // An alert is spoken in TLS too.
    socket.once("error", (err: Error) => end(isTls && err.message.includes(" alert ")));
    socket.once("close", () => end(false));
  });
}

/** What is wrong with the choice of TLS; undefined where nothing is. */
async function tlsFaultOf({ endpoint, tls }: ProbeTarget): Promise<string | undefined> {
  if (!(await speaks(endpoint, tls === undefined))) return undefined;
  return tls === undefined
    ? `${labelOf(endpoint)} wants TLS: the address must start with rediss`
    : `${labelOf(endpoint)} does not speak TLS: the address must start with redis, not rediss`;
}

const textOf = (err: unknown) =>
  err instanceof Error ? [err.message, "code" in err ? String(err.code) : ""].join(" ") : String(err);

/** What an error of a server or a connection means. */
async function findingOf(err: unknown, target: ProbeTarget): Promise<Unusable | NotYet> {
  const at = labelOf(target.endpoint);
  const text = textOf(err);
  const isReply = /^[A-Z]+ |DB index/.test(text);
  const fault =
    (isReply ? undefined : await tlsFaultOf(target)) ??
    FAULTS.find(([pattern]) => pattern.test(text))?.[1](at, target);
  if (fault !== undefined) return new Unusable(fault);
  if (isReply) return new NotYet(`${at} answers ${text.trim()}`, text.startsWith("LOADING"));
  const reason = err instanceof Error && "code" in err ? String(err.code) : text.trim();
  return new NotYet(`${at} cannot be reached (${reason}): start Redis there, or correct the address`);
}

async function logIn(redis: Redis, { username, password }: Login): Promise<void> {
  if (password === undefined) return;
  await redis.call("AUTH", ...(username === undefined ? [] : [username]), password).catch((err: unknown) => {
    // A server without a password takes everybody, as a connection of the library's does.
    if (!String(err).includes("without any password")) throw err;
  });
}

/**
 * Uses a server over a connection of its own: logs in, selects the database, and calls `use`. Throws {@link Unusable}
 * for failures that a later attempt does not change, else {@link NotYet}.
 */
export async function askServer<T>(target: ProbeTarget, use: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = openProbe(target.endpoint, target.tls, TIMEOUT_MS);
  let broken: Error | undefined;
  redis.on("error", (err: Error) => (broken ??= err));
  try {
    await redis.connect();
    await logIn(redis, target.login);
    if (target.database !== "0") await redis.call("SELECT", target.database);
    return await use(redis);
  } catch (err) {
    if (err instanceof Unusable || err instanceof NotYet) throw err;
    throw await findingOf(broken ?? err, target);
  } finally {
    redis.disconnect();
  }
}

/**
 * The answer of the first server that has one. Throws {@link Unusable} if each of them is unusable, else {@link NotYet}.
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
  throw failures.find((err) => err instanceof NotYet) ?? failures[0];
}
