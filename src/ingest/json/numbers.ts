const ZERO = 48;

/** Returns a decimal number without needless zeros: its digits, and the power of ten of the last one. */
function plainOf(written: string): string {
  const [mantissa = "", power = "0"] = written.toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.replace("-", "").split(".");
  const digits = `${whole}${fraction}`;
  let start = 0;
  while (digits.charCodeAt(start) === ZERO) start++;
  let end = digits.length;
  while (end > start && digits.charCodeAt(end - 1) === ZERO) end--;
  if (start === end) return "0";
  return `${digits.slice(start, end)}e${Number(power) - fraction.length + digits.length - end}`;
}

/** Whether a number keeps the value of a decimal number that is written in the notation of JSON. */
export const keepsValue = (written: string): boolean =>
  plainOf(written) === plainOf(Number(written).toString());

/**
 * Whether a number in JSON, which is not written as an integer, is read as another number that is an integer or
 * infinite: `9007199254740991.4` and `1e400` are. A fraction that is only rounded is not lost.
 */
export function isLost(written: string): boolean {
  const value = Number(written);
  return !Number.isFinite(value) || (Number.isInteger(value) && !keepsValue(written));
}
