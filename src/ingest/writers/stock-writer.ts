import { readStock } from "../read/stock.ts";
import type { StockFeedRow } from "../variant-finder.ts";
import { inOrder } from "./in-order.ts";
import { attempt, refused, rejected, type RowResult, type WriteContext } from "./row-writer.ts";
import type { StockFeed } from "./stock-feed.ts";

/** Writes rows of stock. Rows about the same product are written together. */
export async function writeStock(
  stockFeed: StockFeed,
  rows: readonly unknown[],
  context: WriteContext,
): Promise<RowResult[]> {
  const results = new Array<RowResult>(rows.length);
  const readable: { index: number; row: StockFeedRow }[] = [];
  for (const [index, row] of rows.entries()) {
    const read = readStock(row);
    if ("error" in read) results[index] = rejected(read.error);
    else readable.push({ index, row: read });
  }
  const groups = await stockFeed.groups(
    context.target,
    readable.map(({ row }) => row),
  );
  await inOrder(groups, context.concurrency, async (group) => {
    const indexes = group.indexes.map((i) => readable[i]?.index ?? 0);
    const write = async () => {
      const outcomes = await group.write(context.sendFor(indexes[0] ?? 0));
      return outcomes.map((outcome) => ("error" in outcome ? refused(outcome.error) : outcome));
    };
    const written = await attempt(context, write, (error) => indexes.map(() => rejected(error)));
    for (const [i, result] of written.entries()) results[indexes[i] ?? 0] = result;
  });
  return results;
}
