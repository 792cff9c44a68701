import Type from "typebox";
import { clearable, paging, record, text, Timestamp } from "../../../ingest/schemas/common.ts";
import { DISPLAY_NAME, DISPLAY_NAME_RULE } from "../../../text/display-name.ts";

const expires = {
  ...Timestamp,
  description:
    "When the link expires; must be in the future. If it is absent, the link is valid until it is revoked.",
};

export const CreateShareBody = record(
  clearable({
    expires,
    displayName: text(100, {
      pattern: DISPLAY_NAME,
      "x-must": DISPLAY_NAME_RULE,
      description: "Name of the person who shares the wishlist, shown to people who have the link.",
    }),
  }),
);

const share = {
  id: Type.String(),
  createdTime: Timestamp,
  expires: Type.Optional(Timestamp),
  displayName: Type.Optional(Type.String()),
};

export const ShareResponse = Type.Object(
  {
    ...share,
    token: Type.String({
      description: "The last part of the link. It is shown only in this answer, and only its hash is stored.",
    }),
    url: Type.String({ description: "The page of the shared wishlist." }),
  },
  { title: "NewShare" },
);

export const SharesResponse = Type.Object(
  { shares: Type.Array(Type.Object(share, { title: "Share" })) },
  { title: "Shares" },
);

export const SharedQuery = Type.Object(paging);

/** The query of the page for people, which always has the same number of items. */
export const SharedPageQuery = Type.Object({
  // A longer one is none of the page's links.
  lastItemId: Type.Optional(Type.String({ ...paging.lastItemId, maxLength: 300 })),
});

const SharedItem = Type.Object(
  {
    id: Type.String(),
    product: Type.Object(
      {
        productId: Type.Optional(Type.String()),
        productRef: Type.Optional(Type.String()),
        selectedVariantId: Type.Optional(Type.String()),
        selectedVariantRef: Type.Optional(Type.String()),
      },
      { title: "SharedProduct" },
    ),
    purchased: Type.Boolean(),
    quantity: Type.Optional(Type.Integer({ description: "Number of wished units; 1 if absent." })),
    purchasedQuantity: Type.Optional(
      Type.Integer({
        description:
          "Number of units that were bought. Absent if these are none, or as many as are wished. May be more than quantity, if fewer are wished since.",
      }),
    ),
    priority: Type.Optional(Type.Integer()),
  },
  { title: "SharedItem" },
);

export const SharedWishlistResponse = Type.Object(
  {
    name: Type.Optional(Type.String()),
    displayName: Type.Optional(
      Type.String({
        description: "Name of the person who shares the wishlist, from the creation of the link.",
      }),
    ),
    expires: Type.Optional(Timestamp),
    wishlistItems: Type.Array(SharedItem),
    itemCount: Type.Integer({ description: "Number of items in this page." }),
    lastEvaluatedItemId: Type.Optional(
      Type.String({ description: "Send it as lastItemId for the next page." }),
    ),
  },
  { title: "SharedWishlist" },
);
