import type { Redis } from "ioredis";
import type { Keys } from "../keys/keys.ts";
import { partsOfSlot } from "../keys/slots.ts";
import type { Layout, SlotAddress } from "../layout/layout.ts";
import { decodeAt, Undecodable } from "../records/decode.ts";
import { RECORD } from "../records/fields.ts";
import type { OrderRecord, Purchase } from "../records/orders.ts";
import { decodeOrder, decodePurchase } from "../records/stored-orders.ts";
import { decodeOrSkip, type OnUndecodable, refuseUndecodable } from "../records/undecodable.ts";
import { fieldsAfter, type NamedRecord, recordsAfter } from "./hash-fields.ts";

/** Reads orders directly from the store. */
export class Orders {
  readonly #redis: Redis;
  readonly #keys: Keys;
  readonly #layout: Layout;
  readonly #onUndecodable: OnUndecodable;

  constructor(redis: Redis, keys: Keys, layout: Layout, onUndecodable: OnUndecodable = refuseUndecodable) {
    this.#redis = redis;
    this.#keys = keys;
    this.#layout = layout;
    this.#onUndecodable = onUndecodable;
  }

  /** Reads the order with a reference; undefined if there is none. */
  find(storeKey: string, orderRef: string): Promise<OrderRecord | undefined> {
    return this.at(this.#layout.slotOf("order", storeKey, orderRef));
  }

  /** Reads the purchases of a customer's orders. */
  async *purchasesOf(address: SlotAddress): AsyncGenerator<Purchase> {
    for await (const purchase of this.allPurchasesOf(address)) if (!purchase.hasLeft) yield purchase;
  }

  /**
   * Reads the purchases of a customer's orders, and of those that have another buyer now. There may be tens of
   * thousands: they are read in batches, so that other requests of the process are served in between.
   */
  async *allPurchasesOf({ partition, slot }: SlotAddress): AsyncGenerator<Purchase> {
    const hash = this.#keys.purchases(partition, slot);
    const { storeKey, key } = partsOfSlot(slot);
    for await (const { name, text } of fieldsAfter(this.#redis, [hash], "")) {
      const label = () => ({ storeKey, partition, id: `${key} ${name}` });
      const purchase = decodeOrSkip(decodePurchase, text, label, this.#onUndecodable);
      if (purchase && purchase.orderRef !== "") yield purchase;
    }
  }

  /** Reads the purchases of a customer's orders, after the order with the key `after`. */
  async *purchasesAfter(
    { partition, slot }: SlotAddress,
    after: string,
  ): AsyncGenerator<NamedRecord<Purchase>> {
    const hash = this.#keys.purchases(partition, slot);
    for await (const found of recordsAfter(this.#redis, { hash, partition, slot }, after, decodePurchase))
      if (found.record instanceof Undecodable || found.record.orderRef !== "") yield found;
  }

  /** Reads the order at an address; undefined if there is none. */
  async at({ partition, slot }: SlotAddress): Promise<OrderRecord | undefined> {
    const text = await this.#redis.hget(this.#keys.order(partition, slot), RECORD);
    return decodeAt(decodeOrder, text, { partition, slot });
  }
}
