/**
 * Characters that a display name in an e-mail header must not have: control characters, line separators, angle
 * brackets, which delimit an address, and marks that change the direction of text, so that it reads like another name.
 */
const BAD = "\\u0000-\\u001f\\u007f-\\u009f<>\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069";
const EACH_BAD = new RegExp(`[${BAD}]+`, "g");

/** JSON Schema pattern of a display name. */
export const DISPLAY_NAME = `^(?=.*\\S)[^${BAD}]+$`;

/** What the pattern demands, in words. */
export const DISPLAY_NAME_RULE = "not be blank or have control characters, angle brackets or direction marks";

/** A stored display name as it may be sent: without what it must not have. It may be empty then. */
export const cleanDisplayName = (name: string): string =>
  name.replace(EACH_BAD, " ").replace(/ {2,}/g, " ").trim();
