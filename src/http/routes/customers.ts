import type { Rejection } from "../../actors/messages.ts";
import type { Customers } from "../../store/customers.ts";
import { allowOf } from "../allow.ts";
import type { Plan, Writes } from "../idempotency.ts";
import { accepted, presentRead, presentWrite } from "../presenters/reply.ts";
import { type FieldError, Problem } from "../problem.ts";
import { type ApiRoute, route } from "../route.ts";
import {
  CustomerBody,
  CustomerResponse,
  DeleteCustomerQuery,
  UploadBody,
  UploadResponse,
} from "../schemas/customers.ts";
import { checkNew, planCustomer, readCustomer } from "../feeds/customers.ts";
import { inOrder } from "../in-order.ts";
import { notFound, type Targets } from "../targets.ts";
import { MOST_ERRORS, normaliseReference } from "../validation.ts";

/** The interface shows no prefix for customers, so they answer under all that a caller may try. */
const PREFIXES = ["/services/customerservice/api", "/services/wsservice/api", "/api"];
const at = (path: string) => PREFIXES.map((prefix) => `${prefix}${path}`);

const REFUSALS = { malformed: 400, invalid: 405, duplicate: 405 } as const;
/** Customers of one upload that are written at the same time. */
const UPLOADED_AT_ONCE = 64;

export interface CustomerRouteParts {
  writes: Writes;
  customers: Customers;
  targets: Targets;
}

type UploadedRow =
  | { id?: string; svc_customer_id?: string; status: "created" | "updated" }
  | { id?: string; svc_customer_id?: string; status: "rejected"; error: RowError };

interface RowError {
  code: string;
  detail: string;
  errors?: FieldError[];
}

function rowError({ code, detail, path }: Rejection): RowError {
  return { code, detail, ...(path === undefined ? {} : { errors: [{ path, message: detail }] }) };
}

export function customerRoutes({ writes, customers, targets }: CustomerRouteParts): ApiRoute[] {
  const tag = "Customers";
  async function uploadRow(
    row: unknown,
    scope: string,
    send: (plan: Plan) => Promise<Awaited<ReturnType<Writes["submit"]>>>,
  ): Promise<UploadedRow> {
    const read = readCustomer(row);
    if ("errors" in read) {
      const { errors } = read;
      const detail = errors.map(({ path, message }) => `${path || "the customer"} ${message}`).join("; ");
      return { ...nameOf(row), status: "rejected", error: { code: "InvalidInput", detail, errors } };
    }
    const plan = planCustomer(targets, "UpsertCustomer", scope, read.body);
    if (!plan) {
      const error = { code: "ResourceNotFound", detail: "There is no such customer." };
      return { ...nameOf(row), status: "rejected", error };
    }
    const reply = await send(plan);
    // Not the row's fault: the caller is to send it all again.
    if (!reply.ok && reply.code === "Internal") throw new Problem("Internal");
    if (!reply.ok) return { ...nameOf(row), status: "rejected", error: rowError(reply) };
    const record = JSON.parse(reply.json ?? "{}") as { id: string; svc_customer_id: string };
    const { id, svc_customer_id } = record;
    return { id, svc_customer_id, status: reply.created ? "created" : "updated" };
  }

  return [
    route({
      operation: "createCustomer",
      method: "post",
      paths: at("/customers"),
      tag,
      summary: "Create a customer",
      description:
        "At least one of id, email and phone is needed. A customer without id gets the service's id as its id. Wishlists that a deleted customer with the same id left are given to the new one.",
      scope: "customers:write",
      body: CustomerBody,
      check: checkNew,
      refusals: REFUSALS,
      conditional: false,
      responses: { 201: { description: "The new customer.", schema: CustomerResponse } },
      async handle(request) {
        const { session, body, idempotency } = request;
        const reply = await writes.submit(idempotency, () => {
          const plan = planCustomer(targets, "CreateCustomer", session.scope, body);
          if (!plan) throw notFound("customer");
          return plan;
        });
        return presentWrite(201, accepted(reply, REFUSALS, request));
      },
    }),

    route({
      operation: "uploadCustomers",
      method: "post",
      paths: at("/upload-customers"),
      tag,
      summary: "Create or update many customers",
      description:
        "Up to 1,000, each on its own: a customer with a known id is updated, any other is created.",
      scope: "customers:write",
      body: UploadBody,
      refusals: REFUSALS,
      conditional: false,
      responses: { 201: { description: "What became of each customer.", schema: UploadResponse } },
      async handle(request) {
        const { session, body, idempotency, ctx } = request;
        const { result, replayed } = await writes.submitMany(idempotency, (send) =>
          inOrder(body.customers, UPLOADED_AT_ONCE, (row, i) =>
            uploadRow(row, session.scope, (plan) => send(plan, i)),
          ),
        );
        const rejected = result.flatMap((row, i) =>
          row.status === "rejected" ? [rowErrors(row.error, `/customers/${i}`)] : [],
        );
        if (rejected.length === result.length) {
          throw new Problem("InvalidInput", {
            status: REFUSALS.invalid,
            detail: `Each of the ${result.length} customers was rejected.`,
            errors: rejected.flat().slice(0, MOST_ERRORS),
            headers: { Allow: allowOf(ctx) },
          });
        }
        return presentWrite(201, {
          ok: true,
          json: JSON.stringify({ customers: result }),
          ...(replayed ? { replayed } : {}),
        });
      },
    }),

    route({
      operation: "updateCustomer",
      method: "put",
      paths: at("/customers"),
      tag,
      summary: "Change a customer",
      description:
        "Found by svc_customer_id, else by id. Fields that are present are set, null clears an optional one, absent ones stay.",
      scope: "customers:write",
      body: CustomerBody,
      check: (body) =>
        body.id || body.svc_customer_id ? [] : [{ path: "/id", message: "or svc_customer_id is needed" }],
      refusals: REFUSALS,
      responses: { 200: { description: "The changed customer.", schema: CustomerResponse } },
      async handle(request) {
        const { session, body, idempotency, ifMatch } = request;
        const reply = await writes.submit(idempotency, () => {
          const plan = planCustomer(targets, "UpdateCustomer", session.scope, body, ifMatch);
          if (!plan) throw notFound("customer");
          return plan;
        });
        return presentWrite(200, accepted(reply, REFUSALS, request));
      },
    }),

    route({
      operation: "findCustomer",
      method: "get",
      paths: at("/customers/:customerRef"),
      params: { customerRef: "The retailer's id of the customer, or the service's." },
      tag,
      summary: "Find a customer",
      scope: "customers:read",
      refusals: REFUSALS,
      responses: { 200: { description: "The customer.", schema: CustomerResponse } },
      async handle(request) {
        const { session } = request;
        const found = await customers.find(session.scope, normaliseReference(request.param("customerRef")));
        if (!found) throw notFound("customer");
        return presentRead(found.json, found.version);
      },
    }),

    route({
      operation: "deleteCustomer",
      method: "delete",
      paths: at("/customers/:customerRef"),
      params: { customerRef: "The retailer's id of the customer, or the service's." },
      tag,
      summary: "Delete a customer",
      description:
        "The personal fields are removed. The wishlists stay under the customer's reference, unless wishlists=true deletes them too.",
      scope: "customers:write",
      query: DeleteCustomerQuery,
      refusals: REFUSALS,
      responses: { 204: { description: "Deleted." } },
      async handle(request) {
        const { session, query, idempotency, ifMatch } = request;
        const id = normaliseReference(request.param("customerRef"));
        const reply = await writes.submit(idempotency, () => {
          const address = targets.customer(session.scope, { ref: id });
          if (!address) throw notFound("customer");
          const { partition, slot, key } = address;
          const command = {
            type: "DeleteCustomer" as const,
            scope: session.scope,
            slot,
            key,
            id,
            withWishlists: query.wishlists ?? false,
            ...(ifMatch ? { ifMatch } : {}),
          };
          return { partition, command };
        });
        return presentWrite(204, accepted(reply, REFUSALS, request));
      },
    }),
  ];
}

/** How a row that was refused names itself, as far as that makes sense. */
function nameOf(row: unknown): { id?: string; svc_customer_id?: string } {
  const { id, svc_customer_id } = (row ?? {}) as Record<string, unknown>;
  return {
    ...(typeof id === "string" ? { id } : {}),
    ...(typeof svc_customer_id === "string" ? { svc_customer_id } : {}),
  };
}

/** Errors of a row as errors of the whole body. */
function rowErrors(
  { detail, errors = [{ path: "", message: detail }] }: RowError,
  pointer: string,
): FieldError[] {
  return errors.map(({ path, message }) => ({ path: `${pointer}${path}`, message }));
}
