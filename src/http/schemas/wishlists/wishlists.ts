import Type from "typebox";
import {
  AttributeGroupsSchema,
  clearable,
  Flag,
  nullable,
  paging,
  queryReference,
  record,
  Reference,
  shownName,
  text,
  Timestamp,
} from "../../../ingest/schemas/common.ts";
import { ItemResponse } from "./items.ts";

const NAME_LENGTH = 255;
const DESCRIPTION_LENGTH = 5000;

const name = shownName(NAME_LENGTH);

const metadata = clearable({
  description: text(DESCRIPTION_LENGTH, { description: "A description of the wishlist." }),
  wishlistRef: Reference,
  isPrivate: Flag,
  isDefault: Flag,
  attributeGroups: AttributeGroupsSchema,
});

const customer = clearable({ customerId: Reference, customerRef: Reference });

export const CreateWishlistBody = record(
  {
    ...customer,
    guest: Type.Optional(
      nullable({
        ...Flag,
        description: "true for a shopper who has not signed in. The wishlist then has no customer.",
      }),
    ),
    name,
    ...metadata,
  },
  { "x-needs": [["customerId"], ["customerRef"], ["guest"]] },
);

export const UpdateWishlistBody = record(
  { ...clearable({ id: Reference }), ...customer, name: Type.Optional(name), ...metadata },
  { "x-needs": [["id"], ["wishlistRef"]] },
);

const wishlistFields = {
  id: Type.String(),
  customerId: Type.Optional(Type.String()),
  customerRef: Type.Optional(Type.String()),
  name: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  wishlistRef: Type.Optional(Type.String()),
  isPrivate: Type.Boolean(),
  isDefault: Type.Optional(
    Type.Boolean({ description: "true for the default wishlist of the customer, otherwise absent." }),
  ),
  guest: Type.Optional(
    Type.Boolean({ description: "true for a guest's wishlist, which has no customer; otherwise absent." }),
  ),
  deleted: Type.Boolean(),
  createdTime: Timestamp,
  modifiedTime: Timestamp,
  attributeGroups: Type.Optional(AttributeGroupsSchema),
};

const itemPage = {
  wishlistItems: Type.Array(ItemResponse),
  itemCount: Type.Integer({ description: "Number of items in this page." }),
  lastEvaluatedItemId: Type.Optional(
    Type.String({ description: "Send it as lastItemId for the next page." }),
  ),
};

export const CreatedWishlistResponse = Type.Object(
  {
    ...wishlistFields,
    guestToken: Type.Optional(
      Type.String({
        description:
          "Only for a guest's wishlist: the token with which the wishlist can be used and claimed. It is shown only in this answer.",
      }),
    ),
  },
  { title: "CreatedWishlist" },
);
export const WishlistResponse = Type.Object(wishlistFields, { title: "Wishlist" });
export const WishlistWithItems = Type.Object(
  { ...wishlistFields, ...itemPage },
  { title: "WishlistWithItems" },
);

export const WishlistPageResponse = Type.Object(
  {
    wishlistCount: Type.Integer({ description: "Number of wishlists in this page." }),
    lastEvaluatedWishlistId: Type.Optional(
      Type.String({ description: "Send it as lastItemId for the next page." }),
    ),
    wishlist: Type.Array(WishlistWithItems),
  },
  { title: "WishlistPage" },
);

export const ItemPageResponse = Type.Object(
  {
    itemCount: itemPage.itemCount,
    lastEvaluatedItemId: itemPage.lastEvaluatedItemId,
    wishlistItems: itemPage.wishlistItems,
  },
  { title: "ItemPage" },
);

/** Query that identifies a wishlist by id or reference. */
export const WishlistQuery = Type.Object({
  id: queryReference("The service's id of the wishlist. Either id or wishlistRef is required."),
  wishlistRef: queryReference("The retailer's reference of the wishlist."),
});

export const WishlistPageQuery = Type.Object({ ...WishlistQuery.properties, ...paging });

/** Query that identifies a customer by id or reference. */
export const CustomerQuery = Type.Object({
  customerId: queryReference(
    "The service's id of the customer. Either customerId or customerRef is required.",
  ),
  customerRef: queryReference("The retailer's reference of the customer."),
});

export const LookupQuery = Type.Object({ ...CustomerQuery.properties, ...paging });
