import type { ChainableCommander } from "ioredis";
import { reasonOfDiscard } from "./failures.ts";

/**
 * Reads a reply whose type the client does not know.
 *
 * @throws if it is not of the type that the command or script returns
 */
export type ReadReply<T> = (reply: unknown) => T;

const unexpected = (what: string, reply: unknown) =>
  new TypeError(`Redis replied ${reply === null ? "nothing" : typeof reply} instead of ${what}`);

/**
 * Returns a reader of lists. It does not check the elements: lists may be long, and a command or script returns one
 * kind of elements.
 */
export const listOf =
  <T>(what: string): ReadReply<T[]> =>
  (reply) => {
    if (!Array.isArray(reply)) throw unexpected(what, reply);
    return reply as T[];
  };

/** Reads a list of any elements. */
export const readList = listOf<unknown>("a list");
/** Reads a list of texts. */
export const readTexts = listOf<string>("texts");
/** Reads a list of numbers. */
export const readNumbers = listOf<number>("numbers");
/** Reads a list of field values; null for a missing field. */
export const readFields = listOf<string | null>("fields");
/** Reads a list of texts as bytes. */
export const readBuffers = listOf<Buffer>("bytes");
/** Reads a list of lists of texts. */
export const readTextLists = listOf<string[]>("lists of texts");
/** Reads a list of lists of field values. */
export const readFieldLists = listOf<(string | null)[]>("lists of fields");

/** Reads a text. */
export const readText: ReadReply<string> = (reply) => {
  if (typeof reply !== "string") throw unexpected("a text", reply);
  return reply;
};

/** Reads a text; null if it is missing. */
export const readField: ReadReply<string | null> = (reply) => (reply === null ? null : readText(reply));

/** Reads a number. */
export const readNumber: ReadReply<number> = (reply) => {
  if (typeof reply !== "number") throw unexpected("a number", reply);
  return reply;
};

/** Reads the fields of a hash with their values, which the client has turned into an object. */
export const readHash: ReadReply<Record<string, string>> = (reply) => {
  if (typeof reply !== "object" || reply === null) throw unexpected("a hash", reply);
  return reply as Record<string, string>;
};

/** Runs a pipeline or transaction. Resolves to the replies of its commands, in order; rejects with the first error. */
export async function repliesOf(pipeline: ChainableCommander): Promise<unknown[]> {
  const results = await pipeline.exec().catch((err: unknown) => {
    throw reasonOfDiscard(err);
  });
  return (results ?? []).map(([err, reply]) => {
    if (err) throw err;
    return reply;
  });
}
