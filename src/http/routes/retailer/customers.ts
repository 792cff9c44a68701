import type { Reply } from "../../../actors/reply.ts";
import { defined } from "../../../collections/defined.ts";
import { type FieldError, Problem } from "../../../ingest/problem.ts";
import { checkNew, type CustomerInput, sentNamesOf, planCustomer } from "../../../ingest/read/customers.ts";
import type { RowError } from "../../../ingest/rows.ts";
import {
  CreateCustomerDoc,
  CustomerBody,
  CustomerResponse,
  DeleteCustomerQuery,
  UpdateCustomerDoc,
  UploadBody,
  UploadDoc,
  UploadResponse,
} from "../../../ingest/schemas/customers.ts";
import { sentPath } from "../../../ingest/sent-names.ts";
import { notFound, type Targets } from "../../../ingest/targets.ts";
import { normaliseReference } from "../../../ingest/validation/normalise.ts";
import type { Customers } from "../../../store/read/customers.ts";
import type { Session } from "../../auth/session.ts";
import { type RowsParts, submitRows, type WrittenRows } from "../../feeds/write-rows.ts";
import { REPLAYED } from "../../idempotency/key-claims.ts";
import { accepted, presentRead, presentWrite } from "../../presenters/reply.ts";
import { type ApiRoute, route } from "../../route.ts";
import { answerCommand } from "../answer-command.ts";
import { API_PATH } from "../api-path.ts";

/** The interface of the platform has no prefix for customers, so they are served under all likely ones. */
export const CUSTOMER_PREFIXES = ["/services/customerservice/api", API_PATH, "/api"];
const at = (path: string) => CUSTOMER_PREFIXES.map((prefix) => `${prefix}${path}`);

const TAG = "Customers";
const PARAMS = { customerRef: "The retailer's or the service's id of the customer." };
const REFUSALS = { malformed: 400, invalid: 405, duplicate: 405 } as const;

interface CustomerRouteParts extends RowsParts<"customers"> {
  customers: Customers;
  targets: Targets;
}

/** Converts the errors of a row to errors of the whole body. */
function rowErrors(
  { detail, errors = [{ path: "", message: detail }] }: RowError,
  pointer: string,
): FieldError[] {
  return errors.map(({ path, message }) => ({ path: `${pointer}${path}`, message }));
}

/** Refuses an upload if all its customers were rejected, also when it is repeated. */
function refuseAllRejected({ result: results, replayed }: WrittenRows): void {
  const rejected = results.flatMap((row, i) => (row.error ? [rowErrors(row.error, `/customers/${i}`)] : []));
  if (rejected.length !== results.length) return;
  throw new Problem("InvalidInput", {
    status: REFUSALS.invalid,
    detail: `All ${results.length} customers were rejected.`,
    errors: rejected.flat(),
    ...(replayed ? { headers: REPLAYED } : {}),
  });
}

/** Returns a reply with the sender's name of the member that was refused. */
const inNamesOf = (body: CustomerInput, reply: Reply): Reply =>
  reply.ok || reply.path === undefined ? reply : { ...reply, path: sentPath(sentNamesOf(body), reply.path) };

const targetOf = ({ storeKey, tenant: { settings } }: Session) => ({ storeKey, settings });

const createCustomer = ({ writes, targets }: CustomerRouteParts): ApiRoute =>
  route({
    operation: "createCustomer",
    method: "post",
    paths: at("/customers"),
    tag: TAG,
    summary: "Create a customer",
    description:
      "At least one of id, email and phone is required. A customer without id gets the service's id as id. The new customer gets the wishlists of a deleted customer with the same id.",
    scope: "customers:write",
    body: CustomerBody,
    bodyDoc: CreateCustomerDoc,
    check: checkNew,
    idempotency: "command",
    refusals: REFUSALS,
    conditional: false,
    responses: { 201: { description: "The new customer.", schema: CustomerResponse } },
    async handle(request) {
      const { session, body, terms } = request;
      const reply = await writes.submit(terms, () => {
        const plan = planCustomer(targets, "CreateCustomer", targetOf(session), body);
        if (!plan) throw notFound("customer");
        return plan;
      });
      return presentWrite(201, accepted(inNamesOf(body, reply), REFUSALS));
    },
  });

const uploadCustomers = (parts: CustomerRouteParts): ApiRoute =>
  route({
    operation: "uploadCustomers",
    method: "post",
    paths: at("/upload-customers"),
    tag: TAG,
    summary: "Create or update many customers",
    description:
      "Writes up to 1,000 customers, each independently: a customer with a known id is updated, any other is created.",
    scope: "customers:write",
    body: UploadBody,
    bodyDoc: UploadDoc,
    rows: ({ customers: rows }) => rows.length,
    idempotency: "many",
    refusals: REFUSALS,
    conditional: false,
    responses: { 201: { description: "The result of each customer.", schema: UploadResponse } },
    async handle(request) {
      const written = await submitRows(parts, request, "customers", request.body.customers);
      refuseAllRejected(written);
      // The interface of uploads has no status for unchanged customers.
      const customers = written.result.map((row) =>
        row.status === "unchanged" ? { ...row, status: "updated" } : row,
      );
      return presentWrite(201, { json: JSON.stringify({ customers }), replayed: written.replayed });
    },
  });

const updateCustomer = ({ writes, targets }: CustomerRouteParts): ApiRoute =>
  route({
    operation: "updateCustomer",
    method: "put",
    paths: at("/customers"),
    tag: TAG,
    summary: "Change a customer",
    description:
      "The customer is found by svc_customer_id, else by id. Fields in the body are set, null clears an optional field, and absent fields do not change.",
    scope: "customers:write",
    body: CustomerBody,
    bodyDoc: UpdateCustomerDoc,
    check: (body) =>
      body.id || body.svc_customer_id
        ? []
        : [{ path: "/id", message: "is required unless svc_customer_id is given" }],
    idempotency: "command",
    refusals: REFUSALS,
    responses: { 200: { description: "The changed customer.", schema: CustomerResponse } },
    async handle(request) {
      const { session, body, terms, ifMatch } = request;
      const reply = await writes.submit(terms, () => {
        const plan = planCustomer(targets, "UpdateCustomer", targetOf(session), body, ifMatch);
        if (!plan) throw notFound("customer");
        return plan;
      });
      return presentWrite(200, accepted(inNamesOf(body, reply), REFUSALS));
    },
  });

const findCustomer = ({ customers }: CustomerRouteParts): ApiRoute =>
  route({
    operation: "findCustomer",
    method: "get",
    paths: at("/customers/:customerRef"),
    params: PARAMS,
    tag: TAG,
    summary: "Find a customer",
    scope: "customers:read",
    refusals: REFUSALS,
    responses: { 200: { description: "The customer.", schema: CustomerResponse } },
    async handle(request) {
      const { session } = request;
      const found = await customers.find(session.storeKey, normaliseReference(request.param("customerRef")));
      if (!found) throw notFound("customer");
      return presentRead(found.json, found.version);
    },
  });

const deleteCustomer = ({ writes, targets }: CustomerRouteParts): ApiRoute =>
  route({
    operation: "deleteCustomer",
    method: "delete",
    paths: at("/customers/:customerRef"),
    params: PARAMS,
    tag: TAG,
    summary: "Delete a customer",
    description:
      "Removes the personal data. The wishlists are kept under the customer's reference, unless wishlists=true also deletes them.",
    scope: "customers:write",
    query: DeleteCustomerQuery,
    idempotency: "command",
    refusals: REFUSALS,
    responses: { 204: { description: "Deleted." } },
    async handle(request) {
      const { session, query, ifMatch } = request;
      const id = normaliseReference(request.param("customerRef"));
      return answerCommand(writes, request, { status: 204, refusals: REFUSALS }, () => {
        const { partition, slot, key } = targets.requireCustomer(session.storeKey, { ref: id });
        const command = {
          type: "DeleteCustomer" as const,
          storeKey: session.storeKey,
          slot,
          key,
          id,
          withWishlists: query.wishlists ?? false,
          ...defined({ ifMatch }),
        };
        return { partition, command };
      });
    },
  });

/** Returns the routes of customers: create, upload, update, find and delete. */
export const customerRoutes = (parts: CustomerRouteParts): ApiRoute[] =>
  [createCustomer, uploadCustomers, updateCustomer, findCustomer, deleteCustomer].map((routeOf) =>
    routeOf(parts),
  );
