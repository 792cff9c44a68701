import Type from "typebox";
import { clearable, queryReference, record, text, Timestamp } from "../../../ingest/schemas/common.ts";
import {
  CustomerAddress,
  CustomerBody,
  MAX_ADDRESSES,
  MAX_CUSTOMERS_PER_REQUEST,
  OptIn,
  OptInLevel,
  UploadResponse,
} from "../../../ingest/schemas/customers.ts";

const own = CustomerBody.properties;
const address = CustomerAddress.properties;

const SdkAddress = record(
  {
    address1: address.address1,
    address2: address.address2,
    addressRef: address.id,
    city: address.city,
    company: address.company,
    country: address.country,
    countryCode: address.country_code,
    countryName: address.country_name,
    customerRef: address.customer_id,
    default: address.default,
    email: address.email,
    firstName: address.first_name,
    lastName: address.last_name,
    latitude: address.latitude,
    longitude: address.longitude,
    name: address.name,
    phone: address.phone,
    postcode: address.zip,
    province: address.province,
    provinceCode: address.province_code,
  },
  { title: "SdkAddress", "x-without-nulls": true },
);

const EmailOptIn = record(
  {
    ...OptIn.properties,
    ...clearable({
      opt_in_level: OptInLevel,
    }),
  },
  { title: "EmailOptIn" },
);

const preferences = record(clearable({ email: EmailOptIn, sms: OptIn }), { title: "OptInPreferences" });

/** Schema of a customer in the format of the platform's SDK. */
export const SdkCustomerBody = record(
  {
    id: own.svc_customer_id,
    customerRef: own.id,
    alternateCustomerRef: own.alternate_customer_ref,
    attributeGroups: own.attribute_groups,
    dob: own.date_of_birth,
    email: own.email,
    firstName: own.first_name,
    joinedStoreId: own.joined_store_id,
    lastName: own.last_name,
    loyaltyTier: own.loyalty_tier,
    memberSince: own.member_since,
    mobile: own.mobile,
    spendToNextTier: own.spend_to_next_tier,
    vipStatus: own.vip_status,
    ...clearable({
      phone: text(40, {
        description:
          "A number with a country code is stored in E.164 format and must be unique. Any other number is stored unchanged.",
      }),
      addresses: Type.Array(SdkAddress, { maxItems: MAX_ADDRESSES }),
      optin_preferences: preferences,
    }),
  },
  { title: "SdkCustomer" },
);

/** An upload of customers. Each row is checked separately, so that an invalid row does not stop the others. */
export const SdkUploadBody = Type.Array(Type.Unknown(), { minItems: 1, maxItems: MAX_CUSTOMERS_PER_REQUEST });
export const SdkUploadDoc = Type.Array(SdkCustomerBody, { minItems: 1, maxItems: MAX_CUSTOMERS_PER_REQUEST });

export const SdkCustomerResponse = Type.Object(
  {
    ...SdkCustomerBody.properties,
    id: Type.String({ description: "The service's id." }),
    customerRef: Type.Optional(Type.String({ description: "The retailer's reference, if one was given." })),
    active: Type.Boolean(),
    deleted: Type.Boolean(),
    accepts_marketing: Type.Boolean(),
    createdDate: Timestamp,
    customer_state: Type.String(),
    lastModifiedDate: Timestamp,
    lastOrderRef: Type.Optional(Type.String()),
    taxExempt: Type.Boolean(),
    taxExemptions: Type.Array(Type.String()),
    totalOrders: Type.Integer(),
    totalSpend: Type.Number(),
    verified_email: Type.Boolean(),
  },
  { title: "SdkCustomerRecord" },
);

const Created = UploadResponse.properties.customers.items.properties;

/** Schema of {@link UploadResponse} with the field names of the SDK. */
export const SdkUploadResponse = Type.Object(
  {
    customers: Type.Array(
      Type.Object({
        id: Type.Optional(Type.String()),
        customerRef: Type.Optional(Type.String()),
        status: Created.status,
        error: Created.error,
        ignored: Created.ignored,
      }),
      { description: "One per customer, in the order of the request." },
    ),
  },
  { title: "SdkUploadedCustomers" },
);

/** Options of parameters that a form may send empty: then they count as absent. */
export const MAY_BE_EMPTY = { minLength: 0 };

export const SdkCustomerQuery = Type.Object({
  id: queryReference("The service's id of the customer. Either id or customerRef is required.", MAY_BE_EMPTY),
  customerRef: queryReference("The retailer's reference of the customer.", MAY_BE_EMPTY),
});

const criterion = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ maxLength, description }));

export const SdkSearchQuery = Type.Object({
  email: criterion(320, "An e-mail address, a name or a phone number is required."),
  phone: criterion(40, "A phone number in any format. In E.164 format, such as +4930123456, it is unique."),
  firstName: criterion(255, "First name, ignoring case."),
  lastName: criterion(255, "Last name, ignoring case."),
  mobile: criterion(40, "A mobile number in any format."),
});

export const SdkSearchResponse = Type.Array(SdkCustomerResponse);
