/**
 * Fields of the hashes that hold records: one letter each, because every record has them. All longer fields hold records
 * too: items of a wishlist by number (`ordinal`), variants of a product (`variantField`). `measure-records.lua` and
 * `lookup-wishlists.lua` name some of the letters themselves.
 */

/** The JSON of a wishlist, customer, product or order. */
export const RECORD = "j";

/** What a wishlist has besides its record and items. */
export const WISHLIST = { meta: "m", shares: "s", guest: "g" } as const;

/** What a customer has besides its record: its version, what is kept once it is deleted, the time of a platform's update. */
export const CUSTOMER = { version: "v", former: "d", updateTime: "n" } as const;
