import type { Redis } from "ioredis";
import { addTo } from "../../../collections/grouped.ts";
import type { Fields } from "./load-plan.ts";
import { scanHash } from "./scan-hash.ts";

/** The wishlists and items in the JSON of a purchase. Their ids have no escaped characters. */
const WISH_NAMES = /"(?:wishlistId|itemId)":"([^"]+)"/g;

/** The purchases of one wishlist or item that are wanted. */
export interface WantedPurchases {
  /** Id of a wishlist or an item. */
  name: string;
  /** Maximum number of purchases. */
  limit: number;
}

/** Collects the wanted purchases of one reading. */
class PurchaseSearch {
  /** For each wanted name, the texts of its purchases by their fields. */
  readonly found: Map<string, string>[];
  readonly #wanted: readonly WantedPurchases[];
  readonly #positions = new Map<string, number[]>();

  constructor(wanted: readonly WantedPurchases[]) {
    this.#wanted = wanted;
    this.found = wanted.map(() => new Map<string, string>());
    for (const [i, { name }] of wanted.entries()) addTo(this.#positions, name, i);
  }

  #hasAll(i: number): boolean {
    return (this.found[i]?.size ?? 0) >= (this.#wanted[i]?.limit ?? 0);
  }

  add(field: string, text: string): void {
    for (const [, name = ""] of text.matchAll(WISH_NAMES))
      for (const i of this.#positions.get(name) ?? []) if (!this.#hasAll(i)) this.found[i]?.set(field, text);
  }

  isFull(): boolean {
    return this.#wanted.every((_, i) => this.#hasAll(i));
  }
}

/**
 * Finds the purchases of a customer that have bought wishes of some wishlists, or some items. A customer may have tens of
 * thousands of orders: they are read in pages, and only the purchases that are found are decoded later. Resolves to the
 * fields and values for each name.
 */
export async function scanPurchases(
  redis: Redis,
  hash: string,
  wanted: readonly WantedPurchases[],
): Promise<Fields[]> {
  const { found } = await scanHash(redis, hash, () => new PurchaseSearch(wanted));
  return found.map((texts) => [...texts].flat());
}
