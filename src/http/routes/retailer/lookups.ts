import type { Customers } from "../../../store/read/customers.ts";
import type { Products } from "../../../store/read/products.ts";
import { presentFoundVariant } from "../../presenters/catalogue.ts";
import { presentRead } from "../../presenters/reply.ts";
import { type ApiRoute, BAD_REQUEST, route } from "../../route.ts";
import {
  CustomerLookupBody,
  CustomerLookupResponse,
  VariantLookupBody,
  VariantLookupResponse,
} from "../../schemas/retailer/lookups.ts";
import { API_PATH } from "../api-path.ts";
import { anyVariantName } from "./catalogue.ts";
import { CUSTOMER_PREFIXES } from "./customers.ts";

interface LookupParts {
  products: Pick<Products, "variantsNamed">;
  customers: Pick<Customers, "find">;
}

/**
 * Returns the answer of a lookup: each entry with the found record as JSON in the member `name`. An entry that occurs
 * twice is read once.
 */
async function presentFound(
  name: string,
  refs: readonly string[],
  find: (refs: readonly string[]) => Promise<(string | undefined)[]>,
) {
  const distinct = [...new Set(refs)];
  const all = await find(distinct);
  const found = new Map(distinct.map((ref, i) => [ref, all[i]]));
  const results = refs.map((ref) => {
    const json = found.get(ref);
    return `{"ref":${JSON.stringify(ref)}${json === undefined ? "" : `,"${name}":${json}`}}`;
  });
  return presentRead(`{"results":[${results.join(",")}]}`);
}

const lookupVariants = ({ products }: LookupParts): ApiRoute =>
  route({
    operation: "lookupVariants",
    method: "post",
    paths: [`${API_PATH}/variants/lookup`],
    tag: "Catalogue",
    summary: "Look up many variants",
    description:
      "A read of up to 50 variants, which are found as in getVariant. The result of an entry without a variant has no `variant`. The lookup counts as one request, and does not accept an Idempotency-Key.",
    scope: "catalogue:read",
    body: VariantLookupBody,
    refusals: BAD_REQUEST,
    conditional: false,
    responses: { 200: { description: "The variant of each entry.", schema: VariantLookupResponse } },
    handle: ({ session: { storeKey }, body }) =>
      presentFound("variant", body.refs, async (refs) => {
        const searches = refs.map((ref) => ({ names: anyVariantName(ref) }));
        const found = await products.variantsNamed(storeKey, searches, (each) => each);
        return found.map(({ found: [first] }) => first && JSON.stringify(presentFoundVariant(first)));
      }),
  });

const lookupCustomers = ({ customers }: LookupParts): ApiRoute =>
  route({
    operation: "lookupCustomers",
    method: "post",
    paths: CUSTOMER_PREFIXES.map((prefix) => `${prefix}/customers/lookup`),
    tag: "Customers",
    summary: "Look up many customers",
    description:
      "A read of up to 50 customers by the retailer's or the service's ids. The result of an entry without a customer has no `customer`. The lookup counts as one request, and does not accept an Idempotency-Key.",
    scope: "customers:read",
    body: CustomerLookupBody,
    refusals: BAD_REQUEST,
    conditional: false,
    responses: { 200: { description: "The customer of each entry.", schema: CustomerLookupResponse } },
    handle: ({ session: { storeKey }, body }) =>
      presentFound("customer", body.refs, (refs) =>
        Promise.all(refs.map(async (ref) => (await customers.find(storeKey, ref))?.json)),
      ),
  });

/** Returns the routes that find many records in one request. */
export const lookupRoutes = (parts: LookupParts): ApiRoute[] =>
  [lookupVariants, lookupCustomers].map((routeOf) => routeOf(parts));
