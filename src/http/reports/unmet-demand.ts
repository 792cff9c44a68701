import { unitsOf } from "../../actors/catalogue/availability.ts";
import { batchesOf } from "../../collections/batches.ts";
import { ownValue } from "../../collections/own-value.ts";
import type { VariantRecord } from "../../store/records/catalogue.ts";
import { amountOf, millionths } from "../../units/money.ts";
import type { RankedQuery, Report, ReportParts } from "./report.ts";
import { LOOKED_UP, lookUp, VARIANT_COLUMNS, Sums, variantNamesOf } from "./variants.ts";

/** Maximum number of variants that one report looks up, the most wished first: most of them may be in stock. */
const MAX_EXAMINED = 10_000;

/** Returns the units in stock: at the location if its level is known, else at all locations. */
function unitsAt({ stock }: VariantRecord, location: string | undefined) {
  const row = location === undefined ? undefined : ownValue(stock, location);
  return row ? row.available : unitsOf(stock);
}

/** Returns the value of the wished units at the current price. */
function moneyFor({ price, currency }: VariantRecord, units: number) {
  if (price === undefined || currency === undefined) return {};
  return { price, amount: amountOf(millionths(price) * BigInt(units)), currency };
}

/**
 * Reports the wishes of the period that are still open and whose variant is now sold out, the highest number first,
 * among the 10,000 most wished variants. Variants that are not in the catalogue, or whose stock is unknown, are not
 * included.
 */
export async function unmetDemand(parts: ReportParts, query: RankedQuery): Promise<Report> {
  const { storeKey, dayParts, location, limit } = query;
  const sums = new Sums("variant", () => ({ units: 0 }));
  await parts.counters.eachWish(storeKey, dayParts, (counter, { open }) => {
    if (open === undefined || (location !== undefined && counter.location !== location)) return;
    sums.of(counter).units += Number(open);
  });
  const wanted = await sums.most(MAX_EXAMINED, ({ units }) => units);
  const rows: object[] = [];
  for (const some of batchesOf(wanted, LOOKED_UP)) {
    if (rows.length >= limit) break;
    const found = await Promise.all(some.map(({ variant }) => lookUp(parts, query, variant)));
    for (const [i, { variant, sum }] of some.entries()) {
      const known = found[i];
      if (!known || known.variant.inventoryPolicy === "continue") continue;
      const available = unitsAt(known.variant, location);
      if (typeof available !== "number" || available > 0) continue;
      const { units } = sum;
      rows.push({ ...variantNamesOf(variant, known), units, available, ...moneyFor(known.variant, units) });
    }
  }
  return {
    columns: [...VARIANT_COLUMNS, "units", "available", "price", "amount", "currency"],
    rows: rows.slice(0, limit),
  };
}
