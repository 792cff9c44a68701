import { parsePhoneNumberFromString } from "libphonenumber-js/min";

const GLOBAL_ID = /^gid:\/\/shopify\/[A-Za-z]+\/(\d+)(?:\?.*)?$/;

/** Returns the stored form of a reference: of a Shopify global id, only the digits. */
export function normaliseReference(reference: string): string {
  return GLOBAL_ID.exec(reference)?.[1] ?? reference;
}

/**
 * Converts a phone number with any punctuation to E.164; undefined if it is not valid or has no country code, such as
 * `030 123456`.
 */
export function normalisePhone(text: string): string | undefined {
  const phone = parsePhoneNumberFromString(text, { extract: false });
  return phone?.isPossible() && phone.ext === undefined ? phone.number : undefined;
}
