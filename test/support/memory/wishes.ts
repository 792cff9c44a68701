import { variantTerms } from "../../../src/actors/wishlist/state/item-index.ts";
import { metaKey } from "../../../src/actors/wishlist/state/meta.ts";
import { parseItemId } from "../../../src/store/ids/ids.ts";
import { partsOfSlot } from "../../../src/store/keys/slots.ts";
import type { SlotAddress } from "../../../src/store/layout/layout.ts";
import type { Wish, Wishes } from "../../../src/store/read/wishes.ts";
import type { ItemRecord, WishlistMeta } from "../../../src/store/records/records.ts";
import type { MemoryPartition } from "./partition.ts";

/** The wishes of a partition in memory. */
export class MemoryWishes implements Pick<Wishes, "read" | "idsWith"> {
  readonly #partition: MemoryPartition;

  constructor(partition: MemoryPartition) {
    this.#partition = partition;
  }

  /** Returns an item; undefined if it is on no list. */
  item(id: string): ItemRecord | undefined {
    const { wishlist = "", number = 0 } = parseItemId(id) ?? {};
    return this.#partition.all("item", wishlist).find(({ field }) => Number(field) === number)?.value;
  }

  #wish(id: string): Wish | undefined {
    const item = this.item(id);
    if (!item) return undefined;
    const meta = this.#partition.value(metaKey(item.wishlistId)) as WishlistMeta | null;
    if (!meta?.slot || meta.deleted) return undefined;
    const partition = parseItemId(id)?.partition ?? 0;
    return { item, customer: { partition, slot: meta.slot, key: partsOfSlot(meta.slot).key } };
  }

  read(_: string, ids: readonly string[]) {
    return Promise.resolve(ids.map((id) => this.#wish(id)));
  }

  idsWith(customers: readonly Pick<SlotAddress, "slot">[], terms: readonly string[]): Promise<string[]> {
    const lists = customers.flatMap(({ slot }) =>
      this.#partition.all("listed", slot).map(({ field }) => String(field)),
    );
    const items = lists.flatMap((list) => this.#partition.all("item", list).map(({ value }) => value));
    const found = items.filter(({ product }) => variantTerms(product).some((term) => terms.includes(term)));
    return Promise.resolve(found.map(({ id }) => id));
  }
}
