import { normalisePhone, normaliseReference } from "../../ingest/validation/normalise.ts";
import {
  comparableEmail,
  customerOfName,
  nameEntries,
  type NameRange,
  namesBeginningWith,
} from "../../store/keys/names.ts";
import type { ListPage, ListPosition, StoreLists } from "../../store/lists/store-lists.ts";
import { type CustomerRecord, decodeCustomer } from "../../store/records/records.ts";
import type { References } from "../../store/references/references.ts";
import { customerWithId, type ListReads } from "./records.ts";

export interface SearchParts extends ListReads {
  lists: StoreLists;
  references: References;
}

/** A search text, in the form of each field that it may match. */
interface SearchText {
  reference: string;
  email: string;
  phone: string | undefined;
  text: string;
}

const meaningsOf = (text: string): SearchText => ({
  text,
  reference: normaliseReference(text.trim()),
  email: comparableEmail(text.trim()),
  phone: normalisePhone(text.trim()),
});

/** Whether the text is the customer's id, reference, e-mail address or phone number. */
const isNamedBy = (
  { id, svc_customer_id, email, phone }: CustomerRecord,
  { reference, email: searchedEmail, phone: searchedPhone }: SearchText,
) =>
  id === reference ||
  svc_customer_id === reference ||
  (email !== undefined && comparableEmail(email) === searchedEmail) ||
  (phone !== undefined && phone === searchedPhone);

/** Finds the customers whose id, reference, e-mail address or phone number is the text: at most three. */
async function exactMatches(parts: SearchParts, storeKey: string, meanings: SearchText): Promise<string[]> {
  const { reference, email, phone } = meanings;
  const { references, customers } = parts;
  const holders = await Promise.all([
    references.customerWith(storeKey, "email", email),
    phone === undefined ? undefined : references.customerWith(storeKey, "phone", phone),
  ]);
  const stored = await Promise.all([
    customers.find(storeKey, reference),
    ...holders.map((id) => (id === undefined ? undefined : customerWithId(parts, storeKey, id))),
  ]);
  const texts = stored.flatMap((each) => each?.json ?? []);
  return [...new Set(texts)].filter((json) => isNamedBy(decodeCustomer(json), meanings));
}

/**
 * Whether an entry is the customer's first one with the prefix: a customer with two such entries is returned
 * once.
 */
function isFirstEntry(record: CustomerRecord, entry: string, prefix: string) {
  const entries = nameEntries(record, record.svc_customer_id);
  return entries.find((each) => each.startsWith(prefix)) === entry;
}

/** Returns a page of the customers with an entry in the range that `isWanted` accepts. */
export function customersIn(
  parts: SearchParts,
  storeKey: string,
  { range, from, size }: { range: NameRange; from: ListPosition; size: number },
  isWanted: (record: CustomerRecord) => boolean = () => true,
): Promise<ListPage> {
  const request = { index: "customer-names" as const, storeKey, range, from, size };
  return parts.lists.page(request, async (_, entry) => {
    const json = (await customerWithId(parts, storeKey, customerOfName(entry)))?.json;
    const record = json === undefined ? undefined : decodeCustomer(json);
    return record && isFirstEntry(record, entry, range.first) && isWanted(record) ? json : undefined;
  });
}

/**
 * Returns a page of the customers that a text matches: first by id, reference, e-mail address or phone number, then by
 * the beginning of the first or last name.
 */
export async function searchCustomers(
  parts: SearchParts,
  storeKey: string,
  { text, from, size }: { text: string; from: ListPosition; size: number },
): Promise<ListPage> {
  const meanings = meaningsOf(text);
  const isFirstPage = from.partition === 0 && from.after === "";
  const exact = isFirstPage ? await exactMatches(parts, storeKey, meanings) : [];
  const range = namesBeginningWith(text);
  // A text without letters and digits would match every name.
  if (range.first === "") return { texts: exact };
  const others = (record: CustomerRecord) => !isNamedBy(record, meanings);
  const page = await customersIn(parts, storeKey, { range, from, size }, others);
  return { ...page, texts: [...exact, ...page.texts] };
}
