import { refuse, type Rejection } from "../reply.ts";
import type { BySender } from "./messages.ts";

/**
 * Refuses a change by a shopper that gives, changes or clears a reference; undefined if the change is allowed. The
 * sender may send back the reference that is stored. Call it before checking whether the reference is taken, which a
 * shopper must not see.
 */
export function refuseChosenRef(
  { byShopper }: BySender,
  field: "wishlistRef" | "wishlistItemRef",
  before: string | null | undefined,
  after: string | null | undefined,
): Rejection | undefined {
  if (!byShopper || after === undefined || after === (before ?? null)) return undefined;
  return refuse("InvalidInput", `${field} cannot be chosen with a shopper's token.`, `/${field}`);
}
