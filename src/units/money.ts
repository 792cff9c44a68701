/** Decimal amounts of money, exact to a millionth: the maximum number of decimal places of a price. */

const PLACES = 6;

/** Converts a decimal amount to millionths. */
export function millionths(amount: string): bigint {
  const [whole = "0", fraction = ""] = amount.split(".");
  return BigInt(whole + fraction.padEnd(PLACES, "0").slice(0, PLACES));
}

/** Returns a number in millionths. A percentage of six decimal places is exact in them, too. */
export const toMillionths = (value: number): bigint => BigInt(Math.round(value * 10 ** PLACES));

/** Whether a decimal amount is less than another one. */
export const isLess = (amount: string, other: string): boolean => millionths(amount) < millionths(other);

/** Whether `part` is at least `percent` of `whole`, which are in millionths. */
export const isShareOf = (part: bigint, whole: bigint, percent: number): boolean =>
  part * toMillionths(100) >= whole * toMillionths(percent);

/** Converts millionths to a decimal amount with at least two decimal places. */
export function amountOf(value: bigint): string {
  const sign = value < 0n ? "-" : "";
  const digits = (value < 0n ? -value : value).toString().padStart(PLACES + 1, "0");
  const fraction = digits.slice(-PLACES).replace(/0+$/, "");
  return `${sign}${digits.slice(0, -PLACES)}.${fraction.padEnd(2, "0")}`;
}
