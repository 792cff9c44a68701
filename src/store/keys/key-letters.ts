/**
 * Names of the keys that each wishlist, customer, product or order has. They have one letter, because there are
 * millions of them. They are stored, so a letter must keep its meaning.
 */
export const KEY_LETTERS = {
  wishlist: "w",
  itemOrder: "z",
  itemIndex: "x",
  removedItems: "g",
  tombstone: "d",
  handover: "h",
  customer: "c",
  customerWishlists: "l",
  purchases: "u",
  alerts: "a",
  webhookBodies: "b",
  product: "p",
  order: "o",
} as const satisfies Record<string, string>;
