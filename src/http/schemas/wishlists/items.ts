import Type from "typebox";
import { MAX_QUANTITY } from "../../../actors/wishlist/items/quantity.ts";
import {
  AttributeGroupsSchema,
  clearable,
  Flag,
  nullable,
  queryReference,
  record,
  Reference,
  text,
  Timestamp,
} from "../../../ingest/schemas/common.ts";

/** Maximum number of items in one request to add, move or copy. */
export const MAX_ITEMS_PER_REQUEST = 500;

const identity = {
  productId: Reference,
  productRef: Reference,
  selectedVariantId: Reference,
  selectedVariantRef: Reference,
};

const Product = record(clearable(identity), {
  title: "WishedVariant",
  description: "Either productId and selectedVariantId, or productRef and selectedVariantRef.",
  "x-needs": [
    ["productId", "selectedVariantId"],
    ["productRef", "selectedVariantRef"],
  ],
});

const ProductChange = record(clearable({ ...identity, oldVariantId: Reference, oldVariantRef: Reference }), {
  title: "WishedVariantChange",
  description:
    "To change the variant, oldVariantId or oldVariantRef must be the current variant. The variant cannot change after orders have bought units of the item.",
});

const quantity = { minimum: 1, maximum: MAX_QUANTITY };

/** Note for members that only staff set. */
const ofStaff = { description: "A shopper's token cannot change it." };

const options = clearable({
  wishlistItemRef: Reference,
  addedFromCart: Flag,
  addedByStaff: { ...Flag, ...ofStaff },
  staffRef: { ...Reference, ...ofStaff },
  locationRef: { ...Reference, ...ofStaff },
  disableNotification: Flag,
  prerelease: Flag,
  purchasedAndRemoved: { ...Flag, ...ofStaff },
  notifyMe: Flag,
  quantity: Type.Integer({
    ...quantity,
    description: "Number of wished units; 1 if absent. An order can fulfil a part of them.",
  }),
  priority: Type.Integer({
    minimum: 1,
    maximum: 5,
    description: "Priority from 1 to 5. The service does not sort by it.",
  }),
  note: text(500, { description: "A note by the shopper." }),
  attributeGroups: AttributeGroupsSchema,
});

const wishlist = clearable({ wishlistId: Reference, wishlistRef: Reference });
const NEEDS_WISHLIST = { "x-needs": [["wishlistId"], ["wishlistRef"]] };

export const CreateItemBody = record({ ...wishlist, product: Product, ...options }, NEEDS_WISHLIST);

export const UpdateItemBody = record({
  ...clearable({ id: Reference }),
  ...wishlist,
  product: Type.Optional(ProductChange),
  ...options,
});

const addedItem = (description: string) =>
  Type.Array(record({ ...clearable(identity), ...options }, { title: "AddedItem" }), {
    description,
    maxItems: MAX_ITEMS_PER_REQUEST,
  });

export const AddItemsBody = record(
  {
    ...wishlist,
    ...clearable({ id: Reference }),
    itemId: Type.Optional(nullable(addedItem("Items by productId and selectedVariantId."))),
    itemRef: Type.Optional(nullable(addedItem("Items by productRef and selectedVariantRef."))),
  },
  { "x-needs": [["wishlistId"], ["id"], ["wishlistRef"]] },
);

const optionalText = () => Type.Optional(Type.String());

export const ItemResponse = Type.Object(
  {
    id: Type.String(),
    wishlistItemRef: optionalText(),
    wishlistId: Type.String(),
    wishlistRef: optionalText(),
    product: Type.Object({
      productId: optionalText(),
      productRef: optionalText(),
      selectedVariantId: optionalText(),
      selectedVariantRef: optionalText(),
    }),
    purchased: Type.Boolean(),
    purchasedAndRemoved: Type.Boolean(),
    purchasedDate: Type.Optional(Timestamp),
    addedFromCart: Type.Boolean(),
    addedByStaff: Type.Boolean(),
    staffRef: optionalText(),
    locationRef: optionalText(),
    disableNotification: Type.Boolean(),
    prerelease: Type.Boolean(),
    notifyMe: Type.Boolean(),
    quantity: Type.Optional(
      Type.Integer({ ...quantity, description: "Number of wished units; 1 if absent." }),
    ),
    purchasedQuantity: Type.Optional(
      Type.Integer({
        description:
          "Number of units that orders have bought. Absent if these are none, or as many as are wished. May be more than quantity, if fewer are wished since.",
      }),
    ),
    lastPurchaseDate: Type.Optional({
      ...Timestamp,
      description: "Time of the last order that bought units of the item, while it wants more units.",
    }),
    priority: Type.Optional(Type.Integer({ minimum: 1, maximum: 5 })),
    note: optionalText(),
    priceWhenAdded: Type.Optional(
      Type.Object(
        { amount: Type.String(), currency: Type.String() },
        { description: "Price of the variant when the wish was added, if the catalogue had one." },
      ),
    ),
    waitingSince: Type.Optional({
      ...Timestamp,
      description:
        "Since when the wish waits for alerts, if not since it was added. Earlier changes of the variant do not lead to alerts for this wish.",
    }),
    variantSince: Type.Optional({
      ...Timestamp,
      description:
        "Since when the item is for its variant, if not since it was added: it was changed, or joined with a purchased one. Earlier orders do not fulfil it.",
    }),
    createdTime: Timestamp,
    modifiedTime: Timestamp,
    attributeGroups: Type.Optional(AttributeGroupsSchema),
  },
  { title: "WishlistItem" },
);

export const AddItemsResponse = Type.Object(
  {
    wishlistId: Type.String(),
    items: Type.Array(
      Type.Object({
        id: Type.String(),
        wishlistItemRef: optionalText(),
        status: Type.Union([Type.Literal("created"), Type.Literal("existing")]),
      }),
      { description: "One per item, in the order of the request; the rows of itemId are first." },
    ),
  },
  { title: "AddedItems" },
);

/** Query parameters that select one of several wishlists that have an item with the same reference. */
export const HolderQuery = Type.Object({
  wishlistId: queryReference("Selects the wishlist if several have an item with the reference."),
  wishlistRef: queryReference("Selects the wishlist if several have an item with the reference."),
});

export const RemoveItemQuery = Type.Object({
  purchasedAndRemoved: Type.Optional(
    Type.Boolean({ description: `Whether the item is removed because it was sold. ${ofStaff.description}` }),
  ),
});

export const RemoveItemByRefQuery = Type.Object({
  ...HolderQuery.properties,
  ...RemoveItemQuery.properties,
});

const named = (description: string) =>
  Type.Optional(nullable(Type.Array(Reference, { description, maxItems: MAX_ITEMS_PER_REQUEST })));

export const MoveItemsBody = record(
  {
    ...wishlist,
    ...clearable({ toWishlistId: Reference, toWishlistRef: Reference }),
    itemId: named("Ids of the items."),
    itemRef: named("References of the items (wishlistItemRef)."),
  },
  NEEDS_WISHLIST,
);

export const MoveItemsResponse = Type.Object(
  {
    wishlistId: Type.String(),
    toWishlistId: Type.String(),
    items: Type.Array(
      Type.Object({
        fromItemId: Type.String({ description: "The item's id on the first wishlist." }),
        id: Type.String({ description: "The item's id on the other wishlist." }),
        status: Type.Union([Type.Literal("created"), Type.Literal("existing")], {
          description: "`existing`: the wishlist already had the same wish, and both are now one.",
        }),
      }),
      { description: "One per item, in the order of the request; the items of itemId are first." },
    ),
  },
  { title: "MovedItems" },
);
