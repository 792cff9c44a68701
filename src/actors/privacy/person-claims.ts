import { defined } from "../../collections/defined.ts";
import { type DataKind, expectDone, recordsAfterName, type PersonalDataParts } from "./data-kind.ts";

/**
 * Claims of guests' wishlists that have begun and have not ended: each names the customer. The erasure ends them and
 * deletes the guests' wishlists. A later step of such a claim finds no customer and no wishlist.
 */
export const personClaims = ({ guests }: Pick<PersonalDataParts, "guests">): DataKind => ({
  name: "claims",

  async *find({ storeKey, claimants }, after) {
    const claims = await guests.openClaims(storeKey, claimants);
    const found = claims.map(({ wishlistId, terms: { mode, customerId, customerRef } }) => ({
      name: wishlistId,
      record: { wishlistId, mode, ...defined({ customerId, customerRef }) },
    }));
    yield* await recordsAfterName(found, after);
  },

  async erase({ storeKey, claimants }, send) {
    for (const { address } of await guests.openClaims(storeKey, claimants)) {
      const { partition, slot, key } = address;
      await expectDone(send, partition, { type: "DeleteWishlists", storeKey, slot, key });
    }
  },
});
