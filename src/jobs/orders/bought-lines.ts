import { type KnownVariants, meaningOf } from "../../actors/order/bought-variant.ts";
import type { BoughtLine } from "../../actors/order/messages.ts";
import { soldBy } from "../../actors/order/sales.ts";
import { defined } from "../../collections/defined.ts";
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
 * Returns the lines with what they mean. If the lines have too many alternatives together, a name of a further line
 * counts only if exactly one variant has it.
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
  { isRepeat }: { isRepeat: boolean },
): Promise<Bought> {
  const isMatched = ({ lineRef }: OrderLine) => {
    const outcome = order.matches[lineRef];
    return isRepeat || (outcome !== undefined && "matched" in outcome);
  };
  const namesOf = (line: OrderLine) => {
    const { productRef, variantRef, variantId, sku, gtin } = line;
    return JSON.stringify([productRef, variantRef, variantId, sku, gtin, isMatched(line)]);
  };
  const distinct = new Map(
    order.lines.map((line) => {
      const names = namesOf(line);
      return [names, { names, line, isMatched: isMatched(line) }];
    }),
  );
  const meant = new Map<string, Omit<ReadLine, "line">>();
  for (const { names, line, known } of await knownVariants(deps, storeKey, [...distinct.values()]))
    meant.set(names, { known, meaning: meaningOf(line, known) });
  const read = order.lines.flatMap((line): ReadLine[] => {
    const found = meant.get(namesOf(line));
    return found ? [{ line, ...found }] : [];
  });
  const openNames = new Set<string>();
  const lines = limited(read).map(({ line, meaning }): BoughtLine => {
    const { lineRef, quantity, refundedQuantity = 0, renamedIn } = line;
    const isUndone = order.test || order.status !== "open" || refundedQuantity >= quantity;
    const { isOpen, ...variants } = meaning;
    if (isOpen && !isUndone) for (const name of namesOfLine(line)) openNames.add(name);
    return { lineRef, isUndone, ...variants, ...soldBy(line, order.currency), ...defined({ renamedIn }) };
  });
  return { lines, openNames: [...openNames] };
}
