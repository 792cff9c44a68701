/** Returns an address that a person may open; undefined for anything but http and https. */
export function webAddress(text: string | undefined): string | undefined {
  if (text === undefined || !URL.canParse(text)) return undefined;
  const { protocol, href } = new URL(text);
  return protocol === "https:" || protocol === "http:" ? href : undefined;
}

/**
 * Returns the address of a product's page: the one from the feed, else the shop's address with the product's handle.
 */
export function productPage(
  { url, handle }: { url?: string | undefined; handle?: string | undefined },
  shopUrl: string | undefined,
): string | undefined {
  const own = webAddress(url);
  if (own !== undefined || handle === undefined || shopUrl === undefined) return own;
  const page = new URL(shopUrl);
  page.pathname = `${page.pathname.replace(/(?<!\/)\/+$/, "")}/products/${encodeURIComponent(handle)}`;
  page.search = "";
  page.hash = "";
  return page.href;
}
