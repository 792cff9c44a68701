/** Base 32 with digits in ASCII order, so that texts of the same width sort like numbers. */
const DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";
const VALUES = new Map(Array.from(DIGITS, (digit, value) => [digit, value]));
const ONLY_DIGITS = new RegExp(`^[${DIGITS}]*$`);

/** Whether a text has only base 32 digits. */
export const isBase32 = (text: string): boolean => ONLY_DIGITS.test(text);

/** Returns a whole number as exactly `width` base 32 digits, the highest first; digits that do not fit are dropped. */
export function fixed(value: number, width: number): string {
  let text = "";
  for (let remaining = value, i = 0; i < width; i++, remaining = Math.floor(remaining / 32)) {
    text = DIGITS.charAt(remaining % 32) + text;
  }
  return text;
}

/** Reads digits as a whole number, the highest first. A character that is no digit counts as 0. */
export function parseFixed(text: string): number {
  let value = 0;
  for (const digit of text) value = value * 32 + (VALUES.get(digit) ?? 0);
  return value;
}

/** Returns bytes as base 32 digits, five bits of each byte: for digests and random parts. */
export function digits(bytes: Uint8Array, width: number): string {
  let text = "";
  for (const byte of bytes.subarray(0, width)) text += DIGITS.charAt(byte & 31);
  return text;
}

function makeOrdinal(value: number): string {
  if (value === 0) return "0";
  const width = Math.floor(Math.log(value) / Math.log(32) + 1e-12) + 1;
  return DIGITS.charAt(width) + fixed(value, width);
}

const FIRST_ORDINALS = Array.from({ length: 2048 }, (_, value) => makeOrdinal(value));

/** Returns a whole number in as few digits as it needs, after the number of digits, so that texts sort like numbers. */
export function ordinal(value: number): string {
  return FIRST_ORDINALS[value] ?? makeOrdinal(value);
}

/** Reads a number that {@link ordinal} wrote. Returns undefined for any other text. */
export function parseOrdinal(text: string): number | undefined {
  const width = VALUES.get(text.charAt(0));
  if (width === undefined || width > 10 || text.length !== width + 1) return undefined;
  let value = 0;
  for (let i = 1; i <= width; i++) {
    const digit = VALUES.get(text.charAt(i));
    if (digit === undefined) return undefined;
    value = value * 32 + digit;
  }
  return ordinal(value) === text ? value : undefined;
}

/** Returns the text after a leading ordinal, or undefined if there is none. */
export function afterOrdinal(text: string): string | undefined {
  const width = VALUES.get(text.charAt(0));
  if (width === undefined || width > 10) return undefined;
  return parseOrdinal(text.slice(0, width + 1)) === undefined ? undefined : text.slice(width + 1);
}
