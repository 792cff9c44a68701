import { fieldsOf } from "../../../ingest/rows.ts";
import type { AnyRoute, ApiRoute } from "../../route.ts";
import {
  SdkCustomerBody,
  SdkCustomerResponse,
  SdkUploadBody,
  SdkUploadDoc,
  SdkUploadResponse,
} from "../../schemas/sdk/customers.ts";
import { encoded } from "../api-path.ts";
import { needsOne } from "../query.ts";
import { aliasOf, referenceIn, requireSame, routeNamed } from "./alias.ts";
import {
  CUSTOMER_CONVERSION,
  CUSTOMER_PARAMS,
  CUSTOMERS_PATH,
  CUSTOMERS_PREFIX,
} from "./customer-answers.ts";
import { fromSdkCustomer, sdkPointer } from "./customer-names.ts";

/** Converts the answer of an upload to the field names of the SDK. */
function uploaded(json: string): string {
  const { customers } = fieldsOf(JSON.parse(json));
  const rows = Array.isArray(customers) ? customers.map(fieldsOf) : [];
  return JSON.stringify({
    customers: rows.map(({ id, svc_customer_id, error, ignored, ...rest }) => ({
      ...(svc_customer_id === undefined ? {} : { id: svc_customer_id }),
      ...(id === undefined || id === svc_customer_id ? {} : { customerRef: id }),
      ...rest,
      ...(error === undefined ? {} : { error: rowError(fieldsOf(error)) }),
      ...(ignored === undefined ? {} : { ignored: namedErrors(ignored) }),
    })),
  });
}

function rowError(error: Record<string, unknown>): Record<string, unknown> {
  const { errors } = error;
  return errors === undefined ? error : { ...error, errors: namedErrors(errors) };
}

const namedErrors = (errors: unknown) =>
  (Array.isArray(errors) ? errors : [])
    .map(fieldsOf)
    .map(({ path, message }) => ({ path: sdkPointer(String(path)), message }));

const changed = { 200: { description: "The changed customer.", schema: SdkCustomerResponse } };

/** Returns the routes that create and change customers at the paths of the platform's SDK. */
export function sdkCustomerWrites(routes: readonly AnyRoute[]): ApiRoute[] {
  const update = routeNamed(routes, "updateCustomer");
  return [
    aliasOf(routeNamed(routes, "createCustomer"), {
      operation: "sdkCreateCustomer",
      method: "post",
      paths: [CUSTOMERS_PATH],
      summary: "Create a customer",
      description: "At least one of customerRef, email and phone is required.",
      body: SdkCustomerBody,
      check: ({ customerRef, email, phone }) =>
        customerRef || email || phone
          ? []
          : [{ path: "/customerRef", message: "is required unless email or phone is given" }],
      toBase: ({ body: { id: _, ...body } }) => ({ body: fieldsOf(fromSdkCustomer(body)) }),
      conversion: CUSTOMER_CONVERSION,
      responses: { 201: { description: "The new customer.", schema: SdkCustomerResponse } },
    }),
    aliasOf(routeNamed(routes, "uploadCustomers"), {
      operation: "sdkUploadCustomers",
      method: "post",
      paths: [`${CUSTOMERS_PREFIX}/upload-customers`],
      summary: "Create or update many customers",
      description: "The body is an array of up to 1,000 customers. Each customer is written independently.",
      body: SdkUploadBody,
      bodyDoc: SdkUploadDoc,
      rows: (rows) => rows.length,
      toBase: ({ body }) => ({ body: { customers: body.map(fromSdkCustomer) } }),
      conversion: {
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
      paths: [CUSTOMERS_PATH],
      summary: "Change a customer, found by the body",
      description: "The customer is found by id, else by customerRef.",
      body: SdkCustomerBody,
      check: (body) => needsOne(body, "id", "customerRef"),
      toBase: ({ body }) => ({ body: fieldsOf(fromSdkCustomer(body)) }),
      conversion: CUSTOMER_CONVERSION,
      responses: changed,
    }),
    aliasOf(update, {
      operation: "sdkUpdateCustomerById",
      method: "put",
      paths: [`${CUSTOMERS_PATH}/id=:id`],
      aliases: encoded(`${CUSTOMERS_PATH}/id=:id`),
      params: CUSTOMER_PARAMS.id,
      summary: "Change a customer, found by its id",
      body: SdkCustomerBody,
      toBase(request) {
        const id = request.param("id");
        requireSame("id", request.body.id, id, update.refusals.invalid);
        return { body: fieldsOf(fromSdkCustomer({ ...request.body, id })) };
      },
      conversion: CUSTOMER_CONVERSION,
      responses: changed,
    }),
    aliasOf(update, {
      operation: "sdkUpdateCustomerByRef",
      method: "put",
      paths: [`${CUSTOMERS_PATH}/customerRef=:ref`],
      aliases: encoded(`${CUSTOMERS_PATH}/customerRef=:ref`),
      params: CUSTOMER_PARAMS.ref,
      summary: "Change a customer, found by its reference",
      body: SdkCustomerBody,
      toBase(request) {
        const customerRef = referenceIn(request, "ref");
        requireSame("customerRef", request.body.customerRef, customerRef, update.refusals.invalid);
        return { body: fieldsOf(fromSdkCustomer({ ...request.body, id: undefined, customerRef })) };
      },
      conversion: CUSTOMER_CONVERSION,
      responses: changed,
    }),
  ];
}
