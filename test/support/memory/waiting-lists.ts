import { parseItemId } from "../../../src/store/ids/ids.ts";
import type { NamedList, WaitChange, WaitingLists } from "../../../src/store/waiting/waiting-lists.ts";
import { byPosition, type WaitingCursor } from "../../../src/store/waiting/waiting-set.ts";

type Uses =
  | "change"
  | "remove"
  | "after"
  | "since"
  | "countBetween"
  | "sublistsOf"
  | "hasUndivided"
  | "chunks";

/** The waiting lists of one store, in memory. If they are divided, each partition has a sublist. */
export class MemoryWaitingLists implements Pick<WaitingLists, Uses> {
  readonly #lists = new Map<string, Map<string, number>>();
  readonly #sublists: number;

  constructor(sublists = 0) {
    this.#sublists = sublists;
  }

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
      const position = hasMoved ? Math.max(known, since) : isFromList ? since : known;
      this.#list(variant).set(itemId, position);
    }
    return Promise.resolve();
  }

  remove(listings: Parameters<WaitingLists["remove"]>[0]): Promise<void> {
    return this.change(listings.map((removed) => ({ removed })));
  }

  #sorted(variant: string, cursor: WaitingCursor | undefined): WaitingCursor[] {
    const all = [...this.#list(variant)].map(([itemId, since]) => ({ itemId, since }));
    return all.sort(byPosition).filter((wish) => !cursor || byPosition(wish, cursor) > 0);
  }

  after(_: string, variant: string, cursor: WaitingCursor | undefined, count: number, sublist?: number) {
    const isRead = ({ itemId }: WaitingCursor) =>
      sublist === undefined || parseItemId(itemId)?.partition === sublist;
    return Promise.resolve(this.#sorted(variant, cursor).filter(isRead).slice(0, count));
  }

  sublistsOf() {
    return Promise.resolve(this.#sublists);
  }

  hasUndivided() {
    return Promise.resolve(false);
  }

  async *chunks({ variant }: NamedList): ReturnType<WaitingLists["chunks"]> {
    yield await Promise.resolve({ itemIds: [...this.#list(variant).keys()], isUndivided: false });
  }

  since(_: string, variant: string, itemIds: readonly string[]) {
    return Promise.resolve(itemIds.map((id) => this.#list(variant).get(id) ?? null));
  }

  countBetween(_: string, variant: string, after: WaitingCursor | undefined, before: number) {
    return Promise.resolve(this.#sorted(variant, after).filter(({ since }) => since < before).length);
  }
}
