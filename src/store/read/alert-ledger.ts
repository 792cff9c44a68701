import type { Redis } from "ioredis";
import { timeOf } from "../ids/ids.ts";
import type { Keys } from "../keys/keys.ts";
import { partsOfSlot } from "../keys/slots.ts";
import type { SlotAddress } from "../layout/layout.ts";
import type { Named } from "../partition/state/state-keys.ts";
import { type AlertEntry, parseAlertEntry } from "../partition/state/store-entries.ts";
import type { AlertRecord } from "../records/alerts.ts";
import { decodeAt } from "../records/decode.ts";
import { decodeAlert } from "../records/stored-alerts.ts";
import { decodeOrSkip, type OnUndecodable, refuseUndecodable } from "../records/undecodable.ts";
import { membersBefore } from "../redis/members.ts";
import { fieldBatches, type NamedRecord, recordsAfter } from "./hash-fields.ts";

/** Number of entries that are read at once. */
const BATCH_SIZE = 500;

/** Reads the alerts of customers. */
export class AlertLedger {
  readonly #redis: Redis;
  readonly #keys: Keys;
  readonly #onUndecodable: OnUndecodable;

  constructor(redis: Redis, keys: Keys, onUndecodable: OnUndecodable = refuseUndecodable) {
    this.#redis = redis;
    this.#keys = keys;
    this.#onUndecodable = onUndecodable;
  }

  /** Reads a customer's alerts, the oldest first. */
  async of(address: SlotAddress): Promise<AlertRecord[]> {
    return (await this.namedOf(address)).map(({ record }) => record);
  }

  /** Reads a customer's alert by its name in the ledger; undefined if there is none. */
  async at({ partition, slot }: SlotAddress, name: string): Promise<AlertRecord | undefined> {
    const text = await this.#redis.hget(this.#keys.alerts(partition, slot), name);
    return decodeAt(decodeAlert, text, { partition, slot }, name);
  }

  /** Finds the entry of the alert with an id in its partition; undefined if the store has none. */
  async find(storeKey: string, partition: number, id: string): Promise<AlertEntry | undefined> {
    const index = this.#keys.storeIndex(partition, "alerts", storeKey);
    // Entries begin with the id and a space, which no id has.
    const [entry] = await this.#redis.zrange(index, `[${id} `, `(${id}!`, "BYLEX", "LIMIT", 0, 1);
    return entry === undefined ? undefined : parseAlertEntry(entry);
  }

  /**
   * Reads the entries of a store's alerts in a partition that were raised since a time in milliseconds, the newest
   * first.
   */
  async *entriesSince(storeKey: string, partition: number, since: number): AsyncGenerator<AlertEntry> {
    const index = this.#keys.storeIndex(partition, "alerts", storeKey);
    let before = "";
    for (;;) {
      const members = await membersBefore(this.#redis, index, before, BATCH_SIZE);
      for (const member of members) {
        const entry = parseAlertEntry(member);
        if (timeOf(entry.id) < since) return;
        yield entry;
      }
      if (members.length < BATCH_SIZE) return;
      before = members.at(-1) ?? "";
    }
  }

  /** Reads a customer's alerts after the alert with the name `after`, in the order of their names in the ledger. */
  after({ partition, slot }: SlotAddress, after: string): AsyncGenerator<NamedRecord<AlertRecord>> {
    return recordsAfter(
      this.#redis,
      { partition, slot, hash: this.#keys.alerts(partition, slot) },
      after,
      decodeAlert,
    );
  }

  /**
   * Reads those of a customer's alerts that are wanted, with their names in the ledger, the oldest first. There may be
   * thousands of 50 kB: they are read and decoded some at a time, so that other work of the process is done in between.
   */
  async namedOf(
    { partition, slot }: SlotAddress,
    isWanted: (alert: AlertRecord) => boolean = () => true,
  ): Promise<Named<AlertRecord>[]> {
    const { storeKey, key } = partsOfSlot(slot);
    const found: Named<AlertRecord>[] = [];
    for await (const batch of fieldBatches(this.#redis, this.#keys.alerts(partition, slot)))
      for (const { name: field, text } of batch) {
        const label = () => ({ storeKey, partition, id: `${key} ${field}` });
        const record = decodeOrSkip(decodeAlert, text, label, this.#onUndecodable);
        if (record && isWanted(record)) found.push({ field, record });
      }
    return found.sort((a, b) => (a.record.id < b.record.id ? -1 : 1));
  }
}
