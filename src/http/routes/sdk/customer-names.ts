import { ownValue } from "../../../collections/own-value.ts";
import { isObject } from "../../../ingest/json/json.ts";
import { fieldsOf } from "../../../ingest/rows.ts";
import { normalisePhone } from "../../../ingest/validation/normalise.ts";

/** Field names of the platform's SDK, with the field names of the service. Other fields are ignored. */
type Names = Readonly<Record<string, string>>;

/**
 * All members of an address. Addresses are replaced as a whole, so a member without a name here would be lost when an
 * answer is sent back.
 */
const ADDRESS: Names = {
  address1: "address1",
  address2: "address2",
  addressRef: "id",
  city: "city",
  company: "company",
  country: "country",
  countryCode: "country_code",
  countryName: "country_name",
  customerRef: "customer_id",
  default: "default",
  email: "email",
  firstName: "first_name",
  lastName: "last_name",
  latitude: "latitude",
  longitude: "longitude",
  name: "name",
  phone: "phone",
  postcode: "zip",
  province: "province",
  provinceCode: "province_code",
};

/** Members with another name and the same value. */
const PLAIN: Names = {
  id: "svc_customer_id",
  customerRef: "id",
  alternateCustomerRef: "alternate_customer_ref",
  attributeGroups: "attribute_groups",
  dob: "date_of_birth",
  email: "email",
  firstName: "first_name",
  joinedStoreId: "joined_store_id",
  lastName: "last_name",
  loyaltyTier: "loyalty_tier",
  memberSince: "member_since",
  mobile: "mobile",
  spendToNextTier: "spend_to_next_tier",
  vipStatus: "vip_status",
};

/** Members that only answers have. */
const SHOWN: Names = {
  accepts_marketing: "accepts_marketing",
  createdDate: "created_at",
  customer_state: "state",
  lastModifiedDate: "updated_at",
  lastOrderRef: "last_order_id",
  taxExempt: "tax_exempt",
  taxExemptions: "tax_exemptions",
  totalOrders: "orders_count",
  totalSpend: "total_spent",
  verified_email: "verified_email",
};

const swapped = (names: Names): Names =>
  Object.fromEntries(Object.entries(names).map(([theirs, ours]) => [ours, theirs]));

/** Returns the members of `record` that are in `names`, under their new names. */
function renamed(record: Record<string, unknown>, names: Names): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(names).flatMap(([from, to]) => (record[from] === undefined ? [] : [[to, record[from]]])),
  );
}

const mapped = (value: unknown, names: Names): unknown =>
  Array.isArray(value)
    ? value.map((each: unknown) =>
        isObject(each) && !Array.isArray(each) ? renamed(fieldsOf(each), names) : each,
      )
    : value;

/**
 * Converts a phone number: `phone` is unique and in E.164 format. A number without a country code becomes `local_phone`,
 * unchanged. Each customer must be found by one spelling of its number, so the number is converted here: the base route
 * does not check the body again.
 */
function phoneOf(phone: unknown): Record<string, unknown> {
  if (typeof phone !== "string") return phone === undefined ? {} : { phone, local_phone: null };
  const normal = normalisePhone(phone);
  return normal === undefined ? { phone: null, local_phone: phone } : { phone: normal, local_phone: null };
}

const EMAIL_OPT_IN = ["optin_preferences", "email"];

/** Converts the consent to e-mail. The service also has an opt-in level; answers show it, and requests may send it. */
function consentOf(preferences: Record<string, unknown>): Record<string, unknown> {
  const { opt_in_active, opt_in_updated_at, opt_in_level } = fieldsOf(preferences["email"]);
  if (opt_in_active === undefined || opt_in_active === null) return {};
  const isActive = opt_in_active === true || opt_in_active === "true";
  return {
    accepts_marketing: opt_in_active,
    marketing_opt_in_level: isActive ? (opt_in_level ?? "single_opt_in") : null,
    ...(opt_in_updated_at ? { accepts_marketing_updated_at: opt_in_updated_at } : {}),
  };
}

/**
 * Converts a customer of the SDK to the service's format. Other values are returned unchanged: the schema refuses them.
 */
export function fromSdkCustomer(body: unknown): unknown {
  if (!isObject(body) || Array.isArray(body)) return body;
  const { addresses, phone, optin_preferences, ...rest } = fieldsOf(body);
  const preferences = fieldsOf(optin_preferences);
  return {
    ...renamed(rest, PLAIN),
    ...phoneOf(phone),
    ...(addresses === undefined ? {} : { addresses: mapped(addresses, ADDRESS) }),
    ...consentOf(preferences),
    ...(preferences["sms"] === undefined ? {} : { sms_opt_in: preferences["sms"] }),
  };
}

/**
 * Converts a customer of the service to the format of the SDK. A customer who accepts marketing without an opt-in level
 * is shown with the level `unknown`: without a level, the answer would be a consent if it were sent back.
 */
export function toSdkCustomer(record: Record<string, unknown>): Record<string, unknown> {
  const { id, svc_customer_id, ...rest } = record;
  const updated = record["accepts_marketing_updated_at"];
  const isIn = record["accepts_marketing"] === true;
  const level = record["marketing_opt_in_level"] ?? "unknown";
  return {
    ...renamed({ svc_customer_id, ...(id === svc_customer_id ? {} : { id }) }, swapped(PLAIN)),
    ...renamed(rest, swapped(PLAIN)),
    ...renamed({ phone: record["phone"] ?? record["local_phone"] }, { phone: "phone" }),
    ...renamed(rest, swapped(SHOWN)),
    active: true,
    deleted: false,
    addresses: mapped(record["addresses"] ?? [], swapped(ADDRESS)),
    optin_preferences: {
      email: {
        opt_in_active: isIn,
        ...(isIn ? { opt_in_level: level } : {}),
        ...(updated ? { opt_in_updated_at: updated, ...(isIn ? { opted_in_at: updated } : {}) } : {}),
      },
      sms: record["sms_opt_in"] ?? { opt_in_active: false },
    },
  };
}

const OWN_PATHS: Names = {
  ...swapped(PLAIN),
  local_phone: "phone",
  sms_opt_in: "optin_preferences/sms",
  accepts_marketing: [...EMAIL_OPT_IN, "opt_in_active"].join("/"),
  accepts_marketing_updated_at: [...EMAIL_OPT_IN, "opt_in_updated_at"].join("/"),
  marketing_opt_in_level: [...EMAIL_OPT_IN, "opt_in_level"].join("/"),
};

/** Converts the JSON Pointer to a customer, or to a field of it, to the field names of the SDK. */
export function sdkPointer(pointer: string): string {
  if (pointer === "") return "";
  const [start = "", field = "", index, member, ...rest] = pointer.split("/");
  const named = [start, ownValue(OWN_PATHS, field) ?? field];
  if (index === undefined) return named.join("/");
  if (field !== "addresses" || member === undefined)
    return [...named, index, ...(member === undefined ? [] : [member]), ...rest].join("/");
  return [...named, index, ownValue(swapped(ADDRESS), member) ?? member, ...rest].join("/");
}
