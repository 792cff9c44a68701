import { variantTerms } from "../../../src/actors/wishlist/state/item-index.ts";
import { metaStateKey } from "../../../src/actors/wishlist/state/meta.ts";
import { parseItemId } from "../../../src/store/ids/ids.ts";
import { partsOfSlot } from "../../../src/store/keys/slots.ts";
import type { SlotAddress } from "../../../src/store/layout/layout.ts";
import type { Wish, Wishes } from "../../../src/store/read/wishes.ts";
import type { ItemRecord, WishlistMeta } from "../../../src/store/records/records.ts";
import type { MemoryPartition } from "./partition.ts";

/** The wishes of a partition in memory. */
export class MemoryWishes implements Pick<Wishes, "read" | "idsWith" | "customersOf"> {
  readonly #partition: MemoryPartition;

  constructor(partition: MemoryPartition) {
    this.#partition = partition;
  }

  /** Returns an item; undefined if it is on no list. */
  item(id: string): ItemRecord | undefined {
    const { wishlist = "", number = 0 } = parseItemId(id) ?? {};
    return this.#partition.items(wishlist).find((each) => each.number === number)?.item;
  }

  #customer(id: string): SlotAddress | undefined {
    const { wishlist = "", partition = 0 } = parseItemId(id) ?? {};
    const meta = this.#partition.value(metaStateKey(wishlist)) as WishlistMeta | null;
    if (!meta?.slot || meta.deleted) return undefined;
    return { partition, slot: meta.slot, key: partsOfSlot(meta.slot).key };
  }

  #wish(id: string): Wish | undefined {
    const [item, customer] = [this.item(id), this.#customer(id)];
    return item && customer && { item, customer };
  }

  customersOf(_: string, ids: readonly string[]) {
    const found = ids.flatMap((id): [string, SlotAddress][] => {
      const customer = this.#customer(id);
      return customer ? [[id, customer]] : [];
    });
    return Promise.resolve(new Map(found));
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
