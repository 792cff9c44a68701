import type { Redis } from "ioredis";
import type { Keys } from "../keys/keys.ts";
import type { Layout, SlotAddress } from "../layout/layout.ts";
import { decodeAt } from "../records/decode.ts";
import { CUSTOMER, RECORD } from "../records/fields.ts";
import { type CustomerRecord, decodeCustomer } from "../records/records.ts";

/** A customer as it is stored and served. */
export interface StoredCustomer {
  json: string;
  version: string;
}

/** Reads customers directly from the store. */
export class Customers {
  readonly #redis: Redis;
  readonly #keys: Keys;
  readonly #layout: Layout;

  constructor(redis: Redis, keys: Keys, layout: Layout) {
    this.#redis = redis;
    this.#keys = keys;
    this.#layout = layout;
  }

  /** Reads the customer at an address; undefined if there is none. */
  async at({ partition, slot }: SlotAddress): Promise<CustomerRecord | undefined> {
    const json = await this.#redis.hget(this.#keys.customer(partition, slot), RECORD);
    return decodeAt(decodeCustomer, json, { partition, slot });
  }

  /** Whether there is a customer at an address. */
  async isThere({ partition, slot }: SlotAddress): Promise<boolean> {
    return (await this.#redis.hexists(this.#keys.customer(partition, slot), RECORD)) === 1;
  }

  /** Reads the customer at an address in its stored form; undefined if there is none. */
  async storedAt({ partition, slot }: SlotAddress): Promise<StoredCustomer | undefined> {
    const [json, version] = await this.#redis.hmget(
      this.#keys.customer(partition, slot),
      RECORD,
      CUSTOMER.version,
    );
    return json && version ? { json, version } : undefined;
  }

  /** Finds the customer with this reference or service id; undefined if there is none. */
  async find(storeKey: string, refOrId: string): Promise<StoredCustomer | undefined> {
    const stored = await this.storedAt(this.#layout.slotOfRef(storeKey, refOrId));
    if (!stored) return undefined;
    const record = decodeCustomer(stored.json);
    return record.id === refOrId || record.svc_customer_id === refOrId ? stored : undefined;
  }
}
