/** Who sends a command. */
export interface ForStore {
  /** `<tenant>/<store>` of the sender. */
  scope: string;
}

/** What a command is for: a customer, a product or an order, by its place in the partition. */
export interface ForSlot extends ForStore {
  slot: string;
  /** Key of the slot, part of the ids that are made for it. */
  key: string;
}
