/** A command of a store. */
export interface ForStore {
  /** `<tenant>/<store>` of the sender. */
  storeKey: string;
}

/** Target of a command: the slot of a customer, a product or an order in its partition. */
export interface ForSlot extends ForStore {
  slot: string;
  /** Key of the slot; part of the ids that are created in it. */
  key: string;
}

/** Whether two addresses lead to the same slot of a store. */
export const isSameSlot = (
  one: { partition: number; key: string } | undefined,
  other: { partition: number; key: string },
): boolean => one?.partition === other.partition && one.key === other.key;

/** A command for a wishlist. */
export interface ForWishlist extends ForStore {
  wishlistId: string;
  /** Reference that the wishlist must have: the wishlist was found by it, or the sender named both. */
  wishlistRef?: string;
  /** Versions that the wishlist may have; with any other version, the command is refused. `*` means any version. */
  ifMatch?: string[];
}
