import { invalidParameter, Problem } from "../../ingest/problem.ts";
import { normalisePhone } from "../../ingest/validation/normalise.ts";
import { entriesOfName, entriesOfNumber, foldNumber, type NameRange } from "../../store/keys/names.ts";
import { FIRST_POSITION, type ListPage, type ListPosition } from "../../store/lists/store-lists.ts";
import { type CustomerRecord, decodeCustomer } from "../../store/records/records.ts";
import { customersIn, type SearchParts } from "./customer-search.ts";

/** Criteria of a customer search. A customer must meet all that are given. */
interface CustomerCriteria {
  email?: string;
  firstName?: string;
  lastName?: string;
  mobile?: string;
  phone?: string;
}

/** Maximum number of customers that a search returns, and of pages that it reads from each range of the name index. */
const MAX_FOUND = 50;
const MAX_PAGES = 20;

const isSameText = (one: string | undefined, other: string | undefined) =>
  other === undefined || one?.toLowerCase() === other.toLowerCase();

const normalisedNumber = (number: string) => normalisePhone(number) ?? foldNumber(number);

const isSameNumber = (one: string | undefined, other: string | undefined) =>
  other === undefined || (one !== undefined && normalisedNumber(one) === normalisedNumber(other));

/** Whether a customer meets all criteria. */
const meetsCriteria = (customer: CustomerRecord, criteria: CustomerCriteria): boolean =>
  isSameText(customer.email, criteria.email) &&
  isSameText(customer.first_name, criteria.firstName) &&
  isSameText(customer.last_name, criteria.lastName) &&
  isSameNumber(customer.mobile, criteria.mobile) &&
  isSameNumber(customer.phone ?? customer.local_phone, criteria.phone);

/**
 * Returns the ranges of the name index to search, in groups. The search ends with the first group that has a result.
 */
function rangesOf({ firstName, lastName, mobile, phone }: CustomerCriteria): NameRange[][] {
  const number = mobile ?? phone;
  const names = lastName === undefined || firstName === undefined ? [] : [`${lastName} ${firstName}`];
  const [name = lastName ?? firstName] = names;
  // First by number, because few customers share one. A number that is stored in another format is found by the name.
  return [
    ...(number === undefined ? [] : [[entriesOfNumber(number)]]),
    ...(name === undefined ? [] : [entriesOfName(name)]),
  ];
}

/** Finds the id of the customer with an e-mail address or a phone number; undefined if neither is given. */
function holderOf({ references }: SearchParts, storeKey: string, { email, phone }: CustomerCriteria) {
  if (email !== undefined) return references.customerWith(storeKey, "email", email);
  const number = phone === undefined ? undefined : normalisePhone(phone);
  return number === undefined ? undefined : references.customerWith(storeKey, "phone", number);
}

const matchesIn = (texts: readonly string[], criteria: CustomerCriteria): string[] =>
  texts.filter((json) => meetsCriteria(decodeCustomer(json), criteria));

/**
 * Finds the customers of a range that meet the criteria.
 *
 * @throws if there may be more than were read, and the name is the only criterion
 */
async function foundIn(
  parts: SearchParts,
  storeKey: string,
  range: NameRange,
  criteria: CustomerCriteria,
): Promise<string[]> {
  const found: string[] = [];
  let from: ListPosition | undefined = FIRST_POSITION;
  for (let pages = 0; from && found.length < MAX_FOUND; pages++) {
    if (pages === MAX_PAGES && (criteria.mobile ?? criteria.phone) !== undefined) break;
    if (pages === MAX_PAGES)
      throw new Problem("InvalidParameter", {
        detail: "Too many customers have this name: add an e-mail address or a phone number.",
      });
    const page: ListPage = await customersIn(parts, storeKey, { range, from, size: MAX_FOUND });
    found.push(...matchesIn(page.texts, criteria));
    from = page.next;
  }
  return found;
}

/**
 * Finds the customers that meet all criteria, at most 50, as they are stored.
 *
 * @throws {Problem} `InvalidParameter` for criteria without an e-mail address, a name or a number, and for a name
 *   that too many customers have
 */
export async function searchByCriteria(
  parts: SearchParts,
  storeKey: string,
  criteria: CustomerCriteria,
): Promise<string[]> {
  const holder = holderOf(parts, storeKey, criteria);
  if (holder) {
    const id = await holder;
    const held = id === undefined ? undefined : await parts.customers.find(storeKey, id);
    return matchesIn(held ? [held.json] : [], criteria);
  }
  const ranges = rangesOf(criteria);
  if (ranges.length === 0)
    throw invalidParameter("email", "is required unless a name or a phone number is given");
  for (const some of ranges) {
    const found = (await Promise.all(some.map((range) => foundIn(parts, storeKey, range, criteria)))).flat();
    if (found.length > 0) return found.slice(0, MAX_FOUND);
  }
  return [];
}
