import type { Draft } from "../state.ts";
import { type Rejection, matches, refuse } from "../reply.ts";
import type { Cell } from "../../store/partition/cells.ts";
import type { Head } from "../../store/records/records.ts";

interface Target {
  storeKey: string;
  wishlistId: string;
  wishlistRef?: string;
  ifMatch?: string[];
}

/** State key of a wishlist's head: whose it is, its reference and its version. */
export const headOf = (wishlistId: string): Cell<"head"> => ({ kind: "head", of: wishlistId });

/** Another store's wishlist and a deleted one look like none at all. */
export function isVisible(head: Head | null, target: Target): head is Head {
  return (
    head !== null &&
    !head.deleted &&
    head.storeKey === target.storeKey &&
    (target.wishlistRef === undefined || head.wishlistRef === target.wishlistRef)
  );
}

/** The head of the wishlist that a command addresses, or why it can not be changed. */
export function findHead(draft: Draft, target: Target): Head | Rejection {
  const head = draft.get(headOf(target.wishlistId));
  if (!isVisible(head, target)) return refuse("ResourceNotFound", "There is no such wishlist.");
  if (!matches(head.version, target.ifMatch)) {
    return refuse("PreconditionFailed", `The wishlist has changed; its entity tag is now "${head.version}".`);
  }
  return head;
}

/** Whether a lookup ended with a refusal instead of what was looked for. */
export const isRefusal = (found: object): found is Rejection => "ok" in found;
