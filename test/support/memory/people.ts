import type { CustomerFields } from "../../../src/actors/customer-slot.ts";
import type { OrderFields } from "../../../src/actors/order/messages.ts";
import type { ItemFields, UpdateItem } from "../../../src/actors/wishlist/messages.ts";
import { completeMove, completeWish } from "../../../src/ingest/wishes/complete-item.ts";
import type { RowResult } from "../../../src/ingest/writers/row-writers.ts";
import { parseItemId } from "../../../src/store/ids.ts";
import type { SlotAddress } from "../../../src/store/layout.ts";
import type { AlertRecord } from "../../../src/store/records/alerts.ts";
import type { LineOutcome } from "../../../src/store/records/orders.ts";
import type { MemoryShop, Named } from "./shop.ts";

const storeKey = "t/s";

/** A customer of a shop in memory, with what customers do. */
export class Customer {
  readonly #shop: MemoryShop;
  readonly address: SlotAddress;
  readonly ref: string;

  constructor(shop: MemoryShop, address: SlotAddress, ref: string) {
    this.#shop = shop;
    this.address = address;
    this.ref = ref;
  }

  get #place() {
    const { slot, key } = this.address;
    return { storeKey, slot, key };
  }

  /** Names the customer in an order. */
  get buys(): { customerRef: string } {
    return { customerRef: this.ref };
  }

  /** Makes a wishlist. Gives its id. */
  list(): string {
    const command = { type: "CreateWishlist" as const, ...this.#place, fields: { name: "list" } };
    return this.#shop.carryOut(this.address, command).id;
  }

  /** Wishes for a variant, on a list of its own where none is given. Gives the id of the item. */
  async wish(
    { productRef, variantRef }: Named,
    fields: Partial<ItemFields> = {},
    wishlistId = this.list(),
  ): Promise<string> {
    const product = { productRef, selectedVariantRef: variantRef };
    const item = await completeWish(this.#shop.products, storeKey, { product, ...fields });
    const command = { type: "AddItem" as const, storeKey, wishlistId, item, allowDuplicates: false };
    return this.#shop.carryOut(this.address, command).id;
  }

  #target(itemId: string) {
    const { wishlist = "", number = 0 } = parseItemId(itemId) ?? {};
    return { storeKey, wishlistId: wishlist, number };
  }

  changeWish(itemId: string, changes: UpdateItem["changes"]): void {
    this.#shop.carryOut(this.address, { type: "UpdateItem", ...this.#target(itemId), changes });
  }

  /** Has a wish be for another variant. */
  async moveWish(itemId: string, from: Named, to: Named): Promise<void> {
    const names = { productRef: to.productRef, selectedVariantRef: to.variantRef };
    const current = this.#shop.item(itemId)?.product ?? {};
    const change = { ...names, oldVariantRef: from.variantRef };
    this.changeWish(itemId, await completeMove(this.#shop.products, storeKey, current, change));
  }

  removeWish(itemId: string): void {
    this.#shop.carryOut(this.address, { type: "RemoveItem", ...this.#target(itemId) });
  }

  change(fields: Partial<CustomerFields>): void {
    this.#shop.carryOut(this.address, { type: "UpdateCustomer", ...this.#place, ref: this.ref, fields });
  }

  /** Is deleted; the wishlists stay. */
  delete(): void {
    const command = { type: "DeleteCustomer" as const, id: this.ref, withWishlists: false };
    this.#shop.carryOut(this.address, { ...this.#place, ...command });
  }

  /** The customer's alerts, the oldest first. */
  get alerts(): AlertRecord[] {
    const found = this.#shop.partition.all("alert", this.address.slot).map(({ value }) => value);
    return found.sort((a, b) => (a.id < b.id ? -1 : 1));
  }
}

/** An order of one line, as its shop sends it again and again. */
export class Order {
  readonly #shop: MemoryShop;
  readonly #fields: { orderRef: string };
  readonly #line: object;

  constructor(shop: MemoryShop, fields: { orderRef: string }, line: object) {
    this.#shop = shop;
    this.#fields = fields;
    this.#line = line;
  }

  get ref(): string {
    return this.#fields.orderRef;
  }

  /** The order comes, as it is by now. */
  comes(changes: object = {}, line: Partial<OrderFields["lines"][number]> = {}): Promise<RowResult> {
    return this.#shop.order({ ...this.#fields, lines: [{ ...this.#line, ...line }], ...changes });
  }

  get #outcome(): LineOutcome | undefined {
    return this.#shop.outcomes(this.ref)["1"];
  }

  /** Id of the wish that it bought, or the code of why it bought none. */
  get bought(): string | undefined {
    const outcome = this.#outcome;
    return outcome && ("code" in outcome ? outcome.code : outcome.matched.itemId);
  }

  /** By what it found the wish. */
  get rule(): string | undefined {
    const outcome = this.#outcome;
    return outcome && "matched" in outcome ? outcome.matched.rule : undefined;
  }
}
