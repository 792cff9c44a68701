import type { Digest, DigestEntry } from "../digest.ts";

const lines = (...texts: (string | undefined)[]) => texts.filter((text) => text !== undefined).join("\n");

function newsEntry({ headline, title, variant, price, previousPrice, url }: DigestEntry): string {
  const cost = price === undefined || previousPrice === undefined ? price : `${price} (${previousPrice})`;
  return lines(headline, title, variant, cost, url);
}

/** Returns a digest as plain text. */
export function plainTextOf(digest: Digest): string {
  const { intro, news, more, shopName, shopUrl, reason, unsubscribeBy, unsubscribeUrl } = digest;
  const shop = lines(shopName, shopUrl);
  const parts = [
    intro,
    ...news.map(newsEntry),
    more ?? "",
    shop,
    "--",
    lines(reason, unsubscribeBy, unsubscribeUrl),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}
