import type { CustomerFields } from "../../../src/actors/customer/messages.ts";
import type { ItemFields, UpdateItem } from "../../../src/actors/wishlist/messages.ts";
import { completeMove, completeWish } from "../../../src/ingest/wishes/complete-item.ts";
import type { RowResult } from "../../../src/ingest/writers/row-writer.ts";
import { parseItemId } from "../../../src/store/ids/ids.ts";
import type { SlotAddress } from "../../../src/store/layout/layout.ts";
import type { AlertRecord } from "../../../src/store/records/alerts.ts";
import type { LineOutcome, OrderFields } from "../../../src/store/records/orders.ts";
import type { MemoryShop, Named } from "./shop.ts";

const storeKey = "t/s";

/** A customer of a shop in memory, with the actions of customers. */
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

  /** The fields that name the customer in an order. */
  get buys(): { customerRef: string } {
    return { customerRef: this.ref };
  }

  /** Creates a wishlist, and returns its id. */
  list(): string {
    const command = { type: "CreateWishlist" as const, ...this.#place, fields: { name: "list" } };
    return this.#shop.carryOut(this.address, command).id;
  }

  /** Adds a wish for a variant, by default to a new list. Resolves to the id of the item. */
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

  /** Changes the variant of a wish. */
  async moveWish(itemId: string, from: Named, to: Named): Promise<void> {
    const names = { productRef: to.productRef, selectedVariantRef: to.variantRef };
    const current = this.#shop.item(itemId)?.product ?? {};
    const change = { ...names, oldVariantRef: from.variantRef };
    this.changeWish(itemId, await completeMove(this.#shop.products, storeKey, current, change));
  }

  /** Moves a wish to another list, and returns its new id. */
  moveToList(itemId: string, wishlistId: string): string {
    const { number, ...from } = this.#target(itemId);
    const named = { items: [number], pointers: ["/items/0"], isCopy: false, allowDuplicates: false };
    const command = { type: "MoveItems" as const, ...from, to: { wishlistId }, ...named };
    return this.#shop.carryOut(this.address, command).items[0]?.id ?? "";
  }

  removeWish(itemId: string): void {
    this.#shop.carryOut(this.address, { type: "RemoveItem", ...this.#target(itemId) });
  }

  change(fields: Partial<CustomerFields>): void {
    this.#shop.carryOut(this.address, { type: "UpdateCustomer", ...this.#place, ref: this.ref, fields });
  }

  /** Deletes the customer; the wishlists stay. */
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

/** An order of one line, which its shop sends several times. */
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

  /** Sends the current version of the order. */
  comes(changes: object = {}, line: Partial<OrderFields["lines"][number]> = {}): Promise<RowResult> {
    return this.#shop.order({ ...this.#fields, lines: [{ ...this.#line, ...line }], ...changes });
  }

  get #outcome(): LineOutcome | undefined {
    return this.#shop.outcomes(this.ref)["1"];
  }

  /** The id of the wish that it bought, or the code of the reason why it bought none. */
  get bought(): string | undefined {
    const outcome = this.#outcome;
    return outcome && ("code" in outcome ? outcome.code : outcome.matched.itemId);
  }

  /** The rule by which it found the wish. */
  get rule(): string | undefined {
    const outcome = this.#outcome;
    return outcome && "matched" in outcome ? outcome.matched.rule : undefined;
  }
}
