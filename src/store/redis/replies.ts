import type { ChainableCommander } from "ioredis";

/** Reads a reply whose type the client does not know. Throws where it is not what the command or script promises. */
export type ReadReply<T> = (reply: unknown) => T;

const unexpected = (what: string, reply: unknown) =>
  new TypeError(`Redis replied ${reply === null ? "nothing" : typeof reply} in place of ${what}`);

/** A list. Its elements are not looked at: lists may be long, and a command or script has one kind of them. */
export const listOf =
  <T>(what: string): ReadReply<T[]> =>
  (reply) => {
    if (!Array.isArray(reply)) throw unexpected(what, reply);
    return reply as T[];
  };

/** A list of anything. */
export const readList = listOf<unknown>("a list");
/** A list of texts. */
export const readTexts = listOf<string>("texts");
/** A list of numbers. */
export const readNumbers = listOf<number>("numbers");
/** A list of values of fields; null for a field that is not there. */
export const readFields = listOf<string | null>("fields");
/** A list of lists of texts. */
export const readTextLists = listOf<string[]>("lists of texts");
/** A list of lists of values of fields. */
export const readFieldLists = listOf<(string | null)[]>("lists of fields");

/** A text. */
export const readText: ReadReply<string> = (reply) => {
  if (typeof reply !== "string") throw unexpected("a text", reply);
  return reply;
};

/** A text; null for what is not there. */
export const readField: ReadReply<string | null> = (reply) => (reply === null ? null : readText(reply));

/** A number. */
export const readNumber: ReadReply<number> = (reply) => {
  if (typeof reply !== "number") throw unexpected("a number", reply);
  return reply;
};

/** The fields of a hash with their values, which the client has made an object of. */
export const readHash: ReadReply<Record<string, string>> = (reply) => {
  if (typeof reply !== "object" || reply === null) throw unexpected("a hash", reply);
  return reply as Record<string, string>;
};

/** What the commands of a pipeline or transaction have replied, in order. Throws the first error. */
export async function repliesOf(pipeline: ChainableCommander): Promise<unknown[]> {
  const results = (await pipeline.exec()) ?? [];
  return results.map(([err, reply]) => {
    if (err) throw err;
    return reply;
  });
}
