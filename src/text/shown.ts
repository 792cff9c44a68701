/** What Shopify calls the variant of a product that has no others. */
const NO_VARIANT = "Default Title";

/** Text on one line: no control character can start another header field, or hide something. */
export const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").trim();

/** A variant's title as people see it; undefined where there is nothing to tell apart. */
export function shownVariant(title: string | undefined): string | undefined {
  const shown = oneLine(title ?? "");
  return shown === "" || shown === NO_VARIANT ? undefined : shown;
}

/** A price in the format of a language, such as €349.00; undefined without an amount or a currency. */
export function shownPrice(
  language: string,
  amount: string | undefined,
  currency: string | undefined,
): string | undefined {
  if (amount === undefined || currency === undefined) return undefined;
  return new Intl.NumberFormat(language, { style: "currency", currency }).format(Number(amount));
}
