import { type KnownVariants, meaningOf } from "../../actors/order/bought-variant.ts";
import type { BoughtLine } from "../../actors/order/messages.ts";
import { soldBy } from "../../actors/order/sales.ts";
import { defined } from "../../collections/defined.ts";
import type { ReadProducts } from "../../store/read/products.ts";
import type { OrderLine, OrderRecord } from "../../store/records/orders.ts";
import { knownVariants, namesOfLine, type VariantDeps } from "./line-variants.ts";

/**
 * An order's lines with the variants that they mean, and the names that may change this meaning when they appear in the
 * catalogue.
 */
export interface Bought {
  lines: BoughtLine[];
  openNames: string[];
}

/**
 * Maximum number of alternatives of all lines of an order: of variants that have names of a line, beyond the first one.
 * A command with more would make other commands of the customer's partition wait.
 */
const MAX_ALTERNATIVES = 2000;

/** A line with the variants that have its names, and what it means by them. */
interface ReadLine {
  line: OrderLine;
  known: KnownVariants;
  meaning: ReturnType<typeof meaningOf>;
}

/**
 * Returns the lines with what they mean. If the lines have too many alternatives together, the names of further lines mean
 * nothing unless one variant alone has them.
 */
function limited(lines: readonly ReadLine[]): Pick<ReadLine, "line" | "meaning">[] {
  let left = MAX_ALTERNATIVES;
  return lines.map(({ line, known, meaning }) => {
    const alternatives = Math.max(0, meaning.candidates.length + meaning.excluded.length - 1);
    if (alternatives > left) return { line, meaning: meaningOf(line, known, 1) };
    left -= alternatives;
    return { line, meaning };
  });
}

/**
 * Finds out what an order bought, by the current catalogue. The names of several lines are looked up once. `isRepeat`
 * means that the order was matched before, in this job or another.
 */
export async function boughtBy(
  deps: VariantDeps,
  storeKey: string,
  order: OrderRecord,
  isRepeat: boolean,
): Promise<Bought> {
  const products: ReadProducts = new Map();
  const started = new Map<string, Promise<Omit<ReadLine, "line">>>();
  const find = async (line: OrderLine, isMatched: boolean) => {
    const known = await knownVariants(deps, storeKey, line, isMatched, products);
    return { known, meaning: meaningOf(line, known) };
  };
  const read = async (line: OrderLine) => {
    const outcome = order.matches[line.lineRef];
    const isMatched = isRepeat || (outcome !== undefined && "matched" in outcome);
    const { productRef, variantRef, variantId, sku, gtin } = line;
    const names = JSON.stringify([productRef, variantRef, variantId, sku, gtin, isMatched]);
    const found = started.get(names) ?? find(line, isMatched);
    started.set(names, found);
    return { line, ...(await found) };
  };
  const openNames = new Set<string>();
  const lines = limited(await Promise.all(order.lines.map(read))).map(({ line, meaning }): BoughtLine => {
    const { lineRef, quantity, refundedQuantity = 0, renamedIn } = line;
    const isUndone = order.test || order.status !== "open" || refundedQuantity >= quantity;
    const { isOpen, ...variants } = meaning;
    if (isOpen && !isUndone) for (const name of namesOfLine(line)) openNames.add(name);
    return { lineRef, isUndone, ...variants, ...soldBy(line, order.currency), ...defined({ renamedIn }) };
  });
  return { lines, openNames: [...openNames] };
}
