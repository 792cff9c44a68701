import type { Static } from "typebox";
import type { Changes, Command, CustomerFields } from "../../actors/messages.ts";
import type { Plan } from "../idempotency.ts";
import type { FieldError } from "../problem.ts";
import { given } from "../routes/query.ts";
import { CustomerBody } from "../schemas/customers.ts";
import type { Targets } from "../targets.ts";
import { compileBody } from "../validation.ts";

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

/** The command that writes a customer, where its place can be told. */
export function planCustomer(
  targets: Targets,
  type: "CreateCustomer" | "UpdateCustomer" | "UpsertCustomer",
  scope: string,
  body: CustomerInput,
  ifMatch?: string[],
): Plan | undefined {
  const { id, svc_customer_id, ...fields } = body;
  const customerId = type === "CreateCustomer" ? undefined : svc_customer_id;
  // The service's id decides where both are given; the actor then checks the other.
  const named = customerId ? { id: customerId } : { ref: id };
  const address =
    customerId || id
      ? targets.customer(scope, named)
      : type === "UpdateCustomer"
        ? undefined
        : targets.newCustomer(scope);
  if (!address) return undefined;
  const { partition, slot, key } = address;
  const command = {
    type,
    scope,
    slot,
    key,
    ...(id ? { ref: id } : {}),
    ...(customerId ? { customerId } : {}),
    ...(ifMatch ? { ifMatch } : {}),
    fields: given(fields) as Changes<CustomerFields>,
  } as Command;
  return { partition, command };
}
