import type { Digest, News } from "../digest.ts";

const ofNews = ({ headline, title, variant, price, url }: News) =>
  [`${headline}: ${title}`, variant, price, url].filter((line) => line !== undefined).join("\n");

/** A digest as plain text. */
export function textOf({ intro, news, more, shopName, shopUrl, unsubscribeUrl }: Digest): string {
  const shop = [shopName, shopUrl].filter((line) => line !== undefined).join("\n");
  const parts = [
    intro,
    ...news.map(ofNews),
    more > 0 ? `And ${more} more.` : "",
    shop,
    `You get this because of your wishlist. No more e-mail of this kind:\n${unsubscribeUrl}`,
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}
