/**
 * Fields of the hashes with records: one letter each, because every record has them. All longer fields contain records
 * too: items of a wishlist by number (`ordinal`), variants of a product (`variantField`). `measure-records.lua` and
 * `lookup-wishlists.lua` name some of the letters themselves.
 */

/** The JSON of a wishlist, customer, product or order. */
export const RECORD = "j";

/** Fields of a wishlist besides its record and items. */
export const WISHLIST = { meta: "m", shares: "s", guest: "g" } as const;

/**
 * Fields of a customer besides its record: its version, the record that remains after its deletion, and the time of the
 * newest platform update.
 */
export const CUSTOMER = { version: "v", former: "d", updateTime: "n" } as const;

/** Estimated bytes of a record's field and index entries, in addition to its text. */
export const RECORD_OVERHEAD = 200;
