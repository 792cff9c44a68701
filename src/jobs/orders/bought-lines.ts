import { meaningOf } from "../../actors/order/bought-variant.ts";
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
 * Finds out what an order bought, by the current catalogue. `isRepeat` means that the order was matched before, in this
 * job or another.
 */
export async function boughtBy(
  deps: VariantDeps,
  storeKey: string,
  order: OrderRecord,
  isRepeat: boolean,
): Promise<Bought> {
  const openNames: string[] = [];
  const products: ReadProducts = new Map();
  const read = async (line: OrderLine): Promise<BoughtLine> => {
    const { lineRef, quantity, refundedQuantity = 0, renamedIn } = line;
    const isUndone = order.test || order.status !== "open" || refundedQuantity >= quantity;
    const outcome = order.matches[lineRef];
    const isMatched = isRepeat || (outcome !== undefined && "matched" in outcome);
    const known = await knownVariants(deps, storeKey, line, isMatched, products);
    const { candidates, excluded, isAmbiguous, isOpen } = meaningOf(line, known);
    if (isOpen && !isUndone) openNames.push(...namesOfLine(line));
    const meaning = { candidates, excluded, isAmbiguous };
    return { lineRef, isUndone, ...meaning, ...soldBy(line, order.currency), ...defined({ renamedIn }) };
  };
  return { lines: await Promise.all(order.lines.map(read)), openNames };
}
