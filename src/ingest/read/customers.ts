import type { Static } from "typebox";
import type { Command } from "../../actors/command.ts";
import type { Rejection } from "../../actors/reply.ts";
import type { Plan } from "../../actors/runtime/send.ts";
import { defined, filled } from "../../collections/defined.ts";
import type { Settings } from "../../store/tenants/settings/settings.ts";
import type { FieldError } from "../problem.ts";
import { fieldsOf, validateWithout } from "../rows.ts";
import { CustomerBody } from "../schemas/customers.ts";
import { sentErrors, type SentNames } from "../sent-names.ts";
import type { Targets } from "../targets.ts";
import { compileBody } from "../validation/validation.ts";

export type CustomerInput = Static<typeof CustomerBody>;

const validate = compileBody(CustomerBody);

/** Returns an error if a new customer has nothing that identifies it. */
export function checkNew(body: CustomerInput): FieldError[] {
  if (body.id || body.email || body.phone) return [];
  return [{ path: "", message: "needs an id, an email or a phone" }];
}

/** Reads one customer row of several. */
export function readCustomer(row: unknown): { body: CustomerInput } | { errors: FieldError[] } {
  const invalid = validate(row);
  const body = row as CustomerInput;
  const errors = invalid.length > 0 || body.svc_customer_id ? invalid : checkNew(body);
  return errors.length > 0 ? { errors } : { body };
}

/** Members that must be valid in a platform's customer data: the ids, the times and the consent. */
const NEEDED = ["id", "svc_customer_id", "updated_at", "accepts_marketing", "accepts_marketing_updated_at"];
const DISPENSABLE = Object.keys(CustomerBody.properties)
  .filter((name) => !NEEDED.includes(name))
  .map((name) => `/${name}`);

/** A customer as a platform reported it, and the members that are ignored. */
interface ReportedCustomer {
  body: CustomerInput;
  ignored: FieldError[];
  sentNames: SentNames;
}

/**
 * Reads Shopify's customer, or its update of a consent. Invalid members are ignored: nobody can correct the data, and
 * it may withdraw a consent.
 */
export function readShopifyCustomer(row: unknown): ReportedCustomer | { errors: FieldError[] } {
  const body = customerOfShopify(row);
  const { errors, ignored } = validateWithout(validate, body, DISPENSABLE);
  const sentNames = namesOfShopify(row);
  if (errors.length > 0) return { errors: sentErrors(sentNames, errors) };
  return { body, ignored: sentErrors(sentNames, ignored), sentNames };
}

/** Returns the report without the member that was refused; undefined if that member is required. */
export function reportWithout(
  { body, ignored, sentNames }: ReportedCustomer,
  { path = "", detail: message }: Pick<Rejection, "path" | "detail">,
): ReportedCustomer | undefined {
  const name = path.slice(1);
  if (!DISPENSABLE.includes(path) || !Object.hasOwn(body, name)) return undefined;
  const rest = { ...body };
  Reflect.deleteProperty(rest, name);
  return { body: rest, ignored: [...ignored, ...sentErrors(sentNames, [{ path, message }])], sentNames };
}

/** Returns Shopify's names of the members of a customer, or of its update of a consent. */
function namesOfShopify(row: unknown): SentNames {
  const { customer_id, email_marketing_consent: consent } = fieldsOf(row);
  return {
    ...(customer_id === undefined ? {} : { "/id": "/customer_id" }),
    ...(typeof fieldsOf(consent)["state"] === "string" ? NAMES_OF_CONSENT : {}),
  };
}

/** Returns the names that a customer's sender has for members with other names in the service's format. */
export const sentNamesOf = ({ email_marketing_consent: consent }: CustomerInput): SentNames =>
  consent?.state ? NAMES_OF_CONSENT : {};

const NAMES_OF_CONSENT: SentNames = {
  "/accepts_marketing": "/email_marketing_consent/state",
  "/marketing_opt_in_level": "/email_marketing_consent/opt_in_level",
  "/accepts_marketing_updated_at": "/email_marketing_consent/consent_updated_at",
};

/** Converts Shopify's customer, or its update of a consent, to the service's format. */
function customerOfShopify(row: unknown): CustomerInput {
  const { customer_id, ...customer } = fieldsOf(row);
  const { email_marketing_consent } = customer;
  const own = customer_id === undefined ? customer : { id: customer_id, email_marketing_consent };
  return withOwnConsent(own);
}

/**
 * Converts Shopify's consent to the service's format. `accepts_marketing` is only used if the newer
 * `email_marketing_consent` is absent. https://shopify.dev/docs/api/admin-rest/latest/resources/customer
 */
function withOwnConsent({ email_marketing_consent: consent, ...customer }: CustomerInput): CustomerInput {
  const { state, opt_in_level, consent_updated_at } = fieldsOf(consent);
  // The consent belongs to the e-mail address: it is null for a customer who has none.
  if (consent === null && customer.email === null) return { accepts_marketing: false, ...customer };
  if (typeof state !== "string") return customer;
  const isSubscribed = state.toLowerCase() === "subscribed";
  const level = typeof opt_in_level === "string" ? opt_in_level.toLowerCase() : null;
  const { accepts_marketing_updated_at: _, ...others } = customer;
  return {
    ...others,
    accepts_marketing: isSubscribed,
    marketing_opt_in_level: isSubscribed ? level : null,
    ...(typeof consent_updated_at === "string" ? { accepts_marketing_updated_at: consent_updated_at } : {}),
  };
}

/** The store of a customer, and the setting that affects a new one. */
interface CustomerTarget {
  storeKey: string;
  settings: Pick<Settings, "currency">;
}

/** Returns the command that writes a customer; undefined if its address is unknown. */
export function planCustomer<T extends "CreateCustomer" | "UpdateCustomer" | "UpsertCustomer">(
  targets: Pick<Targets, "customer" | "newCustomer">,
  type: T,
  { storeKey, settings: { currency: shopCurrency } }: CustomerTarget,
  body: CustomerInput,
  ifMatch?: string[],
): Plan<Extract<Command, { type: T }>> | undefined {
  const { id, svc_customer_id, ...fields } = withOwnConsent(body);
  const customerId = type === "CreateCustomer" ? undefined : svc_customer_id;
  // If both are given, the service's id determines the address, and the actor checks the reference.
  const named = customerId ? { id: customerId } : { ref: id };
  const address =
    customerId || id
      ? targets.customer(storeKey, named)
      : type === "UpdateCustomer"
        ? undefined
        : targets.newCustomer(storeKey);
  if (!address) return undefined;
  const { partition, slot, key } = address;
  const command = {
    type,
    storeKey,
    slot,
    key,
    ...filled({ ref: id, customerId }),
    ...(type !== "UpdateCustomer" && shopCurrency ? { shopCurrency } : {}),
    ...defined({ ifMatch }),
    fields: defined(fields),
  } as Extract<Command, { type: T }>;
  return { partition, command };
}
