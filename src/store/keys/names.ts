import { keysOf } from "../../collections/keys-of.ts";

/**
 * Names in the indexes: a letter for the kind of name, and a value. They are stored, so a letter must keep its meaning.
 * All code that writes or reads an index makes its names here: an erasure finds the orders that wait for a person only
 * if both use the same names.
 */

/** Kinds of contact data that no two customers of a store share. */
export const UNIQUE_CONTACTS = ["email", "phone"] as const;
export type UniqueContact = (typeof UNIQUE_CONTACTS)[number];
/** Contact data of a customer. */
export type ContactData = Readonly<Partial<Record<UniqueContact, string | null | undefined>>>;

/** Returns an e-mail address of a customer in the form that is compared and indexed. */
export const comparableEmail = (email: string): string => email.toLowerCase();

/** Returns contact data in the form that is compared and indexed: a phone number is in E.164 already. */
export const comparableContact = (kind: UniqueContact, value: string): string =>
  kind === "email" ? comparableEmail(value) : value;

/** Returns the contact data of one kind in the form that is compared and indexed; undefined if there is none. */
export function contactIn(contacts: ContactData, kind: UniqueContact): string | undefined {
  const value = contacts[kind];
  return typeof value === "string" ? comparableContact(kind, value) : undefined;
}

/** Joins two texts to one that no other two texts give. */
const pairOf = (first: string, second: string) => `${first.length}:${first}${second}`;

/** Names of people, for orders that wait for a customer and for erasures. */
const customerName = (key: string) => `c${key}`;
const emailName = (email: string) => `e${comparableEmail(email)}`;
const phoneName = (phone: string) => `p${phone}`;

/**
 * Returns the names of a person in the indexes of waiting orders and of erasures.
 * @param person keys of slots of customers, e-mail addresses in any case, and phone numbers in E.164
 */
export const personNames = ({
  keys = [],
  emails = [],
  phones = [],
}: {
  keys?: readonly string[];
  emails?: readonly string[];
  phones?: readonly string[];
}): string[] => [...keys.map(customerName), ...emails.map(emailName), ...phones.map(phoneName)];

/** Whether a name may be one of {@link personNames}; also true for some names of variants. */
export const mayNamePerson = (name: string): boolean =>
  ["c", "e", "p"].some((letter) => name.startsWith(letter));

/** Kinds of names in a store's index of variants, with the letter of each; the most reliable first. */
const VARIANT_LETTERS = { variantRef: "r", inventoryItemId: "i", sku: "s", gtin: "g" } as const;

export type VariantNaming = keyof typeof VARIANT_LETTERS;

/** All kinds of names in the index of variants, the most reliable first. */
export const VARIANT_NAMINGS: readonly VariantNaming[] = keysOf(VARIANT_LETTERS);

/** Returns a name in the index of variants. Stock that arrives before its variant waits under it too. */
export const variantName = (naming: VariantNaming, value: string) => `${VARIANT_LETTERS[naming]}${value}`;

/** Returns all names of a variant in the index of variants. */
export const variantNames = (
  variant: Readonly<Partial<Record<VariantNaming, string | undefined>>>,
): string[] =>
  VARIANT_NAMINGS.flatMap((naming) => {
    const value = variant[naming];
    return value ? [variantName(naming, value)] : [];
  });

/** Returns the kind and the value of a name that {@link variantName} made; undefined for any other name. */
export function parseVariantName(name: string): { naming: VariantNaming; value: string } | undefined {
  const naming = VARIANT_NAMINGS.find((candidate) => name.startsWith(VARIANT_LETTERS[candidate]));
  return naming && { naming, value: name.slice(1) };
}

/** Returns the name of a variant together with that of its product, under which stock waits. */
export const nameWithin = (productRef: string, name: string) => `p${JSON.stringify([productRef, name])}`;

/** Returns the name of a variant by its own and its product's reference, for the item index and for waiting orders. */
export const variantRefsTerm = (productRef: string, variantRef: string) =>
  `w${pairOf(productRef, variantRef)}`;

/** Returns the name of a variant by its own and its product's service id, for the item index. */
export const variantIdsTerm = (productId: string, variantId: string) => `v${pairOf(productId, variantId)}`;

/** Returns the name of a variant by its service id only, for waiting orders. */
export const variantIdName = (variantId: string) => `v${variantId}`;

/** Start of the name of a customer's first price drop alert for a variant and a currency, in the customer's ledger. */
export const FIRST_DROP = "price_drop first ";

/** Returns the name of an item's reference, for the item index. */
export const itemRefTerm = (wishlistItemRef: string) => `f${wishlistItemRef}`;

/** Maximum length of a name for the search, in characters. It limits the bytes of an entry. */
const MAX_NAME_LENGTH = 64;
/** Separates the name and the customer's id in an entry. No folded name contains it. */
export const NAME_END = "\t";
/** Sorts after every character that a folded name can contain. */
const LAST_CHARACTER = "\u{10FFFF}";

/**
 * Returns a person's name as it is compared: without case, accents, control characters and repeated spaces. A folded
 * name does not change when it is folded again, and begins with the folded beginning of the name. It has no lone
 * surrogates, which the commit script would refuse.
 */
export function foldName(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    // Only a small sharp s becomes `ss` in upper case.
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    // The form of a sigma depends on what follows.
    .replaceAll("ς", "σ");
  const folded = plain.replace(/[\s\p{C}]+/gu, " ").trim();
  return Array.from(folded).slice(0, MAX_NAME_LENGTH).join("");
}

/** Returns a phone number of any format as it is compared: its digits, and a plus sign. */
export const foldNumber = (number: string): string => number.replace(/[^\d+]/g, "");

/** Names of a person for the search; they are not unique. */
interface SearchNames {
  first_name?: string;
  last_name?: string;
  mobile?: string;
  /** A phone number that is not in E.164 format. One in that format is a reference, with an index of its own. */
  local_phone?: string;
}

/** Returns a customer's entries in the index of names: first name and last name in both orders, and phone numbers. */
export function nameEntries(
  { first_name: first = "", last_name: last = "", mobile = "", local_phone: phone = "" }: SearchNames,
  customerId: string,
): string[] {
  const names = new Set([
    foldName(`${first} ${last}`),
    foldName(`${last} ${first}`),
    foldNumber(mobile),
    foldNumber(phone),
  ]);
  names.delete("");
  return [...names].map((name) => `${name}${NAME_END}${customerId}`);
}

/** Returns the customer of an entry in the index of names. */
export const customerOfName = (entry: string): string => entry.slice(entry.lastIndexOf(NAME_END) + 1);

/** The first and the last possible entry of some names in the index of names. */
export interface NameRange {
  first: string;
  last: string;
}

const beginningWith = (prefix: string): NameRange => ({ first: prefix, last: `${prefix}${LAST_CHARACTER}` });

/** Returns the range of the entries whose names begin with a text, after folding. */
export const namesBeginningWith = (text: string): NameRange => beginningWith(foldName(text));

/** Returns the range of the entries of a phone number in any format. */
export const entriesOfNumber = (number: string): NameRange =>
  beginningWith(`${foldNumber(number)}${NAME_END}`);

/**
 * Returns the ranges of the entries that begin with a whole first or last name, alone or followed by the other name.
 * Entries are cut, so a long name may also find other customers.
 */
export function entriesOfName(name: string): NameRange[] {
  const folded = foldName(name);
  if (Array.from(folded).length === MAX_NAME_LENGTH) return [beginningWith(folded)];
  return [" ", NAME_END].map((end) => beginningWith(`${folded}${end}`));
}
