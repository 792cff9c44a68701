import Type, { type TSchema } from "typebox";
import type { PutResult } from "../../actors/catalogue/messages.ts";
import { IgnoredDoc, RowErrorDoc } from "../rows.ts";
import {
  clearable,
  codesOf,
  Flag,
  oneOf,
  queryReference,
  record,
  Reference,
  text,
  Timestamp,
} from "./common.ts";

/** Marks a member as a platform's name for another member: it is accepted, but not in the API document. */
const platformName = <T extends TSchema>(schema: T): T => ({ ...schema, "x-platform-name": true });

/** Money as decimal text; numbers are also accepted. */
export const Money = Type.Unsafe<string>({ type: ["string", "number"], "x-money": true });
const Currency = text(3, { format: "iso-4217" });
const Units = Type.Integer({ minimum: -1_000_000_000, maximum: 1_000_000_000 });

const Variant = record({
  variantRef: Reference,
  ...clearable({
    title: text(1000),
    sku: Reference,
    gtin: Reference,
    inventoryItemId: Reference,
    price: Money,
    currency: Currency,
    inventoryPolicy: oneOf(["deny", "continue"]),
    available: Units,
  }),
});

/** States of a product. */
export const PRODUCT_STATUSES = ["active", "draft", "archived"] as const;

export const ProductBody = record(
  {
    productRef: Reference,
    ...clearable({
      title: text(1000),
      url: text(2000),
      handle: text(255, {
        description: "Name of the product in the shop's URLs: `/products/<handle>`.",
      }),
      imageUrl: text(2000),
      status: oneOf(PRODUCT_STATUSES),
      publishedTime: Timestamp,
      prerelease: Flag,
      updatedTime: Timestamp,
    }),
    variants: Type.Optional(Type.Array(Variant, { maxItems: 2048 })),
  },
  { title: "ProductFeedRow" },
);

export const StockLevelBody = record(
  {
    ...clearable({
      variantRef: Reference,
      variantId: Reference,
      productRef: {
        ...Reference,
        description: "Selects the product if variants of several products have the same name.",
      },
      sku: Reference,
      gtin: Reference,
      inventoryItemId: Reference,
      inventory_item_id: platformName(Reference),
      locationRef: Reference,
      location_id: platformName(Reference),
      updatedTime: Timestamp,
      updated_at: platformName(Timestamp),
    }),
    available: Type.Unsafe<number | null>({ ...Units, type: ["integer", "null"] }),
  },
  { title: "StockLevelFeedRow" },
);

export const ProductsResponse = Type.Object(
  {
    results: Type.Array(
      Type.Object({
        productRef: Type.Optional(Type.String()),
        productId: Type.Optional(Type.String()),
        status: codesOf<PutResult["status"] | "rejected">({
          created: true,
          updated: true,
          unchanged: true,
          stale: true,
          rejected: true,
        }),
        error: Type.Optional(RowErrorDoc),
        ignored: Type.Optional(IgnoredDoc),
        variants: Type.Optional(
          Type.Array(Type.Object({ variantRef: Type.String(), variantId: Type.String() })),
        ),
      }),
      { description: "One per row, in the order of the request." },
    ),
  },
  { title: "ProductResults" },
);

export const StockResponse = Type.Object(
  {
    results: Type.Array(
      Type.Object({
        status: oneOf(["applied", "parked", "stale", "rejected"]),
        error: Type.Optional(RowErrorDoc),
      }),
    ),
  },
  { title: "StockResults" },
);

export const VariantResponse = Type.Object(
  {
    productRef: Type.String(),
    productId: Type.String(),
    productTitle: Type.Optional(Type.String({ description: "Absent if the variant is part of a product." })),
    variantRef: Type.String(),
    variantId: Type.String(),
    title: Type.Optional(Type.String()),
    sku: Type.Optional(Type.String()),
    gtin: Type.Optional(Type.String()),
    inventoryItemId: Type.Optional(Type.String()),
    price: Type.Optional(Type.String()),
    currency: Type.Optional(Type.String()),
    inventoryPolicy: Type.String(),
    available: Type.Optional(
      Type.Unsafe<number | null>({
        type: ["integer", "null"],
        description: "Null if stock is not tracked.",
      }),
    ),
    isAvailable: Type.Boolean({
      description: "Whether the variant can be bought; false if its stock is unknown.",
    }),
    stockLevels: Type.Array(
      Type.Object({
        locationRef: Type.Optional(Type.String()),
        available: Type.Unsafe<number | null>({ type: ["integer", "null"] }),
        updatedTime: Type.Optional(Timestamp),
      }),
    ),
  },
  { title: "Variant" },
);

/** The product of a variant, in a query. */
export const productOfVariant = queryReference(
  "Reference of the variant's product. Needed if several products have a variant with this name.",
);

export const VariantQuery = Type.Object({ productRef: productOfVariant });

export const ProductQuery = Type.Object({
  lastVariantId: Type.Optional(
    Type.String({
      description: "Continue after this variant: lastEvaluatedVariantId of the previous page.",
    }),
  ),
});

export const ProductResponse = Type.Object(
  {
    productRef: Type.String(),
    productId: Type.String(),
    title: Type.String(),
    url: Type.Optional(Type.String()),
    handle: Type.Optional(Type.String()),
    imageUrl: Type.Optional(Type.String()),
    status: Type.String(),
    publishedTime: Type.Optional(Type.Unsafe<string | null>({ type: ["string", "null"] })),
    prerelease: Type.Boolean(),
    updatedTime: Type.Optional(Timestamp),
    createdTime: Timestamp,
    modifiedTime: Timestamp,
    variantCount: Type.Integer({ description: "Number of all variants of the product." }),
    variants: Type.Array(VariantResponse),
    lastEvaluatedVariantId: Type.Optional(
      Type.String({ description: "The last variant of this page; absent on the last page." }),
    ),
  },
  { title: "Product" },
);
