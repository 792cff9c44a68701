import type { Redis } from "ioredis";
import { addTo } from "../../../collections/grouped.ts";
import type { Fields } from "./load-plan.ts";
import { scanHash } from "./scan-hash.ts";
import { areEnough, SOME_RECORDS } from "./state-keys.ts";

/** The wishlists and items in the JSON of a purchase. Their ids have no escaped characters. */
const WISH_NAMES = /"(?:wishlistId|itemId)":"([^"]+)"/g;
/** The items in the JSON of an alert. Their ids begin with those of their wishlists. */
const ITEM_IDS = /"itemIds":\[([^\]]*)\]/;
const RECORD_ID = /"id":"([^"]+)"/;

/** Returns the ids of the wishlists and items that a record names, by the kind of the record. */
const NAMES_IN = {
  purchases: (text: string): string[] => Array.from(text.matchAll(WISH_NAMES), ([, name = ""]) => name),
  alerts(text: string): string[] {
    const [, ids = ""] = ITEM_IDS.exec(text) ?? [];
    return ids.split(",").flatMap((quoted) => {
      const id = quoted.slice(1, -1);
      return [id, id.slice(0, id.lastIndexOf("."))];
    });
  },
};

/** A kind of record of a customer that names wishes. */
export type Ledger = keyof typeof NAMES_IN;

/**
 * How many of the wanted records are found: all, or {@link SOME_RECORDS}: any of them, or the newest. Which ones are
 * the newest is known for alerts only.
 */
export type Extent = "all" | "some" | "newest";

/** The records that are wanted together. */
export interface WantedRecords {
  extent: Extent;
  /** Ids of wishlists or items that a record names, at least one of them. Empty if every record is wanted. */
  names: readonly string[];
}

/** The texts of wanted records that one reading has found, by their fields. */
class Found {
  readonly texts = new Map<string, string>();
  readonly #extent: Extent;
  #characters = 0;

  constructor(extent: Extent) {
    this.#extent = extent;
  }

  get isFull(): boolean {
    return this.#extent === "some" && areEnough(SOME_RECORDS, this.texts.size, this.#characters);
  }

  add(field: string, text: string): void {
    if (this.isFull || this.texts.has(field)) return;
    this.#set(field, text);
    // Sorted rarely, because the texts in between are twice as many as are wanted.
    if (areEnough(SOME_RECORDS, this.texts.size / 2, this.#characters / 2)) this.keepNewest();
  }

  #set(field: string, text: string): void {
    this.texts.set(field, text);
    this.#characters += text.length;
  }

  /** Drops the oldest texts that are too many, if the newest are wanted. */
  keepNewest(): void {
    if (this.#extent !== "newest") return;
    const all = Array.from(this.texts, ([field, text]) => ({
      field,
      text,
      id: RECORD_ID.exec(text)?.[1] ?? "",
    }));
    all.sort((a, b) => (a.id > b.id ? -1 : 1));
    this.texts.clear();
    this.#characters = 0;
    for (const { field, text } of all) {
      if (areEnough(SOME_RECORDS, this.texts.size, this.#characters)) break;
      this.#set(field, text);
    }
  }
}

/** Collects the wanted records of one reading. */
class LedgerSearch {
  readonly found: readonly Found[];
  readonly #ledger: Ledger;
  readonly #named = new Map<string, Found[]>();
  /** Those for which every record is wanted. */
  readonly #every: Found[] = [];

  constructor(ledger: Ledger, wanted: readonly WantedRecords[]) {
    this.#ledger = ledger;
    this.found = wanted.map(({ extent, names }) => {
      const found = new Found(extent);
      for (const name of names) addTo(this.#named, name, found);
      if (names.length === 0) this.#every.push(found);
      return found;
    });
  }

  add(field: string, text: string): void {
    for (const found of this.#every) found.add(field, text);
    if (this.#named.size === 0) return;
    for (const name of NAMES_IN[this.#ledger](text))
      for (const found of this.#named.get(name) ?? []) found.add(field, text);
  }

  isFull(): boolean {
    return this.found.every(({ isFull }) => isFull);
  }
}

/**
 * Finds the purchases or the alerts of a customer that name some wishlists or items. A customer may have tens of
 * thousands of orders, and alerts of 100 wishes each: they are read in pages, and only those that are found are decoded
 * later. Resolves to the fields and values for each of the wanted.
 */
export async function scanLedger(
  redis: Redis,
  hash: string,
  ledger: Ledger,
  wanted: readonly WantedRecords[],
): Promise<Fields[]> {
  const { found } = await scanHash(redis, hash, () => new LedgerSearch(ledger, wanted));
  return found.map((each) => {
    each.keepNewest();
    return [...each.texts].flat();
  });
}
