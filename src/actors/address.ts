/** Who sends a command. */
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

export interface ForWishlist extends ForStore {
  wishlistId: string;
  /** The wishlist must have this reference: it was found by it, or the sender named both. */
  wishlistRef?: string;
  /** Versions that the wishlist may have; any other refuses the command. `*` means any version. */
  ifMatch?: string[];
}
