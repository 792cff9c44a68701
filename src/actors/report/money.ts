/** Decimal amounts of money, exact to a millionth: the maximum number of decimal places of a price. */

const PLACES = 6;

/** Converts a decimal amount to millionths. */
export function millionths(amount: string): bigint {
  const [whole = "0", fraction = ""] = amount.split(".");
  return BigInt(whole + fraction.padEnd(PLACES, "0").slice(0, PLACES));
}

/** Converts millionths to a decimal amount with at least two decimal places. */
export function amountOf(value: bigint): string {
  const sign = value < 0n ? "-" : "";
  const digits = (value < 0n ? -value : value).toString().padStart(PLACES + 1, "0");
  const fraction = digits.slice(-PLACES).replace(/0+$/, "");
  return `${sign}${digits.slice(0, -PLACES)}.${fraction.padEnd(2, "0")}`;
}
