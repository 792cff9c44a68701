import type { Static } from "typebox";
import { Problem } from "../../../ingest/problem.ts";
import { fieldsOf } from "../../../ingest/rows.ts";
import { normalisePhone } from "../../../ingest/normalise.ts";
import { entriesOfName, entriesOfNumber, foldNumber, type NameRange } from "../../../store/names.ts";
import type { ListPage, ListPosition } from "../../../store/read/store-lists.ts";
import { customersIn, type SearchParts } from "../../lists/customer-search.ts";
import { presentRead } from "../../presenters/reply.ts";
import { type ApiRoute, route } from "../../route.ts";
import { SdkSearchQuery, SdkSearchResponse } from "../../schemas/sdk.ts";
import { withoutEmpty } from "../query.ts";
import { TAG } from "./alias.ts";
import { sdkCustomer } from "./customer-names.ts";

const PATH = "/services/customerservice/api/v2/customers";

const parsed = (json: string): Record<string, unknown> => fieldsOf(JSON.parse(json));

const isSameText = (one: unknown, other: string) =>
  typeof one === "string" && one.toLowerCase() === other.toLowerCase();

const isSameNumber = (one: unknown, other: string) =>
  typeof one === "string" &&
  (normalisePhone(one) ?? foldNumber(one)) === (normalisePhone(other) ?? foldNumber(other));

/** Whether a customer, in the SDK's form, meets all criteria. */
function isMeant(customer: Record<string, unknown>, criteria: Static<typeof SdkSearchQuery>): boolean {
  const { email, firstName, lastName, mobile, phone } = criteria;
  return (
    Object.entries({ email, firstName, lastName }).every(
      ([name, value]) => value === undefined || isSameText(customer[name], value),
    ) &&
    Object.entries({ mobile, phone }).every(
      ([name, value]) => value === undefined || isSameNumber(customer[name], value),
    )
  );
}

/** Customers that a search shows at most, and pages of each part of the index of names that it reads. */
const MAX_FOUND = 50;
const MAX_PAGES = 20;

/** The ranges of the index of names to search, in groups; the search ends with the first group that has a result. */
function rangesOf({ firstName, lastName, mobile, phone }: Static<typeof SdkSearchQuery>): NameRange[][] {
  const number = mobile ?? phone;
  const names = lastName === undefined || firstName === undefined ? [] : [`${lastName} ${firstName}`];
  const [name = lastName ?? firstName] = names;
  return [
    ...(number === undefined ? [] : [[entriesOfNumber(number)]]),
    ...(name === undefined ? [] : [entriesOfName(name)]),
  ];
}

/** Finds customers by what the SDK's forms ask for. */
export function searchSdkCustomers(parts: SearchParts): ApiRoute {
  const { customers, references } = parts;

  /** The service's id of the one customer with an address or number; undefined if neither is sent. */
  function holderOf(storeKey: string, { email, phone }: Static<typeof SdkSearchQuery>) {
    if (email !== undefined) return references.customerWith(storeKey, "email", email.toLowerCase());
    const number = phone === undefined ? undefined : normalisePhone(phone);
    return number === undefined ? undefined : references.customerWith(storeKey, "phone", number);
  }

  type Found = Record<string, unknown>[];

  const meantOf = (texts: readonly string[], query: Static<typeof SdkSearchQuery>): Found =>
    texts.map((json) => sdkCustomer(parsed(json))).filter((customer) => isMeant(customer, query));

  /**
   * The customers of a range that are meant. Throws where there may be some beyond what is read, and nothing but the name
   * was asked for.
   */
  async function foundIn(
    storeKey: string,
    range: NameRange,
    query: Static<typeof SdkSearchQuery>,
  ): Promise<Found> {
    const found: Found = [];
    let from: ListPosition | undefined = { partition: 0, after: "" };
    for (let pages = 0; from && found.length < MAX_FOUND; pages++) {
      if (pages === MAX_PAGES && (query.mobile ?? query.phone) !== undefined) break;
      if (pages === MAX_PAGES)
        throw new Problem("InvalidParameter", {
          detail: "Too many customers have this name: add an e-mail address or a phone number.",
        });
      const page: ListPage = await customersIn(parts, storeKey, { range, from, size: MAX_FOUND });
      found.push(...meantOf(page.texts, query));
      from = page.next;
    }
    return found;
  }

  async function findAll(storeKey: string, query: Static<typeof SdkSearchQuery>): Promise<Found> {
    const holder = holderOf(storeKey, query);
    if (holder) {
      const id = await holder;
      const held = id === undefined ? undefined : await customers.find(storeKey, id);
      return meantOf(held ? [held.json] : [], query);
    }
    const ranges = rangesOf(query);
    if (ranges.length === 0) {
      const message = "or a name, or a phone number is needed";
      throw new Problem("InvalidParameter", {
        detail: `email ${message}.`,
        errors: [{ path: "email", message }],
      });
    }
    // A number first: few customers have the same. One that is stored in another format is found by the name.
    for (const some of ranges) {
      const found = (await Promise.all(some.map((range) => foundIn(storeKey, range, query)))).flat();
      if (found.length > 0) return found.slice(0, MAX_FOUND);
    }
    return [];
  }

  return route({
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
    async handle({ session, query: sent }) {
      return presentRead(JSON.stringify(await findAll(session.storeKey, withoutEmpty(sent))));
    },
  });
}
