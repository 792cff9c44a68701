/**
 * The meaning of failed calls of the store. ioredis gives most of it only in the texts of its errors. Only this file
 * reads these texts.
 */

/** Replies of a server that may accept the same command later. */
const TRANSIENT_REPLY =
  /^(LOADING|MISCONF|READONLY|MASTERDOWN|OOM|BUSY|MOVED|ASK|TRYAGAIN|CLUSTERDOWN|NOREPLICAS|UNBLOCKED)\b/;
/** Replies of a server that is no longer the primary: to a write, and to a read that was waiting during the change. */
const DEMOTED_REPLY = /^(READONLY|UNBLOCKED)\b/;
const LOST_CONNECTION = /^(Connection is closed|Command timed out|Command aborted|Socket (closed|timeout))/;
const NEVER_SENT = "Stream isn't writeable";
/**
 * The end of a pass over the Sentinels. Without a last error, all of them have answered: the primary that they name
 * cannot be reached, because no failover has ended yet.
 */
const SENTINELS_PASSED = /^All sentinels are unreachable.*?(?:Last error: (.*))?$/;

/** Whether the server has refused the call. Nothing of a script ran, unless it met a value of a wrong type. */
export const wasRefused = (err: unknown) => err instanceof Error && err.name === "ReplyError";

/** Start of the refusal of EXEC itself, before the reason: the state of the server has changed since the commands. */
const EXEC_REFUSED = /^EXECABORT Transaction discarded because of: /;

const reasonIn = ({ message }: Error) => message.replace(EXEC_REFUSED, "");

/** Whether the server is a replica, or has just become one. It has done nothing; another server is the primary. */
export const wasDemoted = (err: unknown) =>
  err instanceof Error && wasRefused(err) && DEMOTED_REPLY.test(reasonIn(err));

/** The refusal of a command by a node of a cluster: where or when to send it again. */
export type Redirect =
  /** Another node has the slot. An empty host means the host of the node that has answered. */
  | { kind: "moved"; host: string; port: number }
  /** For this time only: the slot is being moved to another node. */
  | { kind: "ask"; host: string; port: number }
  /** The slot is being moved, or its master is being replaced. */
  | { kind: "later" };

/**
 * Reads from a cluster's refusal where or when to send the command again, which was not executed. Returns undefined for
 * any other error.
 */
export function redirectOf(err: unknown): Redirect | undefined {
  if (!(err instanceof Error) || !wasRefused(err)) return undefined;
  if (/^(TRYAGAIN|CLUSTERDOWN)\b/.test(err.message)) return { kind: "later" };
  const [, word, host = "", port] = /^(MOVED|ASK) \d+ (\S*):(\d+)$/.exec(err.message) ?? [];
  if (word === undefined) return undefined;
  return { kind: word === "ASK" ? "ask" : "moved", host, port: Number(port) };
}

/**
 * Whether the server has done nothing because it is a replica, or because another node of the cluster now has the slot.
 */
export const isElsewhere = (err: unknown) => wasDemoted(err) || redirectOf(err)?.kind === "moved";

/** Whether the key holds a value of another type than the command needs. The command did not run. */
export const isOfWrongType = (err: unknown) =>
  err instanceof Error && wasRefused(err) && err.message.startsWith("WRONGTYPE");

/** Refusals for want of a permission: of a command, and of a command in a script (Redis 7.0, and newer servers). */
const FORBIDDEN_REPLY = /^NOPERM\b|^ERR (The user executing the script can't|ACL failure in script)\b/;

/**
 * Whether the user of the connection has no permission for a command, a key or a channel. This command did not run, but
 * earlier ones of the same script did.
 */
export const wasForbidden = (err: unknown) =>
  err instanceof Error && wasRefused(err) && FORBIDDEN_REPLY.test(err.message);

/** Whether the server cannot read a value that RESTORE writes, such as the value of a newer server. */
export const isUnreadableDump = (err: unknown) =>
  err instanceof Error && wasRefused(err) && /DUMP payload version|Bad data format/.test(err.message);

/** Whether a transaction was discarded because one of its commands was refused. */
export const wasDiscarded = (err: unknown) =>
  err instanceof Error && wasRefused(err) && err.message.startsWith("EXECABORT");

/** Returns the refusal because of which a transaction was discarded, which is the reason; any other error as it is. */
export function reasonOfDiscard(err: unknown): unknown {
  if (!(err instanceof Error && "previousErrors" in err && Array.isArray(err.previousErrors))) return err;
  const refusals: readonly unknown[] = err.previousErrors;
  return refusals[0] ?? err;
}

/** Whether no answer came in time. The server may still be busy with this call. */
export const hasTimedOut = (err: unknown) =>
  err instanceof Error && err.message.startsWith("Command timed out");

/** A write was executed, but may not be as durable as the configuration demands. */
export class NotDurable extends Error {
  override readonly name = "NotDurable";
}

/** Whether the call was not sent at all, because there is no connection. */
export const wasNeverSent = (err: unknown) => err instanceof Error && err.message.startsWith(NEVER_SENT);

/**
 * Codes of the system, such as `ECONNREFUSED` or `ENOSPC`, and those of Node.js about a connection. Its other codes,
 * such as `ERR_INVALID_URL`, are of programming errors.
 */
const SYSTEM_CODE = /^E(?!RR_)|^ERR_(SSL|TLS|STREAM|SOCKET)_/;

/** Whether this is an error of the system or of a connection. Commands of the store fail without such a code. */
const hasSystemCode = (err: Error) =>
  "code" in err && typeof err.code === "string" && SYSTEM_CODE.test(err.code);

/** Whether the connection ended while the call waited for its answer. */
export const wasCutOff = (err: Error) =>
  !hasSystemCode(err) && (LOST_CONNECTION.test(err.message) || err.name === "MaxRetriesPerRequestError");

/**
 * Describes a call that failed with its connection. The texts of ioredis name its own options, which does not help an
 * operator. Returns undefined for any other error.
 */
export function lostConnectionText(err: Error): string | undefined {
  if (wasNeverSent(err)) return "there is no connection to Redis";
  const passed = SENTINELS_PASSED.exec(err.message);
  if (passed)
    return `no Sentinel names a primary that can be reached${passed[1] === undefined ? "" : `: ${passed[1]}`}`;
  if (!wasCutOff(err)) return undefined;
  return hasTimedOut(err) ? "Redis did not answer in time" : "the connection to Redis was lost";
}

/**
 * Whether a command failed because the store is down, or cannot execute it now. The same command may succeed later. It
 * is unknown whether it was executed. Errors of files and of other servers do not count.
 */
export function hasRedisFailed(err: unknown): boolean {
  if (!(err instanceof Error) || hasSystemCode(err)) return false;
  if (wasRefused(err)) return TRANSIENT_REPLY.test(reasonIn(err));
  return wasNeverSent(err) || err instanceof NotDurable || wasCutOff(err);
}

/**
 * Like {@link hasRedisFailed}, but also true for connections that cannot be opened. For code that calls only the store.
 */
export const isRedisAway = (err: unknown): boolean =>
  hasRedisFailed(err) || (err instanceof Error && hasSystemCode(err));
