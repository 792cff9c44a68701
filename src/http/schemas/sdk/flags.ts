import Type from "typebox";
import {
  clearable,
  codesOf,
  paging,
  queryReference,
  record,
  Reference,
  Timestamp,
} from "../../../ingest/schemas/common.ts";
import type { FlagReset } from "../../../store/work/flag-resets.ts";
import { MAY_BE_EMPTY, SdkCustomerResponse } from "./customers.ts";

const MAX_COUNTED = 100;

const flag = (name: string) =>
  Type.Optional(
    Type.Boolean({ description: `true for wishes with ${name}. Either notifyMe or preRelease is required.` }),
  );

export const FlagQuery = Type.Object({
  productRef: queryReference("Selects all variants of this product in the catalogue.", MAY_BE_EMPTY),
  variantRef: queryReference(
    "Selects this variant. If productRef is also sent, the variant does not have to be in the catalogue.",
    MAY_BE_EMPTY,
  ),
  notifyMe: flag("notifyMe"),
  preRelease: flag("prerelease"),
});

export const FlaggedQuery = Type.Object({ ...FlagQuery.properties, ...paging });

/** The empty object that the SDK sends. */
export const EmptyBody = record({});

const Cursor = Type.Optional(Type.String({ description: "Send it as lastItemId for the next page." }));

export const FlaggedCustomersResponse = Type.Object(
  {
    customerCount: Type.Integer({ description: "Number of customers in this page." }),
    lastEvaluatedItemId: Cursor,
    customers: Type.Array(
      Type.Object({
        ...SdkCustomerResponse.properties,
        wishlistItemIds: Type.Array(Type.String(), {
          description: "Ids of the customer's wishes with the flag.",
        }),
      }),
    ),
  },
  { title: "FlaggedCustomers" },
);

export const FlagResetResponse = Type.Object(
  {
    id: Type.String(),
    flag: codesOf<FlagReset["flag"]>({ notifyMe: true, prerelease: true }),
    status: codesOf<FlagReset["status"]>(
      { running: true, finished: true, failed: true },
      {
        description:
          "`failed` means that the service could not reset all wishes: the request can be sent again.",
      },
    ),
    count: Type.Integer({ description: "Number of wishes that have been reset so far." }),
    startedTime: Timestamp,
    finishedTime: Type.Optional(Timestamp),
  },
  { title: "FlagReset" },
);

export const PopularityBody = Type.Array(
  Type.Union(
    [
      Reference,
      record(clearable({ productRef: Reference, variantRef: Reference }), {
        title: "CountedVariants",
        "x-needs": [["productRef"], ["variantRef"]],
      }),
    ],
    { "x-must": "be a reference, or an object with productRef, variantRef or both" },
  ),
  {
    minItems: 1,
    maxItems: MAX_COUNTED,
    description: "References of products or variants, or objects that name a product, a variant or both.",
  },
);

export const PopularityResponse = Type.Array(
  Type.Object({
    ref: Type.Optional(
      Type.String({
        description: "The reference, if it was sent as text; of a global id of Shopify, its digits.",
      }),
    ),
    productRef: Type.Optional(Type.String()),
    variantRef: Type.Optional(Type.String()),
    count: Type.Integer(),
  }),
);
