import { MAX_LOCATIONS } from "../../actors/catalogue/availability.ts";
import type { LevelResult, StockLevel } from "../../actors/catalogue/messages.ts";
import type { Send } from "../../actors/runtime/send.ts";
import { defined } from "../../collections/defined.ts";
import type { Layout } from "../../store/layout/layout.ts";
import type { Products } from "../../store/read/products.ts";
import { FAR_AHEAD } from "../../store/records/far-ahead.ts";
import type { PendingLevel, PendingStatus, PendingStock } from "../../store/waiting/pending-stock.ts";
import { sentPath } from "../sent-names.ts";
import {
  type PendingVariant,
  type StockFeedRow,
  type StockRefusal,
  type StockVariant,
  VariantFinder,
  type VariantLookup,
  variantNotFound,
} from "../variant-finder.ts";
import { applyPending, type StockedProduct } from "./apply-pending.ts";
import type { FeedTarget } from "./feeds.ts";
import { type KeptStock, keepStock } from "./keep-stock.ts";
import { setLevels } from "./set-levels.ts";

type StockOutcome = { status: "applied" | "stale" | "parked" } | { error: StockRefusal };

/** Rows that are written together: about the same product, or about one variant that is not known yet. */
interface StockGroup {
  /** The indexes of the rows among all rows. */
  indexes: number[];
  /** Writes the rows in their order. Resolves to the result of each. */
  write: (send: Send) => Promise<StockOutcome[]>;
}

interface GroupRows {
  rows: readonly StockFeedRow[];
  lookups: readonly VariantLookup[];
  /** Keeps the stock of all unknown variants of the groups, once. Resolves to what was kept under each pending name. */
  keep: () => Promise<Map<string, KeptStock>>;
}

/** Maximum number of stock levels in one command. */
const LEVEL_BATCH_SIZE = 2000;

const tooManyLocations = (): { error: StockRefusal } => ({
  error: { code: "LimitExceeded", detail: `A variant has at most ${MAX_LOCATIONS} locations.` },
});

const budgetExceeded = (): { error: StockRefusal } => ({
  error: {
    code: "BudgetExceeded",
    detail: 'The tenant has used up its budget "stored": stock of unknown variants cannot be stored.',
  },
});

const farAhead = (): { error: StockRefusal } => ({
  error: { code: "InvalidInput", detail: FAR_AHEAD, path: "/updatedTime" },
});

function outcomeOf(status: LevelResult["status"] | PendingStatus): StockOutcome {
  if (status === "unknown") return variantNotFound();
  if (status === "future") return farAhead();
  return status === "full" ? tooManyLocations() : { status };
}

/** Returns a result with the names that the row has for its fields. */
function inNamesOf({ sentNames = {} }: Pick<StockFeedRow, "sentNames">, outcome: StockOutcome): StockOutcome {
  if (!("error" in outcome) || outcome.error.path === undefined) return outcome;
  return { error: { ...outcome.error, path: sentPath(sentNames, outcome.error.path) } };
}

/** Returns the key of a row's group: its product, its unknown variant, or for a refused row a group of its own. */
function groupKeyOf(lookup: VariantLookup, index: number): string {
  if ("found" in lookup) return `at ${lookup.found[0]?.address.slot}`;
  return "error" in lookup ? `${index}` : `as ${lookup.pendingName}`;
}

/** The repositories of the variants of rows, and of pending stock. */
type StockProducts = Pick<Products, "at" | "variantsNamed">;
type StockPending = Pick<PendingStock, "keep" | "levelsOf" | "forget">;

/**
 * Sets the stock of variants that are found by their names. The stock of an unknown variant is kept as pending. A row
 * is about one product: if variants of several products have the name and the row does not name its product, the row is
 * refused, and the error lists the products.
 */
export class StockFeed {
  readonly #layout: Layout;
  readonly #products: StockProducts;
  readonly #pending: StockPending;
  readonly #finder: VariantFinder;

  constructor(layout: Layout, products: StockProducts, pending: StockPending) {
    this.#layout = layout;
    this.#products = products;
    this.#pending = pending;
    this.#finder = new VariantFinder(products);
  }

  /** Divides rows into groups that are written together. Each row is in one group; groups are independent. */
  async groups(target: FeedTarget, rows: readonly StockFeedRow[]): Promise<StockGroup[]> {
    const lookups = await this.#finder.lookUp(target.storeKey, rows);
    const groups = new Map<string, { indexes: number[]; lookup: VariantLookup }>();
    for (const [index, lookup] of lookups.entries()) {
      const key = groupKeyOf(lookup, index);
      const group = groups.get(key);
      if (group) group.indexes.push(index);
      else groups.set(key, { indexes: [index], lookup });
    }
    const rowsAt = (indexes: readonly number[]) => indexes.flatMap((index) => rows[index] ?? []);
    const unknown = [...groups.values()].flatMap(({ indexes, lookup }) =>
      "pendingName" in lookup ? [{ variant: lookup, rows: rowsAt(indexes) }] : [],
    );
    let kept: Promise<Map<string, KeptStock>> | undefined;
    const keep = () => (kept ??= this.#keepAll(target, unknown));
    return [...groups.values()].map(({ indexes, lookup }) => ({
      indexes,
      write: async (send) => {
        const some = rowsAt(indexes);
        const found = indexes.flatMap((index) => lookups[index] ?? []);
        const written = await this.#write(target, lookup, { rows: some, lookups: found, keep }, send);
        const outcomes = "found" in lookup ? await this.#writeGone(target, some, written, send) : written;
        return outcomes.map((outcome, i) => inNamesOf(some[i] ?? {}, outcome));
      },
    }));
  }

  /** Writes the rows of a group. `lookup` is the one of the group, and `lookups` are those of its rows. */
  async #write(
    target: FeedTarget,
    lookup: VariantLookup,
    { rows, lookups, keep }: GroupRows,
    send: Send,
  ): Promise<StockOutcome[]> {
    if ("error" in lookup) return rows.map(() => lookup);
    if ("pendingName" in lookup && target.isSpent) return rows.map(budgetExceeded);
    if ("pendingName" in lookup) {
      const kept = (await keep()).get(lookup.pendingName);
      return kept ? this.#afterKeep(target, lookup, kept, send) : rows.map(variantNotFound);
    }
    const variantsOf = lookups.map((own) => ("found" in own ? own.found : []));
    return this.#apply(target, variantsOf, rows, send);
  }

  /** Writes again, once, the rows whose variants were deleted after they were found. */
  async #writeGone(
    target: FeedTarget,
    rows: readonly StockFeedRow[],
    written: readonly StockOutcome[],
    send: Send,
  ): Promise<StockOutcome[]> {
    const outcomes = [...written];
    for (const [i, row] of rows.entries()) {
      const outcome = outcomes[i];
      if (!outcome || !("error" in outcome) || outcome.error.code !== "ResourceNotFound") continue;
      const lookups = await this.#finder.lookUp(target.storeKey, [row]);
      const [lookup] = lookups;
      const unknown = lookup && "pendingName" in lookup ? [{ variant: lookup, rows: [row] }] : [];
      const keep = () => this.#keepAll(target, unknown);
      const [second] = lookup ? await this.#write(target, lookup, { rows: [row], lookups, keep }, send) : [];
      outcomes[i] = second ?? outcome;
    }
    return outcomes;
  }

  /** Keeps the stock of unknown variants. Resolves to what was kept under each pending name. */
  #keepAll(
    target: FeedTarget,
    unknown: readonly { variant: PendingVariant; rows: readonly StockFeedRow[] }[],
  ): Promise<Map<string, KeptStock>> {
    const stock = unknown.map(({ variant, rows }) => ({
      variant,
      levels: rows.map((row) => levelOf(target, row)),
    }));
    return keepStock({ pending: this.#pending, finder: this.#finder }, target.storeKey, stock);
  }

  /** Applies stock that was kept, if its variant exists meanwhile. */
  async #afterKeep(
    target: FeedTarget,
    { pendingName, ...names }: PendingVariant,
    { levels, statuses, late }: KeptStock,
    send: Send,
  ): Promise<StockOutcome[]> {
    if ("pendingName" in late) return statuses.map(outcomeOf);
    await this.#pending.forget(target.storeKey, pendingName, levels);
    if ("error" in late) return levels.map(() => late);
    const timed = levels.map((level) => ({ ...level, ...names }));
    return this.#apply(
      target,
      timed.map(() => late.found),
      timed,
      send,
    );
  }

  /** Sets the stock of one product: each row for the variants that it names. */
  async #apply(
    target: FeedTarget,
    found: readonly StockVariant[][],
    rows: readonly Omit<StockFeedRow, "names">[],
    send: Send,
  ): Promise<StockOutcome[]> {
    const levels: (StockLevel & { row: number })[] = [];
    for (const [row, fields] of rows.entries()) {
      for (const { variantRef } of found[row] ?? [])
        levels.push({ ...levelOf(target, fields), variantRef, row });
    }
    const address = found[0]?.[0]?.address;
    const outcomes: StockOutcome[] = rows.map(variantNotFound);
    for (let start = 0; address && start < levels.length; start += LEVEL_BATCH_SIZE) {
      const some = levels.slice(start, start + LEVEL_BATCH_SIZE);
      const results = await setLevels(
        target,
        address,
        some.map(({ row: _, ...level }) => level),
        send,
      );
      for (const [i, { row }] of some.entries()) {
        const outcome = "error" in results ? results : outcomeOf(results[i]?.status ?? "unknown");
        const before = outcomes[row];
        // A row with several variants counts as applied if one of them was.
        if (!before || !("status" in before) || before.status !== "applied") outcomes[row] = outcome;
      }
    }
    return outcomes;
  }

  /** See {@link applyPending}. */
  applyPending(target: FeedTarget, product: StockedProduct, send: Send): Promise<void> {
    const parts = {
      layout: this.#layout,
      products: this.#products,
      pending: this.#pending,
      finder: this.#finder,
    };
    return applyPending(parts, target, product, send);
  }
}

/** Returns the stock level of a row. If the row has no time, its level is as old as its arrival. */
function levelOf(
  { arrivedTime }: FeedTarget,
  { locationRef, available, updatedTime = arrivedTime }: Omit<StockFeedRow, "names">,
): PendingLevel {
  return { locationRef, available, ...defined({ updatedTime }) };
}
