import type { Redis } from "ioredis";
import { parseOrdinal } from "../../ids/base32.ts";
import type { Fields } from "./load-plan.ts";
import { scanHash } from "./scan-hash.ts";
import { areEnough, SOME_ITEMS } from "./state-keys.ts";

/** Collects the items of one reading whose JSON has one of the members. */
class ItemSearch {
  readonly found = new Map<string, string>();
  readonly #members: RegExp;
  #characters = 0;

  constructor(members: RegExp) {
    this.#members = members;
  }

  add(field: string, text: string): void {
    if (this.isFull() || this.found.has(field)) return;
    if (parseOrdinal(field) === undefined || !this.#members.test(text)) return;
    this.found.set(field, text);
    this.#characters += text.length;
  }

  isFull(): boolean {
    return areEnough(SOME_ITEMS, this.found.size, this.#characters);
  }
}

/**
 * Finds items in a hash that have one of these fields, until they are {@link areEnough}. A member with such a name that
 * is not the item's own is found too. Resolves to alternating fields and values.
 */
export async function scanItems(redis: Redis, hash: string, names: readonly string[]): Promise<Fields> {
  const members = new RegExp(`"(?:${names.join("|")})":`);
  const { found } = await scanHash(redis, hash, () => new ItemSearch(members));
  return [...found].flat();
}
