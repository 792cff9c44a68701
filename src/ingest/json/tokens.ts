/** Character codes of the tokens of JSON. */
export const QUOTE = 34;
const PLUS = 43;
export const COMMA = 44;
export const MINUS = 45;
const POINT = 46;
export const COLON = 58;
const CAPITAL_E = 69;
export const OPEN_ARRAY = 91;
const BACKSLASH = 92;
export const CLOSE_ARRAY = 93;
const SMALL_E = 101;
export const OPEN_OBJECT = 123;
export const CLOSE_OBJECT = 125;

/** Returns the position of the quote that closes the string at `start`. */
export function endOfString(text: string, start: number): number {
  let i = start + 1;
  for (let code = text.charCodeAt(i); i < text.length && code !== QUOTE; code = text.charCodeAt(i)) {
    i += code === BACKSLASH ? 2 : 1;
  }
  return i;
}

/** Whether a character code is that of a digit. */
export const isDigit = (code: number): boolean => code >= 48 && code <= 57;

const isInNumber = (code: number) =>
  isDigit(code) ||
  code === POINT ||
  code === MINUS ||
  code === PLUS ||
  code === SMALL_E ||
  code === CAPITAL_E;

/** Returns the position after the number at `start`. */
export function endOfNumber(text: string, start: number): number {
  let i = start + 1;
  while (isInNumber(text.charCodeAt(i))) i++;
  return i;
}
