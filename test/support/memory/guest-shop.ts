import assert from "node:assert/strict";
import type { Command } from "../../../src/actors/command.ts";
import type { Reply } from "../../../src/actors/reply.ts";
import type { Plan, Send } from "../../../src/actors/runtime/send.ts";
import { metaStateKey } from "../../../src/actors/wishlist/state/meta.ts";
import { handOver } from "../../../src/ingest/wishes/hand-over.ts";
import { partitionOfWishlist } from "../../../src/store/ids/ids.ts";
import type { ClaimMode, ClaimTerms } from "../../../src/store/records/guests.ts";
import type { ItemRecord, WishlistMeta, WishlistRecord } from "../../../src/store/records/records.ts";
import { countedByEvents, countedByRecords, wishesCounted } from "./counters-of.ts";
import { type NamedWish, NamedWishes } from "./named-wishes.ts";
import { MemoryPartition } from "./partition.ts";

export const storeKey = "t/s";
export const slotOf = (key: string) => ({ storeKey, slot: `${storeKey}:${key}`, key });
const CUSTOMERS_PARTITION = 5;

export type Who = "ann" | "bob" | "nobody";

/** A process that dies at one of its commands: before or after the command is applied. */
interface Death {
  at: number;
  isApplied: boolean;
}

export class Died extends Error {}

/** A guest's wishlist in one partition, and two customers in another one or in the same one. */
export class Shop {
  readonly guestPartition = new MemoryPartition();
  readonly customers: MemoryPartition;
  readonly home: number;
  readonly wishes = new NamedWishes();
  readonly guestId: string;

  constructor({ isApart = true, most = 3 } = {}) {
    this.customers = isApart ? new MemoryPartition() : this.guestPartition;
    const guest = { ...slotOf("guest"), guest: { hash: "hash" }, fields: { name: "mine" } };
    this.guestId = this.#create(this.guestPartition, { type: "CreateWishlist", ...guest });
    this.home = isApart ? CUSTOMERS_PARTITION : (partitionOfWishlist(this.guestId) ?? 0);
    this.most = most;
    for (const ref of ["ann", "bob"])
      this.#accept(this.customers, { type: "CreateCustomer", ...slotOf(ref), ref, fields: {} });
  }

  readonly most: number;
  /** Number of wishes before the first claim. */
  #wished: number | undefined;

  #accept(partition: MemoryPartition, command: Command): object {
    const decision = partition.run(command);
    assert.ok(decision.ok, JSON.stringify(decision));
    return decision.body ?? {};
  }

  #create(partition: MemoryPartition, command: Command): string {
    return (this.#accept(partition, command) as WishlistRecord).id;
  }

  createList(who: Who, isDefault: boolean): string {
    const fields = { name: "list", isDefault };
    return this.#create(this.customers, { type: "CreateWishlist", ...slotOf(who), fields });
  }

  add(partition: MemoryPartition, wishlistId: string, wish: NamedWish): void {
    const { item, made } = this.wishes.make(wish);
    const known = this.itemsOf(partition, wishlistId);
    const isThere = known.some(({ product }) => product.selectedVariantRef === `v${wish.variant}`);
    if (isThere) return;
    const target = { storeKey, wishlistId, allowDuplicates: false };
    made(this.#accept(partition, { type: "AddItem", ...target, item }) as ItemRecord);
  }

  itemsOf(partition: MemoryPartition, wishlistId: string): ItemRecord[] {
    return partition.all("item", wishlistId).map(({ value }) => value);
  }

  listsOf(who: Who): string[] {
    return this.customers.all("listed", slotOf(who).slot).map(({ field }) => String(field));
  }

  wishesOf(who: Who): ItemRecord[] {
    return this.listsOf(who).flatMap((id) => this.itemsOf(this.customers, id));
  }

  get guestMeta(): WishlistMeta {
    return this.guestPartition.value(metaStateKey(this.guestId)) as WishlistMeta;
  }

  /** Returns a function that sends commands, as a process that dies at one of them. */
  sender(death?: Death): Send {
    let count = 0;
    const run = ({ partition, command }: Plan): Reply => {
      const isDying = count++ === death?.at;
      if (isDying && !death.isApplied) throw new Died();
      const home = partition === this.home ? this.customers : this.guestPartition;
      const decision = home.run(command);
      this.assertCounted();
      if (isDying) throw new Died();
      if (!decision.ok) return decision;
      const { body, ...rest } = decision;
      return { ...rest, ...(body ? { json: JSON.stringify(body) } : {}) };
    };
    const send = (plan: Plan) => Promise.resolve(plan).then(run);
    return send as Send;
  }

  get #partitions(): MemoryPartition[] {
    return [...new Set([this.guestPartition, this.customers])];
  }

  /** Fails unless events and records have the same counters, and no wish counts twice. */
  assertCounted(): void {
    const all = this.#partitions;
    assert.deepEqual(countedByEvents(...all), countedByRecords(...all));
    assert.ok(wishesCounted(...all) <= (this.#wished ?? Number.POSITIVE_INFINITY));
  }

  claim(who: Who, mode: ClaimMode, send: Send = this.sender()) {
    this.#wished ??= wishesCounted(...this.#partitions);
    const terms: ClaimTerms = {
      ...{ partition: this.home, slot: slotOf(who).slot, key: who, customerRef: who },
      ...{ mode, most: this.most, allowDuplicates: false },
    };
    return handOver(send, { type: "BeginHandover", storeKey, wishlistId: this.guestId, hash: "hash", terms });
  }

  /** Erases the wishlists of the guest as the erasure of a store does, or the customer as that of a person does. */
  erase(who: "guest" | "customer"): void {
    if (who === "guest") this.guestPartition.run({ type: "DeleteWishlists", ...slotOf("guest") });
    else this.customers.run({ type: "DeleteCustomer", ...slotOf("ann"), id: "ann", withWishlists: true });
    this.assertCounted();
  }

  /** Continues the claim, as the job for open claims does. */
  resume() {
    return handOver(this.sender(), { type: "BeginHandover", storeKey, wishlistId: this.guestId });
  }
}
