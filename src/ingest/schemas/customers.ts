import Type from "typebox";
import { SAFE_DIGITS } from "../json/numbers.ts";
import { IgnoredDoc } from "../rows.ts";
import { MAX_TAG_TEXT } from "../validation/vocabulary.ts";
import {
  AttributeGroupsSchema,
  clearable,
  Flag,
  nullable,
  oneOf,
  record,
  Reference,
  text,
  Timestamp,
} from "./common.ts";

/** Maximum number of customers in one upload. */
export const MAX_CUSTOMERS_PER_REQUEST = 1000;
/** Maximum number of addresses of a customer. */
export const MAX_ADDRESSES = 100;

/** States of a customer's account. */
export const CUSTOMER_STATES = ["disabled", "invited", "enabled", "declined"] as const;

const OPT_IN_LEVELS = ["single_opt_in", "confirmed_opt_in", "unknown"];
/** How a customer has agreed to marketing. */
export const OptInLevel = Type.Unsafe<string>({ type: "string", enum: OPT_IN_LEVELS });

const ShortText = text(255);
const Email = text(320, { format: "email" });
const Phone = text(40, { "x-phone": true });
const Decimal = (bounds: object) =>
  Type.Unsafe<number>({ type: ["number", "string"], "x-decimal": true, ...bounds });

/** An address of a customer. */
export const CustomerAddress = record(
  clearable({
    address1: ShortText,
    address2: ShortText,
    city: ShortText,
    company: ShortText,
    country: ShortText,
    country_code: ShortText,
    country_name: ShortText,
    customer_id: Reference,
    default: Flag,
    email: ShortText,
    first_name: ShortText,
    id: Reference,
    last_name: ShortText,
    latitude: Type.Number({ minimum: -90, maximum: 90 }),
    longitude: Type.Number({ minimum: -180, maximum: 180 }),
    name: ShortText,
    phone: ShortText,
    province: ShortText,
    province_code: ShortText,
    zip: ShortText,
  }),
  { title: "Address", "x-without-nulls": true },
);

/** Consent to one channel of marketing. */
export const OptIn = record(
  clearable({ opt_in_active: Flag, opt_in_updated_at: Timestamp, opted_in_at: Timestamp }),
  { title: "OptIn", "x-without-nulls": true },
);

/** Members of a customer that only the platform's SDK sends. */
const ofSdk = {
  alternate_customer_ref: Reference,
  attribute_groups: AttributeGroupsSchema,
  date_of_birth: text(40),
  joined_store_id: Reference,
  local_phone: text(40, { description: "A phone number that is not in E.164 format; not unique." }),
  loyalty_tier: ShortText,
  member_since: text(40),
  mobile: text(40, { description: "A mobile number in any format; not unique." }),
  sms_opt_in: OptIn,
  spend_to_next_tier: ShortText,
  vip_status: Flag,
};

const fields = {
  ...ofSdk,
  accepts_marketing: Flag,
  accepts_marketing_updated_at: Timestamp,
  alerts_unsubscribed_at: {
    ...Timestamp,
    description:
      "When the customer unsubscribed from alert e-mails, with the link in each e-mail. Null removes it, and so does a later consent to marketing.",
  },
  addresses: Type.Array(CustomerAddress, { maxItems: MAX_ADDRESSES }),
  admin_graphql_api_id: ShortText,
  created_at: Timestamp,
  currency: text(3, { format: "iso-4217" }),
  default_address: CustomerAddress,
  email: Email,
  first_name: ShortText,
  last_name: ShortText,
  last_order_id: Reference,
  last_order_name: ShortText,
  marketing_opt_in_level: OptInLevel,
  multipass_identifier: ShortText,
  note: text(5000),
  orders_count: Type.Integer({ minimum: 0, maximum: 10 ** SAFE_DIGITS - 1 }),
  phone: Phone,
  state: oneOf(CUSTOMER_STATES),
  tags: text(MAX_TAG_TEXT, { format: "tag-list" }),
  tax_exempt: Flag,
  tax_exemptions: Type.Unsafe<string[]>({
    type: ["array", "string"],
    maxLength: 255,
    items: { type: "string", maxLength: 255 },
    maxItems: 100,
    "x-list": true,
  }),
  total_spent: Decimal({ minimum: 0 }),
  updated_at: Timestamp,
  verified_email: Flag,
};

const CONSENT_STATES = ["subscribed", "not_subscribed", "pending", "unsubscribed", "redacted", "invalid"];

/** Returns the schema of one of these words, in lower case as in Shopify's REST API, or in upper case as in GraphQL. */
const anyCase = (words: readonly string[]) => oneOf([...words, ...words.map((word) => word.toUpperCase())]);

/** Shopify's consent to e-mail. https://shopify.dev/docs/api/admin-rest/latest/resources/customer */
const EmailMarketingConsent = record(
  clearable({
    state: anyCase(CONSENT_STATES),
    opt_in_level: anyCase(OPT_IN_LEVELS),
    consent_updated_at: Timestamp,
  }),
  {
    title: "EmailMarketingConsent",
    description:
      "The consent to e-mail in Shopify's format. It replaces accepts_marketing, marketing_opt_in_level and accepts_marketing_updated_at.",
  },
);

export const CustomerBody = record(
  clearable({
    id: Reference,
    svc_customer_id: Reference,
    email_marketing_consent: EmailMarketingConsent,
    ...fields,
  }),
);

/** An upload of customers. Each row is checked separately, so that an invalid row does not stop the others. */
export const UploadBody = record({
  customers: Type.Array(Type.Unknown(), { minItems: 1, maxItems: MAX_CUSTOMERS_PER_REQUEST }),
});

/** An upload with the schema of its rows, for the API document. */
export const UploadDoc = record({
  customers: Type.Array(
    record(CustomerBody.properties, { title: "CustomerRow", "x-needs": [["id"], ["email"], ["phone"]] }),
    { minItems: 1, maxItems: MAX_CUSTOMERS_PER_REQUEST },
  ),
});

/** The bodies for a new and for a changed customer, with the ids that they need, for the API document. */
export const CreateCustomerDoc = record(CustomerBody.properties, {
  "x-needs": [["id"], ["email"], ["phone"]],
});
export const UpdateCustomerDoc = record(CustomerBody.properties, {
  "x-needs": [["svc_customer_id"], ["id"]],
});

const present = Object.fromEntries(
  Object.entries(fields).map(([name, schema]) => [name, Type.Optional(schema)]),
);

export const CustomerResponse = Type.Object(
  {
    id: Type.String({
      description: "The retailer's reference, or the service's id if no reference was given.",
    }),
    svc_customer_id: Type.String({ description: "The service's id." }),
    ...present,
    accepts_marketing: Type.Boolean(),
    addresses: Type.Array(CustomerAddress),
    created_at: Timestamp,
    marketing_opt_in_level: nullable(Type.String()),
    orders_count: Type.Integer(),
    state: Type.String(),
    tags: Type.String(),
    tax_exempt: Type.Boolean(),
    tax_exemptions: Type.Array(Type.String()),
    total_spent: Type.Number(),
    updated_at: Timestamp,
    verified_email: Type.Boolean(),
  },
  { title: "Customer" },
);

export const UploadResponse = Type.Object(
  {
    customers: Type.Array(
      Type.Object({
        id: Type.Optional(Type.String()),
        svc_customer_id: Type.Optional(Type.String()),
        status: Type.Union([Type.Literal("created"), Type.Literal("updated"), Type.Literal("rejected")]),
        error: Type.Optional(
          Type.Object({
            code: Type.String(),
            detail: Type.String(),
            errors: Type.Optional(Type.Array(Type.Object({ path: Type.String(), message: Type.String() }))),
          }),
        ),
        ignored: Type.Optional(IgnoredDoc),
      }),
      { description: "One per customer, in the order of the request." },
    ),
  },
  { title: "UploadedCustomers" },
);

export const DeleteCustomerQuery = Type.Object({
  wishlists: Type.Optional(
    Type.Boolean({ description: "Also delete the customer's wishlists, as an erasure requires." }),
  ),
});
