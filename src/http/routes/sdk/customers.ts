import type { Targets } from "../../../ingest/targets.ts";
import { searchByCriteria } from "../../lists/criteria-search.ts";
import type { SearchParts } from "../../lists/customer-search.ts";
import { presentRead } from "../../presenters/reply.ts";
import { type AnyRoute, type ApiRoute, route } from "../../route.ts";
import {
  SdkCustomerQuery,
  SdkCustomerResponse,
  SdkSearchQuery,
  SdkSearchResponse,
} from "../../schemas/sdk/customers.ts";
import { requireOne, withoutEmpty } from "../query.ts";
import { aliasOf, routeNamed, TAG } from "./alias.ts";
import { CUSTOMER_CONVERSION, CUSTOMER_PARAMS, CUSTOMERS_PATH, inSdkForm } from "./customer-answers.ts";
import { sdkCustomerWrites } from "./write-customers.ts";

const read = { 200: { description: "The customer.", schema: SdkCustomerResponse } };

/** Finds customers by the search fields of the SDK. */
const sdkSearchCustomers = (parts: SearchParts): ApiRoute =>
  route({
    operation: "sdkSearchCustomers",
    method: "get",
    paths: [`${CUSTOMERS_PATH}/search`],
    tag: TAG,
    summary: "Find customers by e-mail address, phone number or name",
    description:
      "At most 50 customers that match all parameters; an empty array if there are none. An e-mail address, a name or a phone number is required. If more than 1,000 customers have the name, the answer is 400, unless a phone number is also sent.",
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

/** Returns the routes that find and delete customers at the paths of the platform's SDK. */
function readsAndDeletions(routes: readonly AnyRoute[], targets: Targets): ApiRoute[] {
  const find = routeNamed(routes, "findCustomer");
  const remove = routeNamed(routes, "deleteCustomer");
  return [
    aliasOf(find, {
      operation: "sdkGetCustomerById",
      method: "get",
      paths: [`${CUSTOMERS_PATH}/:id`],
      params: CUSTOMER_PARAMS.id,
      summary: "Get a customer by its id",
      toBase: (request) => ({ params: { customerRef: request.param("id") } }),
      conversion: CUSTOMER_CONVERSION,
      responses: read,
    }),
    aliasOf(find, {
      operation: "sdkGetCustomerByRef",
      method: "get",
      paths: [`${CUSTOMERS_PATH}/:ref/ref`],
      params: CUSTOMER_PARAMS.ref,
      summary: "Get a customer by its reference",
      toBase: (request) => ({ params: { customerRef: request.param("ref") } }),
      conversion: CUSTOMER_CONVERSION,
      responses: read,
    }),
    aliasOf(remove, {
      operation: "sdkDeleteCustomerById",
      method: "delete",
      paths: [`${CUSTOMERS_PATH}/:id`],
      params: CUSTOMER_PARAMS.id,
      summary: "Delete a customer, found by its id",
      description: "Removes the personal data. The wishlists are kept under the customer's reference.",
      toBase: (request) => ({ params: { customerRef: request.param("id") }, query: {} }),
    }),
    aliasOf(remove, {
      operation: "sdkDeleteCustomer",
      method: "delete",
      paths: [CUSTOMERS_PATH],
      summary: "Delete a customer, found by the query",
      description: "Removes the personal data. The wishlists are kept under the customer's reference.",
      query: SdkCustomerQuery,
      toBase({ session, query: sent }) {
        const query = withoutEmpty(sent);
        requireOne(query, "id", "customerRef");
        const { id, customerRef: ref } = query;
        targets.requireCustomer(session.storeKey, { id, ref });
        return { params: { customerRef: id ?? ref ?? "" }, query: {} };
      },
    }),
  ];
}

interface SdkCustomerParts extends SearchParts {
  targets: Targets;
}

/** Returns the customer routes of the platform's SDK: the service's routes with the field names of the SDK. */
export const sdkCustomerRoutes = (routes: readonly AnyRoute[], parts: SdkCustomerParts): ApiRoute[] => [
  sdkSearchCustomers(parts),
  ...sdkCustomerWrites(routes),
  ...readsAndDeletions(routes, parts.targets),
];
