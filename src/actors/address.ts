/** Who sends a command. */
export interface ForStore {
  /** `<tenant>/<store>` of the sender. */
  storeKey: string;
}

/** What a command is for: a customer, a product or an order, by its place in the partition. */
export interface ForSlot extends ForStore {
  slot: string;
  /** Key of the slot, part of the ids that are made for it. */
  key: string;
}

export interface ForWishlist extends ForStore {
  wishlistId: string;
  /** The wishlist must bear this reference: it was found by it, or the sender named both. */
  wishlistRef?: string;
  /** Versions that the wishlist may have, else the command is refused. `*` stands for any. */
  ifMatch?: string[];
}
