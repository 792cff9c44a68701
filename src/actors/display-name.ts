/**
 * What a display name in a header of an e-mail must not have: control characters and line separators, angle brackets,
 * which set off an address, and marks that turn the direction of text, so that it reads like another name.
 */
const BAD = "\\u0000-\\u001f\\u007f-\\u009f<>\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069";
const EACH_BAD = new RegExp(`[${BAD}]+`, "g");

/** Pattern of JSON Schema for a display name. */
export const DISPLAY_NAME = `^[^${BAD}]+$`;

/** A stored display name as it may be sent: without what it must not have. It may be empty then. */
export const cleanDisplayName = (name: string): string =>
  name.replace(EACH_BAD, " ").replace(/ {2,}/g, " ").trim();
