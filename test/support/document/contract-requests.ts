import { CS, type Json, unique, WS } from "../service.ts";

const ITEMS = `${WS}/wishlist/items`;

const product = () => ({ productRef: unique("p"), selectedVariantRef: unique("v") });

/** One request: its method, path and body. */
export type ContractRequest = [method: string, path: string, body?: Json];
export interface Thing {
  customer: Json;
  list: Json;
  other: Json;
  item: Json;
  /** For the operations that need more: a guest's wishlist, and a link to the list. */
  guest: Json;
  share: Json;
}

/** Operations that need a guest or a link. The others are called without them. */
export const NEEDS_MORE = new Set(["claimWishlist", "revokeShare"]);

/** A valid request for each operation, about entities that exist. */
export const GOOD: Record<string, (thing: Thing) => ContractRequest> = {
  createWishlist: ({ customer }) => ["POST", `${WS}/wishlists`, { customerRef: customer.id, name: "list" }],
  updateWishlist: ({ list }) => ["PUT", `${WS}/wishlists`, { id: list.id, name: "renamed" }],
  getWishlist: ({ list }) => ["GET", `${WS}/wishlists?id=${list.id}`],
  listItems: ({ list }) => ["GET", `${ITEMS}?id=${list.id}`],
  lookupWishlists: ({ customer }) => ["GET", `${WS}/wishlists/lookup?customerRef=${customer.id}`],
  deleteWishlist: ({ list }) => ["DELETE", `${WS}/wishlists?id=${list.id}`],
  deleteWishlists: ({ customer }) => ["DELETE", `${WS}/wishlists/customer?customerRef=${customer.id}`],
  createItem: ({ list }) => ["POST", ITEMS, { wishlistId: list.id, product: product() }],
  addItems: ({ list }) => ["POST", `${WS}/wishlist/add-items`, { wishlistId: list.id, itemRef: [product()] }],
  moveItems: ({ list, item, other }) => [
    "POST",
    `${ITEMS}/move`,
    { wishlistId: list.id, toWishlistId: other.id, itemId: [item.id] },
  ],
  copyItems: ({ list, item, other }) => [
    "POST",
    `${ITEMS}/copy`,
    { wishlistId: list.id, toWishlistId: other.id, itemRef: [item.wishlistItemRef] },
  ],
  updateItemByRef: ({ item }) => ["PUT", `${ITEMS}/ref=${item.wishlistItemRef}`, { notifyMe: true }],
  updateItemById: ({ item }) => ["PUT", `${ITEMS}/id=${item.id}`, { notifyMe: true }],
  getItemByRef: ({ item }) => ["GET", `${ITEMS}/ref=${item.wishlistItemRef}`],
  getItemById: ({ item }) => ["GET", `${ITEMS}/${item.id}`],
  deleteItemById: ({ item }) => ["DELETE", `${ITEMS}/${item.id}`],
  deleteItemByRef: ({ item }) => ["DELETE", `${ITEMS}/${item.wishlistItemRef}/ref`],
  claimWishlist: ({ customer, guest }) => [
    "POST",
    `${WS}/wishlists/claim`,
    { guestToken: guest.guestToken, customerRef: customer.id, mode: "keep" },
  ],
  createShare: ({ list }) => ["POST", `${WS}/wishlists/${list.id}/shares`, { displayName: "Ada" }],
  listShares: ({ list }) => ["GET", `${WS}/wishlists/${list.id}/shares`],
  revokeShare: ({ list, share }) => ["DELETE", `${WS}/wishlists/${list.id}/shares/${share.id}`],
  createCustomer: () => ["POST", `${CS}/customers`, { id: unique("c") }],
  uploadCustomers: () => ["POST", `${CS}/upload-customers`, { customers: [{ id: unique("c") }] }],
  updateCustomer: ({ customer }) => ["PUT", `${CS}/customers`, { id: customer.id, note: "x" }],
  findCustomer: ({ customer }) => ["GET", `${CS}/customers/${customer.id}`],
  deleteCustomer: ({ customer }) => ["DELETE", `${CS}/customers/${customer.id}`],
};

/** The same requests about entities that do not exist. Creating and uploading customers refer to no entity. */
export const MISSING: Record<string, ContractRequest> = {
  createWishlist: ["POST", `${WS}/wishlists`, { customerRef: "none", name: "list" }],
  updateWishlist: ["PUT", `${WS}/wishlists`, { id: "none", name: "renamed" }],
  getWishlist: ["GET", `${WS}/wishlists?id=none`],
  listItems: ["GET", `${ITEMS}?id=none`],
  lookupWishlists: ["GET", `${WS}/wishlists/lookup?customerRef=none`],
  deleteWishlist: ["DELETE", `${WS}/wishlists?id=none`],
  deleteWishlists: ["DELETE", `${WS}/wishlists/customer?customerRef=none`],
  createItem: ["POST", ITEMS, { wishlistId: "none", product: { productRef: "p", selectedVariantRef: "v" } }],
  addItems: [
    "POST",
    `${WS}/wishlist/add-items`,
    { wishlistId: "none", itemRef: [{ productRef: "p", selectedVariantRef: "v" }] },
  ],
  moveItems: ["POST", `${ITEMS}/move`, { wishlistId: "none", toWishlistId: "none", itemRef: ["none"] }],
  copyItems: ["POST", `${ITEMS}/copy`, { wishlistId: "none", toWishlistId: "none", itemRef: ["none"] }],
  updateItemByRef: ["PUT", `${ITEMS}/ref=none`, { notifyMe: true }],
  updateItemById: ["PUT", `${ITEMS}/id=none`, { notifyMe: true }],
  getItemByRef: ["GET", `${ITEMS}/ref=none`],
  getItemById: ["GET", `${ITEMS}/none`],
  deleteItemById: ["DELETE", `${ITEMS}/none`],
  deleteItemByRef: ["DELETE", `${ITEMS}/none/ref`],
  claimWishlist: [
    "POST",
    `${WS}/wishlists/claim`,
    { guestToken: "none", customerRef: "none", mode: "merge" },
  ],
  createShare: ["POST", `${WS}/wishlists/none/shares`, {}],
  listShares: ["GET", `${WS}/wishlists/none/shares`],
  revokeShare: ["DELETE", `${WS}/wishlists/none/shares/none`],
  updateCustomer: ["PUT", `${CS}/customers`, { id: "none", note: "x" }],
  findCustomer: ["GET", `${CS}/customers/none`],
  deleteCustomer: ["DELETE", `${CS}/customers/none`],
};

/** Bodies that break a rule of their endpoint. */
export const INVALID: Record<string, Json> = {
  createWishlist: { name: "" },
  updateWishlist: { name: 1 },
  createItem: { product: {} },
  addItems: { itemRef: [] },
  moveItems: { itemId: [] },
  copyItems: { itemRef: [1.5] },
  updateItemByRef: { notifyMe: 1 },
  updateItemById: { notifyMe: 1 },
  claimWishlist: { mode: "take" },
  createShare: { displayName: "" },
  createCustomer: { email: "x" },
  uploadCustomers: { customers: [] },
  updateCustomer: { phone: "1" },
};
