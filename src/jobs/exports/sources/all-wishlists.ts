import type { Position } from "../../../store/exports/export-run.ts";
import { parseOrdinal } from "../../../store/ids/base32.ts";
import type { WishlistIndex } from "../../../store/lists/wishlist-index.ts";
import { CURSOR_END, type Source, type SourceParts } from "./source.ts";
import { stepsOf, wishlistParts } from "./wishlist-parts.ts";

/** Number of wishlists that are read at once. */
const WISHLIST_BATCH_SIZE = 200;

interface WishlistsParts extends SourceParts {
  index: WishlistIndex;
}

/**
 * Reads all wishes of a store: partition by partition, wishlists and items in the order of their ids. The cursor is the
 * partition and the item.
 */
export async function* allWishlistsSource(
  { reads, index, storeKey, choice, end }: WishlistsParts,
  { place, upTo }: Pick<Position, "place" | "upTo">,
): Source {
  const catalogue = reads.catalogue(storeKey);
  const share = 1 / Math.max(1, await index.count(storeKey, reads.partitions));
  const first = Number(place.at);
  for (let partition = first; partition < reads.partitions; partition++) {
    const [firstId = "", number = ""] = partition === first ? place.item.split(".") : [];
    let start = firstId === "" ? "-" : number === CURSOR_END ? `(${firstId}` : `[${firstId}`;
    let after = number === "" ? 0 : (parseOrdinal(number) ?? 0);
    for (;;) {
      const ids = await index.from(storeKey, partition, start, WISHLIST_BATCH_SIZE);
      const last = ids.at(-1);
      if (last === undefined) break;
      const startAfter = ids[0] === firstId ? after : 0;
      for await (const rows of wishlistParts(reads, storeKey, ids, startAfter)) {
        const at = partition.toString();
        yield await stepsOf(reads, rows, {
          choice,
          end,
          catalogue,
          upTo,
          cursorOf: (item) => ({ at, item }),
        });
      }
      after = 0;
      start = `(${last}`;
      yield [
        { cursor: { at: partition.toString(), item: `${last}.${CURSOR_END}` }, share: share * ids.length },
      ];
    }
  }
}
