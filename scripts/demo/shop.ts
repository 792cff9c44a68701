import { readFileSync } from "node:fs";
import type { Catalogue } from "./catalogue.ts";
import type { Client } from "./client.ts";
import type { Plan } from "./load.ts";

const POLL_MS = 250;
const MAX_POLLS = 240;
/** Every so many wishes one is bought. */
const BOUGHT_EVERY = 9;
const PRICES = ["24.90", "39.00", "59.00", "89.00", "119.00"];

interface Feed {
  id: string;
  status: string;
  counts: { read: number; rejected: number };
}

/** Waits until all rows of a feed are applied. */
async function applied(client: Client, { id }: Feed): Promise<Feed> {
  for (let i = 0; i < MAX_POLLS; i++) {
    const feed = await client.send<Feed>("GET", `/feeds/${id}`);
    if (feed.status === "finished") return feed;
    if (feed.status === "incomplete") throw new Error(`the feed ${id} was cut off`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(`the feed ${id} is not applied after ${(MAX_POLLS * POLL_MS) / 1000} seconds`);
}

/** Sends the product file, with prices in euros and stock, and waits for it. Resolves to the number of its rows. */
export async function sendCatalogue(client: Client, file: string): Promise<number> {
  // Shopify's file names no currency.
  await client.send("PUT", "/settings", { currency: "EUR" });
  const feed = await client.upload<Feed>("/feeds/products", "text/csv", readFileSync(file, "utf8"));
  return (await applied(client, feed)).counts.read;
}

/** Orders that buy some of the wishes, each at the time of its call. Resolves to their number. */
export async function sendOrders(client: Client, { lists }: Plan): Promise<number> {
  const wishes = lists.flatMap(({ customerRef, wishes: all }) => all.map((wish) => ({ customerRef, wish })));
  const bought = wishes.filter((_, i) => i % BOUGHT_EVERY === 0);
  const orders = bought.map(({ customerRef, wish }, i) => ({
    orderRef: `${customerRef}-o${i + 1}`,
    customerRef,
    createdTime: new Date().toISOString(),
    currency: "EUR",
    channel: "web",
    lines: [
      {
        lineRef: "1",
        productRef: wish.productRef,
        variantRef: wish.selectedVariantRef,
        quantity: 1,
        price: PRICES[i % PRICES.length],
      },
    ],
  }));
  for (let start = 0; start < orders.length; start += 100)
    await client.send("POST", "/orders", { orders: orders.slice(start, start + 100) });
  return orders.length;
}

/** Brings some of the sold-out variants back, so that waves of alerts start. Resolves to their number. */
export async function restock(client: Client, { products }: Catalogue): Promise<number> {
  const variants = [...products.values()].flat().filter((_, i) => i % 7 === 0);
  const stockLevels = variants.map(({ productRef, selectedVariantRef: variantRef }, i) => ({
    productRef,
    variantRef,
    available: 5 + (i % 20),
    updatedTime: new Date().toISOString(),
  }));
  await client.send("POST", "/stock-levels", { stockLevels });
  return stockLevels.length;
}
