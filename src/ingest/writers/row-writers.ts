import { bodyOf } from "../../actors/reply.ts";
import type { FeedKind } from "../../store/feeds/feed-record.ts";
import { type ReadOrder, readOrder } from "../read/orders.ts";
import { type ReadProduct, readProduct } from "../read/products.ts";
import { ignoredIn, textIn } from "../rows.ts";
import { customerWriter, type CustomerWriterParts } from "./customer-writer.ts";
import type { Feeds } from "./feeds.ts";
import { oneByOne, refused, rejected, type RowWriter, type WriteRows } from "./row-writer.ts";
import type { StockFeed } from "./stock-feed.ts";
import { writeStock } from "./stock-writer.ts";

const orderWriter = (feeds: Feeds): RowWriter<ReadOrder> => ({
  read(row) {
    const read = readOrder(row);
    if (!("error" in read)) return read;
    const orderRef = textIn(row, "orderRef") ?? textIn(row, "id");
    return { refusal: { orderRef, ...rejected(read.error) } };
  },

  subjectsOf: ({ order }) => [order.orderRef],

  async write({ order, ignored, sentNames }, target, send) {
    const reply = await feeds.putOrder(target, order, send);
    return reply.ok
      ? { ...bodyOf(reply), ...ignoredIn(ignored) }
      : { orderRef: order.orderRef, ...refused(reply, sentNames) };
  },
});

const productWriter = (feeds: Feeds): RowWriter<ReadProduct> => ({
  read(row) {
    const read = readProduct(row);
    if (!("error" in read)) return read;
    const productRef = textIn(row, "productRef") ?? textIn(row, "id");
    return { refusal: { productRef, ...rejected(read.error) } };
  },

  subjectsOf: ({ product }) => [product.productRef],

  async write(read, target, send) {
    const reply = await feeds.putProduct(target, read, send);
    return reply.ok
      ? { ...bodyOf(reply), ...ignoredIn(read.ignored) }
      : { productRef: read.product.productRef, ...refused(reply, read.sentNames) };
  },
});

interface WriterParts extends CustomerWriterParts {
  feeds: Feeds;
  stockFeed: StockFeed;
}

/** Returns the writers of all kinds of feeds, for requests and files. */
export const rowWriters = (parts: WriterParts): Record<FeedKind, WriteRows> => ({
  orders: oneByOne(orderWriter(parts.feeds)),
  products: oneByOne(productWriter(parts.feeds)),
  "stock-levels": writeStock.bind(undefined, parts.stockFeed),
  customers: oneByOne(customerWriter(parts)),
});
