import { parsePhoneNumberFromString } from "libphonenumber-js/min";

const GLOBAL_ID = /^gid:\/\/shopify\/[A-Za-z]+\/(\d+)(?:\?.*)?$/;

/** The form of a reference that may come as a Shopify global id, of which the digits are stored. */
export function normaliseReference(reference: string): string {
  return GLOBAL_ID.exec(reference)?.[1] ?? reference;
}

/**
 * A phone number in E.164, with any punctuation; undefined if it is not one or lacks its country, such as `030 123456`.
 */
export function normalisePhone(text: string): string | undefined {
  const phone = parsePhoneNumberFromString(text, { extract: false });
  return phone?.isPossible() && phone.ext === undefined ? phone.number : undefined;
}
