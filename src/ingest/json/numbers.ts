const ZERO = 48;

/** Returns a decimal number without needless zeros: its digits, and the power of ten of the last one. */
function plainOf(written: string): string {
  const e = Math.max(written.indexOf("e"), written.indexOf("E"));
  const mantissa = e === -1 ? written : written.slice(0, e);
  const power = e === -1 ? 0 : Number(written.slice(e + 1));
  const point = mantissa.indexOf(".");
  const digits = point === -1 ? mantissa : mantissa.slice(0, point) + mantissa.slice(point + 1);
  const decimals = point === -1 ? 0 : mantissa.length - point - 1;
  let start = digits.startsWith("-") ? 1 : 0;
  while (digits.charCodeAt(start) === ZERO) start++;
  let end = digits.length;
  while (end > start && digits.charCodeAt(end - 1) === ZERO) end--;
  if (start === end) return "0";
  return `${digits.slice(start, end)}e${power - decimals + digits.length - end}`;
}

/** Whether a number keeps the value of a decimal number that is written in the notation of JSON. */
export const keepsValue = (written: string): boolean =>
  plainOf(written) === plainOf(Number(written).toString());

/** Number of digits that a parsed number certainly keeps. */
export const SAFE_DIGITS = 15;
const IS_ZERO = /^-?[0.]+(?:[eE]|$)/;

/**
 * Whether a number in JSON, which is not written as an integer, is read as another number that is an integer or
 * infinite: `9007199254740991.4` and `1e400` are. A fraction that is only rounded is not lost.
 */
export function isLost(written: string): boolean {
  const value = Number(written);
  if (!Number.isInteger(value)) return !Number.isFinite(value);
  if (value === 0) return !IS_ZERO.test(written);
  return written.length > SAFE_DIGITS && !keepsValue(written);
}
