/**
 * Meaning of a failed call of the store. ioredis says most of it only in the text of its errors, so only this file
 * reads that text.
 */

/** Answers of a server that will do the same later. */
const PASSING_REPLY =
  /^(LOADING|MISCONF|READONLY|MASTERDOWN|OOM|BUSY|MOVED|ASK|TRYAGAIN|CLUSTERDOWN|NOREPLICAS|UNBLOCKED)\b/;
/** Answers of a server that is no longer the primary: to a write, and to a read that was waiting at the change. */
const DEMOTED_REPLY = /^(READONLY|UNBLOCKED)\b/;
const LOST_CONNECTION = /^(Connection is closed|Command timed out|Command aborted|Socket (closed|timeout))/;
const NEVER_SENT = "Stream isn't writeable";

/** The server has answered, and refused. Nothing of a script ran, unless it met a value of a wrong type. */
export const wasRefused = (err: unknown) => err instanceof Error && err.name === "ReplyError";

/** The server is a replica, or has just become one. It has done nothing; another server is the primary. */
export const wasDemoted = (err: unknown) =>
  err instanceof Error && wasRefused(err) && DEMOTED_REPLY.test(err.message);

/** A node of a cluster has refused a command of a slot, and where or when to send it again. */
export type Redirect =
  /** Another node has the slot; host is empty where it is that of the node that has answered. */
  | { kind: "moved"; host: string; port: number }
  /** This time only: the slot is on its way to another node. */
  | { kind: "ask"; host: string; port: number }
  /** The slot is on its way, or its master is being replaced. */
  | { kind: "later" };

/** What a cluster's refusal says of the next attempt; undefined for any other error. The command was not executed. */
export function redirectOf(err: unknown): Redirect | undefined {
  if (!(err instanceof Error) || !wasRefused(err)) return undefined;
  if (/^(TRYAGAIN|CLUSTERDOWN)\b/.test(err.message)) return { kind: "later" };
  const [, word, host = "", port] = /^(MOVED|ASK) \d+ (\S*):(\d+)$/.exec(err.message) ?? [];
  if (word === undefined) return undefined;
  return { kind: word === "ASK" ? "ask" : "moved", host, port: Number(port) };
}

/** The server has done nothing: it is a replica, or another node of the cluster has the slot by now. */
export const isElsewhere = (err: unknown) => wasDemoted(err) || redirectOf(err)?.kind === "moved";

/** A transaction was discarded because one of its commands was refused. */
export const wasDiscarded = (err: unknown) =>
  err instanceof Error && wasRefused(err) && err.message.startsWith("EXECABORT");

/** No answer came in time: the server may be busy with this very call. */
export const hasTimedOut = (err: unknown) =>
  err instanceof Error && err.message.startsWith("Command timed out");

/** A write was carried out, but is not known to be as durable as is wanted. */
export class NotDurable extends Error {
  override readonly name = "NotDurable";
}

/** The call was not sent at all: there is no connection. */
export const wasNeverSent = (err: unknown) => err instanceof Error && err.message.startsWith(NEVER_SENT);

/** An error of the system, such as `ECONNREFUSED` or `ENOSPC`. Commands of the store fail without one. */
const hasSystemCode = (err: Error) =>
  "code" in err && typeof err.code === "string" && err.code.startsWith("E");

/**
 * A command has failed because the store is down, or cannot do this now; the same command may work later. Whether it was
 * executed is unknown. Errors of files and of other servers are none of these.
 */
export function hasStoreFailed(err: unknown): boolean {
  if (!(err instanceof Error) || hasSystemCode(err)) return false;
  if (wasRefused(err)) return PASSING_REPLY.test(err.message);
  return (
    wasNeverSent(err) ||
    err instanceof NotDurable ||
    LOST_CONNECTION.test(err.message) ||
    err.name === "MaxRetriesPerRequestError"
  );
}

/** Like {@link hasStoreFailed}; also for connections that cannot be opened, where only the store is asked for anything. */
export const isStoreAway = (err: unknown): boolean =>
  hasStoreFailed(err) || (err instanceof Error && hasSystemCode(err));
