/** The title that Shopify gives to the only variant of a product. */
const NO_VARIANT = "Default Title";

/** Puts a text on one line, without control characters: these could start another header field, or hide text. */
export const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").trim();

/** Returns a variant's title as people see it; undefined if the product has only this variant. */
export function shownVariant(title: string | undefined): string | undefined {
  const shown = oneLine(title ?? "");
  return shown === "" || shown === NO_VARIANT ? undefined : shown;
}

/** Formats a price for a language, such as €349.00; undefined without an amount or a currency. */
export function shownPrice(
  language: string,
  amount: string | undefined,
  currency: string | undefined,
): string | undefined {
  if (amount === undefined || currency === undefined) return undefined;
  return new Intl.NumberFormat(language, { style: "currency", currency }).format(Number(amount));
}
