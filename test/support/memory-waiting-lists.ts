import type { WaitChange, WaitingCursor, WaitingLists } from "../../src/store/read/waiting.ts";

type Uses = "change" | "remove" | "after" | "since" | "countBetween";

/** The waiting lists of one store, in memory. */
export class MemoryWaitingLists implements Pick<WaitingLists, Uses> {
  readonly #lists = new Map<string, Map<string, number>>();

  #list(variant: string): Map<string, number> {
    const list = this.#lists.get(variant) ?? new Map<string, number>();
    this.#lists.set(variant, list);
    return list;
  }

  change(changes: readonly WaitChange[]): Promise<void> {
    for (const each of changes) {
      if ("removed" in each) {
        this.#list(each.removed.variant).delete(each.removed.itemId);
        continue;
      }
      const { variant, itemId, since, hasMoved, isFromList } = each.added;
      const known = this.#list(variant).get(itemId) ?? since;
      const position = hasMoved ? Math.max(known, since) : isFromList ? Math.min(known, since) : known;
      this.#list(variant).set(itemId, position);
    }
    return Promise.resolve();
  }

  remove(listings: Parameters<WaitingLists["remove"]>[0]): Promise<void> {
    return this.change(listings.map((removed) => ({ removed })));
  }

  #sorted(variant: string, cursor: WaitingCursor | undefined): WaitingCursor[] {
    const all = [...this.#list(variant)].map(([itemId, since]) => ({ itemId, since }));
    return all
      .sort((a, b) => a.since - b.since || (a.itemId < b.itemId ? -1 : 1))
      .filter(
        ({ since, itemId }) =>
          !cursor || since > cursor.since || (since === cursor.since && itemId > cursor.itemId),
      );
  }

  after(_: string, variant: string, cursor: WaitingCursor | undefined, count: number) {
    return Promise.resolve(this.#sorted(variant, cursor).slice(0, count));
  }

  since(_: string, variant: string, itemIds: readonly string[]) {
    return Promise.resolve(itemIds.map((id) => this.#list(variant).get(id) ?? null));
  }

  countBetween(_: string, variant: string, after: WaitingCursor | undefined, before: number) {
    return Promise.resolve(this.#sorted(variant, after).filter(({ since }) => since < before).length);
  }
}
