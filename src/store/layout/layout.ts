import { createHmac, createSecretKey, hash, type KeyObject, randomBytes } from "node:crypto";
import type { Redis } from "ioredis";
import { StartRefused } from "../../errors/start-refused.ts";
import { toolCall } from "../../errors/tool-call.ts";
import { digits } from "../ids/base32.ts";
import { KEY_DIGITS, parseCustomerId } from "../ids/ids.ts";
import type { Keys } from "../keys/keys.ts";
import { partsOfSlot, slotName } from "../keys/slots.ts";

/**
 * Version of the names and contents of keys. It is raised if an older program could not read them. Layout 1 numbered
 * the hash tags of partitions; its data is migrated at startup ({@link file://./migration.ts}).
 */
export const LAYOUT_VERSION = "2";
/** Layouts whose data a start of the service can migrate. */
export const MIGRATED_LAYOUTS: readonly string[] = ["1", "1>2"];

/** The layout of data that a backup is being restored to, until all of it is written. */
export const RESTORING = "restoring";

/** Refuses data that is not complete. */
export const refuseRestoring = (layout: string | null | undefined): void => {
  if (layout === RESTORING)
    throw new StartRefused(
      `the data is incomplete, because a restore runs or was interrupted: repeat \`${toolCall("restore <file> --replace")}\``,
    );
};

/** The address of a customer with all its data, of a product or of an order. */
export interface SlotAddress {
  partition: number;
  /** `<storeKey>:<key>`: a part of the names of its Redis keys. */
  slot: string;
  key: string;
}

/** Returns the address of a slot in a partition. */
export const slotAddress = (partition: number, slot: string): SlotAddress => ({
  partition,
  slot,
  key: partsOfSlot(slot).key,
});

/**
 * Determines the partition of each entity. The layout is fixed at the first start, and is the same in every process.
 */
export class Layout {
  readonly partitions: number;
  readonly #secret: KeyObject;

  constructor(partitions: number, salt: string) {
    this.partitions = partitions;
    this.#secret = createSecretKey(salt, "utf8");
  }

  #digest(text: string): Buffer {
    return createHmac("sha256", this.#secret).update(text).digest();
  }

  /** Whether this is the layout with this stored salt: each service has its own. */
  hasSalt(salt: string): boolean {
    return this.#secret.equals(createSecretKey(salt, "utf8"));
  }

  /** Returns the partition of a text that is not an id. */
  partitionOf(text: string): number {
    return hash("sha1", text, "buffer").readUInt32BE(0) % this.partitions;
  }

  /**
   * Returns the address of the customer with this reference. A reference in the form of a service id leads to the
   * customer with that id. Any other reference is digested with a secret, so that the id does not reveal the reference.
   */
  slotOfRef(storeKey: string, ref: string): SlotAddress {
    const byId = this.slotOfId(storeKey, ref);
    if (byId) return byId;
    const digest = this.#digest(`${storeKey}\0${ref}`);
    return this.#slot(storeKey, digest.readUInt32BE(28) % this.partitions, digits(digest, KEY_DIGITS));
  }

  /** Returns the address of a product or an order, by its reference. */
  slotOf(kind: "product" | "order", storeKey: string, ref: string): SlotAddress {
    const digest = this.#digest(`${kind}\0${storeKey}\0${ref}`);
    return this.#slot(storeKey, digest.readUInt32BE(28) % this.partitions, digits(digest, KEY_DIGITS));
  }

  /** Returns a secret digest of a text that may name a person, and the partition of the digest. */
  digestOf(text: string): { partition: number; digest: string } {
    const bytes = this.#digest(text);
    return { partition: bytes.readUInt32BE(28) % this.partitions, digest: digits(bytes, KEY_DIGITS) };
  }

  /** Returns a signature that only a holder of the layout's secret can create. */
  signatureOf(text: string): Buffer {
    return this.#digest(`signature\0${text}`);
  }

  /** Returns the address of a key in a partition. */
  slotAt(storeKey: string, partition: number, key: string): SlotAddress {
    return this.#slot(storeKey, partition, key);
  }

  /** Returns the address of the customer with this service id; undefined for any other text. */
  slotOfId(storeKey: string, customerId: string): SlotAddress | undefined {
    const parsed = parseCustomerId(customerId);
    return parsed && parsed.partition < this.partitions
      ? this.#slot(storeKey, parsed.partition, parsed.key)
      : undefined;
  }

  /** Returns a free address for a customer without a reference. */
  newSlot(storeKey: string): SlotAddress {
    const bytes = randomBytes(20);
    return this.#slot(storeKey, bytes.readUInt32BE(16) % this.partitions, digits(bytes, KEY_DIGITS));
  }

  #slot(storeKey: string, partition: number, key: string): SlotAddress {
    return { partition, key, slot: slotName(storeKey, key) };
  }
}

/**
 * Reads the layout, or creates it at the first start.
 *
 * @throws if `partitions` differs from the stored number: ids contain their partition, so the number cannot change
 *   later
 */
export async function openLayout(redis: Redis, keys: Keys, partitions: number): Promise<Layout> {
  const read = () => redis.hmget(keys.meta, "partitions", "salt", "layout");
  // An existing layout is not written again, so that a service can start although its store is full.
  if ((await read()).every((value) => value === null)) {
    await redis
      .multi()
      .hsetnx(keys.meta, "partitions", partitions)
      .hsetnx(keys.meta, "salt", randomBytes(32).toString("base64url"))
      .hsetnx(keys.meta, "layout", LAYOUT_VERSION)
      // There are no jobs yet.
      .hsetnx(keys.meta, "jobsLayout", LAYOUT_VERSION)
      .exec();
  }
  const [stored, salt, layout] = await read();
  refuseRestoring(layout);
  // This is checked first, because data of an older layout is migrated only with its own number of partitions.
  if (stored !== partitions.toString() || !salt) {
    throw new StartRefused(
      `PARTITIONS is ${partitions}, but the data was laid out with ${stored ?? "?"}: set PARTITIONS to that number`,
    );
  }
  refuseOther(layout);
  return new Layout(partitions, salt);
}

/** @throws {StartRefused} if data has another layout than this program reads */
export function refuseOther(layout: string | null | undefined): void {
  if (layout !== LAYOUT_VERSION)
    throw new StartRefused(
      `the data has layout ${layout ?? "?"}, but this program reads layout ${LAYOUT_VERSION}: use the version that wrote the data`,
    );
}

/** Whether the store still has a layout: it may have been emptied, or have other data now. */
export async function hasLayout(redis: Redis, keys: Keys, layout: Layout): Promise<boolean> {
  const salt = await redis.hget(keys.meta, "salt");
  return salt !== null && layout.hasSalt(salt);
}

/**
 * Returns the address that HTTP processes without PUBLIC_URL use as issuer of tokens. It is the address of the first of
 * them, so that each of them accepts the tokens of the others.
 */
export async function sharedPublicUrl(redis: Redis, keys: Keys, ownUrl: string): Promise<string> {
  await redis.hsetnx(keys.meta, "issuerUrl", ownUrl);
  return (await redis.hget(keys.meta, "issuerUrl")) ?? ownUrl;
}

/**
 * Returns the id of the directory with older changes; undefined if there is none yet. The first `id` that any process
 * gives is kept.
 */
export async function archiveDirectory(redis: Redis, keys: Keys, id?: string): Promise<string | undefined> {
  if (id !== undefined) await redis.hsetnx(keys.meta, "changesDirectory", id);
  return (await redis.hget(keys.meta, "changesDirectory")) ?? undefined;
}
