import type { Redis } from "ioredis";
import { batchesOf } from "../../collections/batches.ts";
import { KEY_LETTERS } from "../keys/key-letters.ts";
import type { RecordAddress } from "../keys/key-space.ts";
import type { Keys } from "../keys/keys.ts";
import { Redactions } from "../privacy/redactions.ts";
import { WISHLIST } from "../records/fields.ts";
import { isMetaOf } from "../records/wishlist-meta.ts";
import { scanKeys } from "../redis/scan.ts";
import { OpenWorks } from "../work/open-work.ts";
import { Shops } from "./shops.ts";
import { tenantOf } from "./tenant.ts";

const KEY_BATCH_SIZE = 500;

/** Returns the keys of a wishlist and of the stored answers about it; they are in one partition. */
async function keysOfWishlist(redis: Redis, keys: Keys, partition: number, id: string): Promise<string[]> {
  return [
    ...(await keysOfAnswers(redis, keys, { partition, id })),
    keys.itemOrder(partition, id),
    keys.itemIndex(partition, id),
    keys.removedItems(partition, id),
    // This is the last one, because the other keys are found by it.
    keys.wishlist(partition, id),
  ];
}

async function keysOfAnswers(redis: Redis, keys: Keys, { partition, id }: RecordAddress): Promise<string[]> {
  const [index, former] = [keys.answersOf(partition, id), keys.formerAnswersOf(partition, id)];
  const digests = [...(await redis.zrange(index, "0", "-1")), ...(await redis.smembers(former))];
  return [...digests.map((digest) => keys.answer(partition, digest)), index, former];
}

/**
 * Returns the keys to delete together with a found key; none if it does not belong to the tenant. Nothing is decoded: a
 * record of any tenant that cannot be decoded must not stop the deletion.
 */
async function keysAt(redis: Redis, keys: Keys, key: string, tenant: string): Promise<string[]> {
  const { partition, letter, id } = keys.partsOf(key);
  if (letter === KEY_LETTERS.wishlist) {
    const meta = await redis.hget(key, WISHLIST.meta);
    return meta !== null && isMetaOf(meta, tenant) ? keysOfWishlist(redis, keys, partition, id) : [];
  }
  if (keys.tenantOf(key) !== tenant) return [];
  const answers = keys.answersAt(key);
  return answers ? keysOfAnswers(redis, keys, answers) : [key];
}

/**
 * All data of one tenant in the store, for its deletion. Keys that are already deleted are skipped, so the deletion can
 * be interrupted and repeated.
 */
export class TenantData {
  readonly #redis: Redis;
  readonly #keys: Keys;
  readonly #tenant: string;

  constructor(redis: Redis, keys: Keys, tenant: string) {
    this.#redis = redis;
    this.#keys = keys;
    this.#tenant = tenant;
  }

  /**
   * Deletes the keys of all stores of the tenant, a few at a time. It finds them in one scan of all keys of the
   * service. Stored idempotency keys are digests without personal data, and their answers are sealed; they expire
   * within a day. Resolves to the number of deleted keys, and to the keys that list older changes in an archive,
   * `archived`. The caller deletes these after it has started the removal of the changes.
   */
  async eraseKeys(): Promise<{ erased: number; archived: string[] }> {
    const archived = new Set<string>();
    const erased = await this.#eraseFound(this.#keys.every, async (key) => {
      const ours = await keysAt(this.#redis, this.#keys, key, this.#tenant);
      const isIndex = ours.some((name) => this.#keys.isChangeSegments(name));
      if (isIndex) archived.add(key);
      return isIndex ? [] : ours;
    });
    return { erased, archived: [...archived] };
  }

  /** Deletes keys. Resolves to their number. */
  async erase(keys: readonly string[]): Promise<number> {
    let erased = 0;
    for (const key of keys) erased += await this.#redis.unlink(key);
    return erased;
  }

  /** Deletes the ledgers of sent export batches. Resolves to the number of keys. */
  async eraseBatches(exportIds: ReadonlySet<string>): Promise<number> {
    let erased = 0;
    for (const id of exportIds)
      erased += await this.#eraseFound(this.#keys.everySentBatch(id), (key) => Promise.resolve([key]));
    return erased;
  }

  async #eraseFound(match: string, keysWith: (key: string) => Promise<string[]>): Promise<number> {
    let erased = 0;
    for await (const found of scanKeys(this.#redis, match, KEY_BATCH_SIZE)) {
      const ours = await Promise.all(found.map(keysWith));
      // In their order: the keys of a wishlist are found by its last one. It may have very many stored answers.
      for (const names of ours)
        for (const some of batchesOf(names, KEY_BATCH_SIZE)) erased += await this.#redis.unlink(...some);
    }
    return erased;
  }

  /**
   * Deletes the open and ended redactions of the tenant's shops, so that no job begins one. Resolves to their number.
   */
  async eraseRedactions(): Promise<number> {
    let erased = 0;
    for (const { domain, storeKey } of await new Redactions(this.#redis, this.#keys, () => undefined).list())
      if (tenantOf(storeKey) === this.#tenant)
        erased += await this.#redis.hdel(this.#keys.redactions, domain.toLowerCase());
    return erased;
  }

  /** Removes the tenant's stores from the lists of all stores, and its shops. */
  async leaveLists(): Promise<void> {
    const keys = this.#keys;
    const isOurs = (storeKey: string) => tenantOf(storeKey) === this.#tenant;
    const shops = new Shops(this.#redis, keys, undefined, () => undefined);
    for (const { domain, storeKey } of await shops.list()) if (isOurs(storeKey)) await shops.remove(domain);
    await new OpenWorks(this.#redis, keys).forgetAll(isOurs);
    for (const list of [keys.catalogues, keys.exporters])
      for (const storeKey of await this.#redis.smembers(list))
        if (isOurs(storeKey)) await this.#redis.srem(list, storeKey);
  }

  /** Deletes the counted bytes of the tenant's records. */
  async forgetStoredBytes(partitions: number): Promise<void> {
    for (let partition = 0; partition < partitions; partition++)
      await this.#redis.hdel(this.#keys.storedBytes(partition), this.#tenant);
  }
}
