import Type from "typebox";
import { clearable, codesOf, record, Reference } from "../../ingest/schemas/common.ts";
import type { ClaimMode } from "../../store/records/guests.ts";

export const ClaimBody = record(
  {
    guestToken: Type.String({
      minLength: 1,
      maxLength: 255,
      description: "From the creation of the wishlist.",
    }),
    ...clearable({ customerId: Reference, customerRef: Reference }),
    mode: codesOf<ClaimMode>(
      { merge: true, keep: true },
      {
        description:
          "merge: into the customer's default wishlist, where there is one; keep: as another wishlist of the customer.",
      },
    ),
  },
  { "x-needs": [["customerId"], ["customerRef"]] },
);

export const ClaimResponse = Type.Object(
  {
    wishlistId: Type.String({ description: "The customer's wishlist that has the items now." }),
    status: Type.Union([Type.Literal("merged"), Type.Literal("kept")]),
  },
  { title: "ClaimedWishlist" },
);
