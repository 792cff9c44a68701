/** The title that Shopify gives to the only variant of a product. */
const NO_VARIANT = "Default Title";

/**
 * Characters without a form of their own, such as soft hyphens and marks that change the direction of text. Joiners
 * after a character belong to it, as in Persian words and in emoji.
 */
const FORMATS = /(?![\u200C\u200D])\p{Cf}|(?<![\p{L}\p{M}\p{S}])[\u200C\u200D]/gu;

/** Puts a text on one line, without control characters: these could start another header field, or hide text. */
export const oneLine = (text: string) =>
  text
    .replace(FORMATS, "")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();

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
