import type { Daily } from "../../store/reports/counter-fields.ts";
import type { Report, ReportParts, ReportQuery } from "./report.ts";

/** Members of a row, with their counters. */
const BY_LOCATION: Record<string, Daily> = { added: "made", removed: "removed", purchased: "bought" };
const OF_THE_STORE: Record<string, Daily> = {
  wishlistsCreated: "wishlists.created",
  wishlistsDeleted: "wishlists.deleted",
  backInStockAlerts: "alert.back_in_stock",
  registerInterestAlerts: "alert.register_interest",
  priceDropAlerts: "alert.price_drop",
  lowStockAlerts: "alert.low_stock",
};

/** Reports the activity of each day of the period. Wishlists and alerts have no location. */
export async function activity({ counters }: ReportParts, query: ReportQuery): Promise<Report> {
  const { storeKey, days, location } = query;
  const counted = location === undefined ? { ...BY_LOCATION, ...OF_THE_STORE } : BY_LOCATION;
  const names = Object.keys(counted);
  const rows = await Promise.all(
    [...days].map(async ([day, parts]) => {
      const counts = await counters.ofParts(storeKey, parts, Object.values(counted), location);
      return { day, ...Object.fromEntries(names.map((name, j) => [name, counts[j] ?? 0])) };
    }),
  );
  return { columns: ["day", ...names], rows };
}
