import Type from "typebox";
import { DISPLAY_NAME, DISPLAY_NAME_RULE } from "../../actors/display-name.ts";
import { clearable, paging, record, text, Timestamp } from "../../ingest/schemas/common.ts";

const expires = {
  ...Timestamp,
  description: "When the link ends; it must be in the future. Absent: the link lasts until it is revoked.",
};

export const CreateShareBody = record(
  clearable({
    expires,
    displayName: text(100, {
      pattern: DISPLAY_NAME,
      "x-must": DISPLAY_NAME_RULE,
      description: "Who shares, as shown to those who have the link.",
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
    token: Type.String({ description: "What the link ends with. It is shown once, and stored as a hash." }),
    url: Type.String({ description: "The page of the shared wishlist." }),
  },
  { title: "NewShare" },
);

export const SharesResponse = Type.Object(
  { shares: Type.Array(Type.Object(share, { title: "Share" })) },
  { title: "Shares" },
);

export const SharedQuery = Type.Object(paging);

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
    quantity: Type.Optional(Type.Integer({ description: "Units that are wanted; 1 if absent." })),
    purchasedQuantity: Type.Optional(
      Type.Integer({ description: "Units that were bought; absent if none were, or all." }),
    ),
    priority: Type.Optional(Type.Integer()),
  },
  { title: "SharedItem" },
);

export const SharedWishlistResponse = Type.Object(
  {
    name: Type.Optional(Type.String()),
    displayName: Type.Optional(Type.String({ description: "Who shares, as said when the link was made." })),
    expires: Type.Optional(Timestamp),
    wishlistItems: Type.Array(SharedItem),
    itemCount: Type.Integer({ description: "Items of this page." }),
    lastEvaluatedItemId: Type.Optional(
      Type.String({ description: "Send it as lastItemId for the next page." }),
    ),
  },
  { title: "SharedWishlist" },
);
