import { MAX_LOCATIONS } from "../../actors/catalogue/availability.ts";
import type { PendingLevel, PendingStatus, PendingStock } from "../../store/waiting/pending-stock.ts";
import type { PendingVariant, VariantFinder, VariantLookup } from "../variant-finder.ts";
import { inOrder } from "./in-order.ts";

/** Number of variants whose stock is kept at the same time. */
const CONCURRENCY = 16;

/** Stock of a variant that is not known yet. */
export interface UnknownStock {
  variant: PendingVariant;
  levels: readonly PendingLevel[];
}

/** Stock that was kept: its levels with their times, the result of each, and the search for its variant after that. */
export interface KeptStock {
  levels: PendingLevel[];
  statuses: PendingStatus[];
  late: VariantLookup;
}

/**
 * Keeps the stock of unknown variants as pending, and then searches for all of these variants at once, because each
 * search may read a large product. A variant may have been created after the search before; its creation then did not
 * find the pending stock. Resolves to what was kept under each pending name.
 */
export async function keepStock(
  { pending, finder }: { pending: Pick<PendingStock, "keep">; finder: Pick<VariantFinder, "lookUp"> },
  storeKey: string,
  unknown: readonly UnknownStock[],
): Promise<Map<string, KeptStock>> {
  const kept = await inOrder(unknown, CONCURRENCY, ({ variant, levels }) =>
    pending.keep(storeKey, variant.pendingName, levels, MAX_LOCATIONS),
  );
  const variants = unknown.map(({ variant }) => variant);
  const found = await finder.lookUp(storeKey, variants);
  const byName = new Map<string, KeptStock>();
  for (const [i, stock] of kept.entries()) {
    const [variant, late] = [variants[i], found[i]];
    if (variant && late) byName.set(variant.pendingName, { ...stock, late });
  }
  return byName;
}
