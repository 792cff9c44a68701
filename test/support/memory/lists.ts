import assert from "node:assert/strict";
import type { Command } from "../../../src/actors/command.ts";
import type { Decision } from "../../../src/actors/reply.ts";
import { metaStateKey } from "../../../src/actors/wishlist/state/meta.ts";
import type { ItemRecord, WishlistMeta, WishlistRecord } from "../../../src/store/records/records.ts";
import { customerSlot } from "../data/customer-slot.ts";
import { FLAGS, type NamedWish, NamedWishes, productOf } from "./named-wishes.ts";
import { MemoryPartition } from "./partition.ts";

const { storeKey } = customerSlot;

/** A customer with lists in a partition in memory. */
export class Lists {
  readonly partition = new MemoryPartition();
  readonly ids: string[];
  readonly wishes = new NamedWishes();

  constructor(count: number) {
    this.accept({ type: "CreateCustomer", ...customerSlot, ref: "ann", fields: {} });
    this.ids = Array.from({ length: count }, () => this.create(customerSlot));
  }

  create(who: typeof customerSlot, fields: { wishlistRef?: string } = {}): string {
    const body = this.accept({ type: "CreateWishlist", ...who, fields: { name: "list", ...fields } });
    return (body as WishlistRecord).id;
  }

  accept(command: Command): object | undefined {
    const decision = this.partition.run(command);
    assert.ok(decision.ok, JSON.stringify(decision));
    return decision.body;
  }

  add(list: number, wish: NamedWish, wishlistItemRef?: string): ItemRecord {
    const { item, made } = this.wishes.make(wish);
    const target = { storeKey, wishlistId: this.id(list), allowDuplicates: false };
    const body = this.accept({ type: "AddItem", ...target, item: { ...item, wishlistItemRef } });
    made(body as ItemRecord);
    return body as ItemRecord;
  }

  id(list: number): string {
    return this.ids[list] ?? "";
  }

  items(list: number): { number: number; item: ItemRecord }[] {
    return this.partition.items(this.id(list));
  }

  /** Returns the only item of a list. */
  only(list: number): ItemRecord {
    const [found, ...others] = this.items(list);
    assert.ok(found && others.length === 0);
    return found.item;
  }

  move(from: number, to: number, items: (number | string)[], more: object = {}): Decision {
    return this.partition.run({
      type: "MoveItems",
      ...{ storeKey, wishlistId: this.id(from), to: { wishlistId: this.id(to) }, items },
      ...{ pointers: items.map((_, i) => `/itemId/${i}`), isCopy: false, allowDuplicates: false, ...more },
    });
  }

  version(list: number): string {
    return (this.partition.value(metaStateKey(this.id(list))) as WishlistMeta).version;
  }
}

/** A wish in a list. */
interface Shown {
  variant: string;
  flags: string[];
  quantity: number;
  createdTime: string;
}

const variantOf = (variant: number) => productOf(variant).selectedVariantRef;

export const shownOf = (item: ItemRecord): Shown => ({
  variant: item.product.selectedVariantRef ?? "",
  flags: FLAGS.filter((flag) => item[flag]),
  quantity: item.quantity ?? 1,
  createdTime: item.createdTime,
});

/** Lists of a customer with the rules of moving and copying, as simple as possible. */
export class MoveModel {
  readonly lists: Shown[][];

  constructor(count: number) {
    this.lists = Array.from({ length: count }, () => []);
  }

  has(list: number, { variant }: NamedWish): boolean {
    return this.#find(list, variantOf(variant)) !== undefined;
  }

  add(list: number, wish: NamedWish, createdTime: string): void {
    const { variant, quantity } = wish;
    const flags = FLAGS.filter((flag) => wish[flag]);
    this.lists[list]?.push({ variant: variantOf(variant), flags, quantity, createdTime });
  }

  #find(list: number, variant: string): Shown | undefined {
    return this.lists[list]?.find((each) => each.variant === variant);
  }

  /** Moves or copies the wishes at some places of a list to another one. Returns the result of each. */
  carry(how: { from: number; to: number; places: number[]; isCopy: boolean; time: string }) {
    const { from, to, places, isCopy, time } = how;
    const wishes = places.flatMap((place) => this.lists[from]?.[place] ?? []);
    return wishes.map((wish) => {
      // A copy is a new wish, without the flags that staff or orders have set.
      const flags = isCopy ? wish.flags.filter((flag) => flag !== "purchasedAndRemoved") : wish.flags;
      const incoming = { ...wish, flags, ...(isCopy ? { createdTime: time } : {}) };
      if (!isCopy) this.lists[from] = (this.lists[from] ?? []).filter((each) => each !== wish);
      const same = this.#find(to, wish.variant);
      if (!same) {
        this.lists[to]?.push(incoming);
        return "created";
      }
      same.flags = FLAGS.filter((flag) => same.flags.includes(flag) || incoming.flags.includes(flag));
      same.quantity = Math.max(same.quantity, incoming.quantity);
      same.createdTime = [same.createdTime, incoming.createdTime].sort()[0] ?? "";
      return "existing";
    });
  }
}
