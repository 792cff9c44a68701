import type { FieldError } from "../../../ingest/problem.ts";
import { MAX_ITEMS_PER_REQUEST } from "../../schemas/wishlists/items.ts";

/** Items of a request, by ids and by references of the retailer. */
interface ItemRows {
  itemId?: readonly unknown[] | null;
  itemRef?: readonly unknown[] | null;
}

/** Counts the items of a request. */
export const countItemRows = ({ itemId, itemRef }: ItemRows): number =>
  (itemId?.length ?? 0) + (itemRef?.length ?? 0);

/** Returns the JSON Pointers of the items of a request, those by ids first. */
export const pointersOf = ({ itemId, itemRef }: ItemRows): string[] => [
  ...(itemId ?? []).map((_, i) => `/itemId/${i}`),
  ...(itemRef ?? []).map((_, i) => `/itemRef/${i}`),
];

/** Returns an error if a request has no items or too many. */
export function checkRowCount(body: ItemRows): FieldError[] {
  const count = countItemRows(body);
  if (count >= 1 && count <= MAX_ITEMS_PER_REQUEST) return [];
  const message = `must have, together with itemRef, between 1 and ${MAX_ITEMS_PER_REQUEST} items`;
  return [{ path: "/itemId", message }];
}
