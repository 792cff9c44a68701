import { checkHistory, type Operation } from "../history/linearizable.ts";
import { REFERENCE } from "../history/reference-model.ts";
import { shrunk } from "../history/shrink.ts";
import { WISHLIST } from "../history/wishlist-model.ts";
import type { ReferenceLoad } from "../load/references.ts";
import type { WishlistLoad } from "../load/wishlists.ts";

/** An operation as a line. Times are milliseconds since the first call. */
const line = ({ input, output, calledAt, returnedAt }: Operation<unknown, unknown>, from: number) =>
  [
    `  ${(calledAt - from).toFixed(1)} .. ${output === undefined ? "?" : (returnedAt - from).toFixed(1)}`,
    JSON.stringify(input),
    output === undefined ? "unknown" : JSON.stringify(output),
  ].join("  ");

function shownHistory(history: readonly Operation<unknown, unknown>[]): string {
  const sorted = [...history].sort((a, b) => a.calledAt - b.calledAt);
  const from = sorted[0]?.calledAt ?? 0;
  return sorted.map((operation) => line(operation, from)).join("\n");
}

/** Findings about the answers to the clients of wishlists. */
export const wishlistFindings = ({ recorded }: WishlistLoad): string[] =>
  recorded.flatMap(({ id, history }) => {
    const { isLinearizable } = checkHistory(WISHLIST, history);
    if (isLinearizable === undefined) return [`the history of wishlist ${id} is too large to be checked`];
    return isLinearizable
      ? []
      : [`the history of wishlist ${id} is not linearizable:\n${shownHistory(shrunk(history))}`];
  });

/** Findings about the holders of references. */
export const referenceFindings = ({ histories }: ReferenceLoad): string[] =>
  [...histories].flatMap(([ref, history]) => {
    const { isLinearizable } = checkHistory(REFERENCE, history);
    if (isLinearizable === undefined) return [`the history of reference ${ref} is too large to be checked`];
    return isLinearizable
      ? []
      : [`the history of reference ${ref} is not linearizable:\n${shownHistory(history)}`];
  });
