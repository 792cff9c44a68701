import Type from "typebox";
import { clearable, codesOf, record, Reference } from "../../../ingest/schemas/common.ts";
import type { ClaimMode } from "../../../store/records/guests.ts";

export const ClaimBody = record(
  {
    guestToken: Type.String({
      minLength: 1,
      maxLength: 255,
      description: "The token from the answer to the creation of the wishlist.",
    }),
    ...clearable({ customerId: Reference, customerRef: Reference }),
    mode: codesOf<ClaimMode>(
      { merge: true, keep: true },
      {
        description:
          "`merge`: the items are added to the customer's default wishlist, if there is one; `keep`: the wishlist becomes another wishlist of the customer.",
      },
    ),
  },
  { "x-needs": [["customerId"], ["customerRef"]] },
);

export const ClaimResponse = Type.Object(
  {
    wishlistId: Type.String({ description: "The customer's wishlist that now has the items." }),
    status: Type.Union([Type.Literal("merged"), Type.Literal("kept")]),
  },
  { title: "ClaimedWishlist" },
);
