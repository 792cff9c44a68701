/**
 * Characters that a display name in an e-mail header must not have: control characters, line separators, angle
 * brackets, which delimit an address, and marks that change the direction of text, which could make it look like
 * another name.
 */
const BAD = "\\u0000-\\u001f\\u007f-\\u009f<>\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069";
const EACH_BAD = new RegExp(`[${BAD}]+`, "g");

/** JSON Schema pattern of a display name. */
export const DISPLAY_NAME = `^(?=.*\\S)[^${BAD}]+$`;

/** The rule of the pattern, in words. */
export const DISPLAY_NAME_RULE = "not be blank or have control characters, angle brackets or direction marks";

/** Returns a stored display name without the characters that it must not have. The result may be empty. */
export const cleanDisplayName = (name: string): string =>
  name.replace(EACH_BAD, " ").replace(/ {2,}/g, " ").trim();
