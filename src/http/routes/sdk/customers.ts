import { fieldsOf } from "../../../ingest/rows.ts";
import { notFound, type Targets } from "../../../ingest/targets.ts";
import { searchByCriteria } from "../../lists/criteria-search.ts";
import type { SearchParts } from "../../lists/customer-search.ts";
import { presentRead } from "../../presenters/reply.ts";
import { type AnyRoute, type ApiRoute, route } from "../../route.ts";
import {
  SdkCustomerBody,
  SdkCustomerQuery,
  SdkCustomerResponse,
  SdkSearchQuery,
  SdkSearchResponse,
  SdkUploadBody,
  SdkUploadDoc,
  SdkUploadResponse,
} from "../../schemas/sdk.ts";
import { needsOne, requireOne, withoutEmpty } from "../query.ts";
import { aliasOf, encoded, referenceIn, requireSame, routeNamed, TAG } from "./alias.ts";
import { ownCustomer, sdkCustomer, sdkPointer } from "./customer-names.ts";

const PREFIX = "/services/customerservice/api/v2";
const PATH = `${PREFIX}/customers`;

const parsed = (json: string): Record<string, unknown> => fieldsOf(JSON.parse(json));

const inSdkForm = (json: string): Record<string, unknown> => sdkCustomer(parsed(json));

const inWords = { answer: (json: string) => JSON.stringify(inSdkForm(json)), path: sdkPointer };

/** The answer of an upload: the rows name the customer as the SDK does. */
function uploaded(json: string): string {
  const { customers } = parsed(json);
  const rows = Array.isArray(customers) ? customers.map(fieldsOf) : [];
  return JSON.stringify({
    customers: rows.map(({ id, svc_customer_id, error, ...rest }) => ({
      ...(svc_customer_id === undefined ? {} : { id: svc_customer_id }),
      ...(id === undefined || id === svc_customer_id ? {} : { customerRef: id }),
      ...rest,
      ...(error === undefined ? {} : { error: rowError(fieldsOf(error)) }),
    })),
  });
}

function rowError(error: Record<string, unknown>): Record<string, unknown> {
  const { errors } = error;
  if (!Array.isArray(errors)) return error;
  const named = errors
    .map(fieldsOf)
    .map(({ path, message }) => ({ path: sdkPointer(String(path)), message }));
  return { ...error, errors: named };
}

const params = {
  id: { id: "The service's id of the customer." },
  ref: { ref: "The retailer's reference of the customer." },
};
const changed = { 200: { description: "The changed customer.", schema: SdkCustomerResponse } };
const read = { 200: { description: "The customer.", schema: SdkCustomerResponse } };

/** Finds customers by what the SDK's forms ask for. */
const sdkSearchCustomers = (parts: SearchParts): ApiRoute =>
  route({
    operation: "sdkSearchCustomers",
    method: "get",
    paths: [`${PATH}/search`],
    tag: TAG,
    summary: "Find customers by e-mail address, phone number or name",
    description:
      "At most 50 customers that meet all parameters; an empty array if there are none. An e-mail address, a name or a phone number is needed; each parameter narrows the result. A name that more than 1,000 customers have is answered 400, unless a number is sent too.",
    scope: "customers:read",
    query: SdkSearchQuery,
    refusals: { malformed: 400, invalid: 405, duplicate: 405 },
    conditional: false,
    responses: { 200: { description: "The customers.", schema: SdkSearchResponse } },
    async handle({ session, query }) {
      const found = await searchByCriteria(parts, session.storeKey, withoutEmpty(query));
      return presentRead(JSON.stringify(found.map(inSdkForm)));
    },
  });

/** Writes of customers by the paths of the platform's SDK. */
function writes(routes: readonly AnyRoute[]): ApiRoute[] {
  const update = routeNamed(routes, "updateCustomer");
  return [
    aliasOf(routeNamed(routes, "createCustomer"), {
      operation: "sdkCreateCustomer",
      method: "post",
      paths: [PATH],
      summary: "Create a customer",
      description: "At least one of customerRef, email and phone is required.",
      body: SdkCustomerBody,
      check: ({ customerRef, email, phone }) =>
        customerRef || email || phone
          ? []
          : [{ path: "/customerRef", message: "or email or phone is needed" }],
      said: ({ body: { id: _, ...body } }) => ({ body: fieldsOf(ownCustomer(body)) }),
      inWords,
      responses: { 201: { description: "The new customer.", schema: SdkCustomerResponse } },
    }),
    aliasOf(routeNamed(routes, "uploadCustomers"), {
      operation: "sdkUploadCustomers",
      method: "post",
      paths: [`${PREFIX}/upload-customers`],
      summary: "Create or update many customers",
      description: "A bare array of up to 1,000 customers, each independently.",
      body: SdkUploadBody,
      bodyDoc: SdkUploadDoc,
      rows: (rows) => rows.length,
      said: ({ body }) => ({ body: { customers: body.map(ownCustomer) } }),
      inWords: {
        answer: uploaded,
        path: (pointer) =>
          pointer.replace(
            /^\/customers(\/\d+)(.*)$/s,
            (_, row: string, field: string) => row + sdkPointer(field),
          ),
      },
      responses: { 201: { description: "The result of each customer.", schema: SdkUploadResponse } },
    }),
    aliasOf(update, {
      operation: "sdkUpdateCustomer",
      method: "put",
      paths: [PATH],
      summary: "Change a customer that the body names",
      description: "Found by id, else by customerRef.",
      body: SdkCustomerBody,
      check: (body) => needsOne(body, "id", "customerRef"),
      said: ({ body }) => ({ body: fieldsOf(ownCustomer(body)) }),
      inWords,
      responses: changed,
    }),
    aliasOf(update, {
      operation: "sdkUpdateCustomerById",
      method: "put",
      paths: [`${PATH}/id=:id`],
      aliases: encoded(`${PATH}/id=:id`),
      params: params.id,
      summary: "Change a customer, found by its id",
      body: SdkCustomerBody,
      said(request) {
        const id = request.param("id");
        requireSame("id", request.body.id, id, update.refusals.invalid);
        return { body: fieldsOf(ownCustomer({ ...request.body, id })) };
      },
      inWords,
      responses: changed,
    }),
    aliasOf(update, {
      operation: "sdkUpdateCustomerByRef",
      method: "put",
      paths: [`${PATH}/customerRef=:ref`],
      aliases: encoded(`${PATH}/customerRef=:ref`),
      params: params.ref,
      summary: "Change a customer, found by its reference",
      body: SdkCustomerBody,
      said(request) {
        const customerRef = referenceIn(request, "ref");
        requireSame("customerRef", request.body.customerRef, customerRef, update.refusals.invalid);
        return { body: fieldsOf(ownCustomer({ ...request.body, id: undefined, customerRef })) };
      },
      inWords,
      responses: changed,
    }),
  ];
}

/** Reads and deletions of customers by the paths of the platform's SDK. */
function others(routes: readonly AnyRoute[], targets: Targets): ApiRoute[] {
  const find = routeNamed(routes, "findCustomer");
  const remove = routeNamed(routes, "deleteCustomer");
  return [
    aliasOf(find, {
      operation: "sdkGetCustomerById",
      method: "get",
      paths: [`${PATH}/:id`],
      params: params.id,
      summary: "Get a customer by its id",
      said: (request) => ({ params: { customerRef: request.param("id") } }),
      inWords,
      responses: read,
    }),
    aliasOf(find, {
      operation: "sdkGetCustomerByRef",
      method: "get",
      paths: [`${PATH}/:ref/ref`],
      params: params.ref,
      summary: "Get a customer by its reference",
      said: (request) => ({ params: { customerRef: request.param("ref") } }),
      inWords,
      responses: read,
    }),
    aliasOf(remove, {
      operation: "sdkDeleteCustomerById",
      method: "delete",
      paths: [`${PATH}/:id`],
      params: params.id,
      summary: "Delete a customer, found by its id",
      description: "The personal fields are removed. The wishlists stay under the customer's reference.",
      said: (request) => ({ params: { customerRef: request.param("id") }, query: {} }),
    }),
    aliasOf(remove, {
      operation: "sdkDeleteCustomer",
      method: "delete",
      paths: [PATH],
      summary: "Delete a customer that the query names",
      description: "The personal fields are removed. The wishlists stay under the customer's reference.",
      query: SdkCustomerQuery,
      said({ session, query: sent }) {
        const query = withoutEmpty(sent);
        requireOne(query, "id", "customerRef");
        const { id, customerRef: ref } = query;
        if (!targets.customer(session.storeKey, { id, ref })) throw notFound("customer");
        return { params: { customerRef: id ?? ref ?? "" }, query: {} };
      },
    }),
  ];
}

interface SdkCustomerParts extends SearchParts {
  targets: Targets;
}

/** What the platform's SDK calls of customers: our routes, with its names of the fields. */
export const sdkCustomerRoutes = (routes: readonly AnyRoute[], parts: SdkCustomerParts): ApiRoute[] => [
  sdkSearchCustomers(parts),
  ...writes(routes),
  ...others(routes, parts.targets),
];
