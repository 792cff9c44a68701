import { type FieldError, Problem } from "../../ingest/problem.ts";
import { keysOf } from "../../store/keys-of.ts";

/** Entries of a page when the caller does not say, and at most. */
const DEFAULT_PAGE = 20;

export const MAX_PAGE_SIZE = 50;

/** The query parameters of a list. */
export function pageOf({
  pageSize = DEFAULT_PAGE,
  lastItemId,
}: {
  pageSize?: number | undefined;
  lastItemId?: string | undefined;
}) {
  return { cursor: lastItemId, size: Math.min(pageSize, MAX_PAGE_SIZE) };
}

/** The parameters that are filled in: a form sends the others too, as an empty text. */
export function withoutEmpty<Q extends object>(query: Q): Q {
  const filled = { ...query };
  for (const name of keysOf(filled)) if (filled[name] === "") Reflect.deleteProperty(filled, name);
  return filled;
}

/** Refuses a query that names nothing. */
export function requireOne<Q extends object>(
  query: Q,
  first: keyof Q & string,
  second: keyof Q & string,
): void {
  if (query[first] !== undefined || query[second] !== undefined) return;
  throw new Problem("InvalidParameter", {
    detail: `Either ${first} or ${second} is needed.`,
    errors: [{ path: first, message: `or ${second} is needed` }],
  });
}

/** What is wrong with a body that names nothing. */
export function needsOne<B extends object>(
  body: B,
  first: keyof B & string,
  second: keyof B & string,
): FieldError[] {
  const isGiven = (name: keyof B) => body[name] !== undefined && body[name] !== null;
  return isGiven(first) || isGiven(second) ? [] : [{ path: `/${first}`, message: `or ${second} is needed` }];
}
