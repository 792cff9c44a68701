import { keysOf } from "../../collections/keys-of.ts";
import { type FieldError, Problem } from "../../ingest/problem.ts";

/** Default number of entries of a page. */
const DEFAULT_PAGE = 20;

export const MAX_PAGE_SIZE = 50;

/** Returns the cursor and the size of a page from the query of a list. */
export function pageOf({
  pageSize = DEFAULT_PAGE,
  lastItemId,
}: {
  pageSize?: number | undefined;
  lastItemId?: string | undefined;
}) {
  return { cursor: lastItemId, size: Math.min(pageSize, MAX_PAGE_SIZE) };
}

/** Returns the cursor of a query, which may have the former name `after`. */
export const cursorIn = ({ cursor, after }: { cursor?: string; after?: string }) =>
  cursor === "" ? after : (cursor ?? after);

/** Whether a query names the wishlist of an item. */
export const namesHolder = ({ wishlistId, wishlistRef }: { wishlistId?: string; wishlistRef?: string }) =>
  wishlistId !== undefined || wishlistRef !== undefined;

/** Returns the parameters that are not empty: a form also sends empty fields. */
export function withoutEmpty<Q extends object>(query: Q): Q {
  const filled = { ...query };
  for (const name of keysOf(filled)) if (filled[name] === "") Reflect.deleteProperty(filled, name);
  return filled;
}

const neededUnless = (other: string) => `is required unless ${other} is given`;

/** @throws {Problem} if a query has neither of two parameters */
export function requireOne<Q extends object>(
  query: Q,
  first: keyof Q & string,
  second: keyof Q & string,
): void {
  if (query[first] !== undefined || query[second] !== undefined) return;
  throw new Problem("InvalidParameter", {
    detail: `Give ${first} or ${second}.`,
    errors: [{ path: first, message: neededUnless(second) }],
  });
}

/** Returns an error if a body has neither of two members. */
export function needsOne<B extends object>(
  body: B,
  first: keyof B & string,
  second: keyof B & string,
): FieldError[] {
  const isGiven = (name: keyof B) => body[name] !== undefined && body[name] !== null;
  return isGiven(first) || isGiven(second) ? [] : [{ path: `/${first}`, message: neededUnless(second) }];
}
