import type { Static } from "typebox";
import type { Command } from "../../actors/command.ts";
import type { Rejection } from "../../actors/reply.ts";
import type { Plan } from "../../actors/send.ts";
import { defined } from "../../store/defined.ts";
import type { FieldError } from "../problem.ts";
import { fieldsOf, validateWithout } from "../rows.ts";
import { CustomerBody } from "../schemas/customers.ts";
import type { Targets } from "../targets.ts";
import { compileBody } from "../validation/validation.ts";

export type CustomerInput = Static<typeof CustomerBody>;

const validate = compileBody(CustomerBody);

/** What is wrong with a new customer that nothing identifies. */
export function checkNew(body: CustomerInput): FieldError[] {
  if (body.id || body.email || body.phone) return [];
  return [{ path: "", message: "needs an id, an email or a phone" }];
}

/** Reads a customer among many. */
export function readCustomer(row: unknown): { body: CustomerInput } | { errors: FieldError[] } {
  const invalid = validate(row);
  const body = row as CustomerInput;
  const errors = invalid.length > 0 || body.svc_customer_id ? invalid : checkNew(body);
  return errors.length > 0 ? { errors } : { body };
}

/** Members that a platform's report cannot do without: who is meant, when, and the consent. */
const NEEDED = ["id", "svc_customer_id", "updated_at", "accepts_marketing", "accepts_marketing_updated_at"];
const DISPENSABLE = Object.keys(CustomerBody.properties)
  .filter((name) => !NEEDED.includes(name))
  .map((name) => `/${name}`);

/** A platform's report of a customer, and what of it is left out. */
interface ReportedCustomer {
  body: CustomerInput;
  ignored: FieldError[];
}

/**
 * Reads Shopify's customer, or its update of a consent. Nobody can correct it, and it may withdraw a consent: so what is
 * invalid of it is left out.
 */
export function readShopifyCustomer(row: unknown): ReportedCustomer | { errors: FieldError[] } {
  const body = customerOfShopify(row) as CustomerInput;
  const { errors, ignored } = validateWithout(validate, body, DISPENSABLE);
  return errors.length > 0 ? { errors } : { body, ignored };
}

/** A report without the member that it was refused for; undefined where it cannot do without that one. */
export function reportWithout(
  { body, ignored }: ReportedCustomer,
  { path = "", detail: message }: Pick<Rejection, "path" | "detail">,
): ReportedCustomer | undefined {
  const name = path.slice(1);
  if (!DISPENSABLE.includes(path) || !Object.hasOwn(body, name)) return undefined;
  const rest = { ...body };
  Reflect.deleteProperty(rest, name);
  return { body: rest, ignored: [...ignored, { path, message }] };
}

/**
 * Shopify's customer, or its update of a consent, in our shape. `accepts_marketing` is only used if the consent that
 * has replaced it is absent. https://shopify.dev/docs/api/admin-rest/latest/resources/customer
 */
function customerOfShopify(body: unknown): Record<string, unknown> {
  const { email_marketing_consent: consent, customer_id, ...customer } = fieldsOf(body);
  const own: Record<string, unknown> = customer_id === undefined ? customer : { id: customer_id };
  const { state, opt_in_level, consent_updated_at } = fieldsOf(consent);
  if (typeof state !== "string") return own;
  const isSubscribed = state.toLowerCase() === "subscribed";
  const level = typeof opt_in_level === "string" ? opt_in_level.toLowerCase() : null;
  const { accepts_marketing_updated_at: _, ...others } = own;
  return {
    ...others,
    accepts_marketing: isSubscribed,
    marketing_opt_in_level: isSubscribed ? level : null,
    ...(typeof consent_updated_at === "string" ? { accepts_marketing_updated_at: consent_updated_at } : {}),
  };
}

/** The command that writes a customer, if its address is known. */
export function planCustomer<T extends "CreateCustomer" | "UpdateCustomer" | "UpsertCustomer">(
  targets: Pick<Targets, "customer" | "newCustomer">,
  type: T,
  storeKey: string,
  body: CustomerInput,
  ifMatch?: string[],
): Plan<Extract<Command, { type: T }>> | undefined {
  const { id, svc_customer_id, ...fields } = body;
  const customerId = type === "CreateCustomer" ? undefined : svc_customer_id;
  // The service's id decides where both are given; the actor then checks the other.
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
    ...(id ? { ref: id } : {}),
    ...(customerId ? { customerId } : {}),
    ...defined({ ifMatch }),
    fields: defined(fields),
  } as Extract<Command, { type: T }>;
  return { partition, command };
}
