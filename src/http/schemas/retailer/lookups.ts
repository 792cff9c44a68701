import Type, { type TProperties } from "typebox";
import { VariantResponse } from "../../../ingest/schemas/catalogue.ts";
import { record, Reference } from "../../../ingest/schemas/common.ts";
import { CustomerResponse } from "../../../ingest/schemas/customers.ts";

/** Maximum number of entries in one lookup, which is the size of a page. */
const MAX_REFERENCES = 50;

const lookup = (title: string, description: string) =>
  record({ refs: Type.Array(Reference, { minItems: 1, maxItems: MAX_REFERENCES, description }) }, { title });

export const VariantLookupBody = lookup("VariantLookup", "References, ids, SKUs or barcodes of variants.");
export const CustomerLookupBody = lookup(
  "CustomerLookup",
  "The retailer's or the service's ids of customers.",
);

const ref = Type.String({
  description: "The entry in the request; of a global id of Shopify, its digits.",
});

const results = <P extends TProperties>(title: string, found: P) =>
  Type.Object(
    {
      results: Type.Array(Type.Object({ ref, ...found }), {
        description: "One per entry, in the order of the request.",
      }),
    },
    { title },
  );

const { stockLevels: _, ...variantFields } = VariantResponse.properties;

export const VariantLookupResponse = results("FoundVariants", {
  variant: Type.Optional(
    Type.Object(variantFields, {
      title: "FoundVariant",
      description: "The variant without its stock by location.",
    }),
  ),
});

export const CustomerLookupResponse = results("FoundCustomers", {
  customer: Type.Optional(CustomerResponse),
});
