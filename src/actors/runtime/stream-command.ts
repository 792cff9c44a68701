import { createHash } from "node:crypto";
import { digits } from "../../store/ids/base32.ts";
import { type EntryId, parseEntryId, versionOf } from "../../store/ids/entry-id.ts";
import { alertId, customerId, productId, shareId, wishlistId } from "../../store/ids/ids.ts";
import type { CommandContext } from "../handler.ts";
import { type Envelope, envelopeIn } from "./envelope.ts";

/** A command that was read from its stream. */
export interface StreamCommand {
  entryId: string;
  at: EntryId;
  payload: string;
  /** Undefined if the payload cannot be decoded. */
  envelope: Envelope | undefined;
}

/** Reads an entry of a command stream. A payload that cannot be decoded has no envelope: it becomes a dead letter. */
export function receive(entryId: string, payload: string): StreamCommand {
  return { entryId, at: parseEntryId(entryId), payload, envelope: envelopeIn(payload) };
}

const RANDOM_BYTES = 8;

/** Time and ids for a command's handler. All of them come from its stream entry, so that a replay decides the same. */
export class EntryContext implements CommandContext {
  readonly #at: EntryId;
  readonly #partition: number;
  readonly #payload: string;
  #time: string | undefined;
  #wishlistId: string | undefined;

  constructor({ at, payload }: StreamCommand, partition: number) {
    this.#at = at;
    this.#partition = partition;
    this.#payload = payload;
  }

  get time(): string {
    this.#time ??= new Date(this.#at.ms).toISOString();
    return this.#time;
  }

  get version(): string {
    return versionOf(this.#at);
  }

  /** The last digits come from the payload, which contains the random name of the sender's process. */
  get newWishlistId(): string {
    this.#wishlistId ??= wishlistId(
      this.#at,
      this.#partition,
      digits(createHash("sha1").update(`${this.#at.ms} ${this.#payload}`).digest(), RANDOM_BYTES),
    );
    return this.#wishlistId;
  }

  newCustomerId(key: string): string {
    return customerId(this.#at, this.#partition, key);
  }

  newProductId(key: string): string {
    return productId(this.#at, this.#partition, key);
  }

  get newShareId(): string {
    return shareId(this.#at, this.#partition);
  }

  newAlertId(number: number): string {
    return alertId(this.#at, this.#partition, number);
  }
}
