import { normalisePhone, normaliseReference } from "../../ingest/validation/normalise.ts";
import {
  comparableEmail,
  customerOfName,
  NAME_END,
  nameEntries,
  type NameRange,
  namesBeginningWith,
} from "../../store/keys/names.ts";
import {
  FIRST_POSITION,
  type ListPage,
  type ListPosition,
  type StoreLists,
} from "../../store/lists/store-lists.ts";
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
 * Start of the position after a customer whom the text names, before the id. No entry in the index of names begins with
 * it: it ends a name, which is never empty.
 */
const NAMED = NAME_END;

const isStart = ({ partition, after }: ListPosition) =>
  partition === FIRST_POSITION.partition && after === FIRST_POSITION.after;

/** Returns the customers that the text names and that are listed after a position, in the order of their ids. */
async function namedAfter(
  parts: SearchParts,
  storeKey: string,
  meanings: SearchText,
  from: ListPosition,
): Promise<{ id: string; text: string }[]> {
  if (!isStart(from) && !from.after.startsWith(NAMED)) return [];
  const texts = await exactMatches(parts, storeKey, meanings);
  return texts
    .map((text) => ({ id: decodeCustomer(text).svc_customer_id, text }))
    .filter(({ id }) => id > from.after.slice(NAMED.length))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
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
  const named = await namedAfter(parts, storeKey, meanings, from);
  const page = named.slice(0, size);
  const texts = page.map((each) => each.text);
  const range = namesBeginningWith(text);
  // A text without letters and digits would match every name.
  const hasNames = range.first !== "";
  if (page.length === size && (hasNames || named.length > size))
    return { texts, next: { partition: 0, after: `${NAMED}${page.at(-1)?.id ?? ""}` } };
  if (!hasNames) return { texts };
  const start = from.after.startsWith(NAMED) ? FIRST_POSITION : from;
  const others = (record: CustomerRecord) => !isNamedBy(record, meanings);
  const left = size - page.length;
  const found = await customersIn(parts, storeKey, { range, from: start, size: left }, others);
  return { ...found, texts: [...texts, ...found.texts] };
}
