import { isDeepStrictEqual } from "node:util";
import type { Redis } from "ioredis";
import type { Keys } from "../keys/keys.ts";
import { decodeIfAny, decoderOf } from "../records/decode.ts";
import { withStoreKey } from "../records/of-store.ts";
import { decodeFields, type OnUndecodable, refuseUndecodable } from "../records/undecodable.ts";
import type { Now } from "../redis/clock.ts";
import { changeField } from "../redis/structures/replace-fields.ts";

/** A platform's request to erase everybody in a shop's store. */
export interface Redaction {
  /** Domain of the shop. */
  domain: string;
  /** `<tenant>/<store>`. */
  storeKey: string;
  /** Id of the webhook that requested it; empty if the webhook had none. */
  webhookId: string;
  state: "waiting" | "running" | "cancelled" | "done";
  /** ISO 8601, like all times here. */
  requestedTime: string;
  /** When it is due. */
  dueTime: string;
}

/** Whether a redaction waits or is running. */
export const isOpenRedaction = ({ state }: Redaction): boolean => state === "waiting" || state === "running";

/** Version 0.1.0 named the store key `scope`. */
const decodeRedaction = decoderOf<Redaction>("redaction", { needs: "domain", upgrade: withStoreKey });

/** Redactions of shops by their domains, the newest of each. Times are by the store's clock. */
export class Redactions {
  readonly #redis: Redis;
  readonly #keys: Keys;
  readonly #onUndecodable: OnUndecodable;

  constructor(redis: Redis, keys: Keys, onUndecodable: OnUndecodable = refuseUndecodable) {
    this.#redis = redis;
    this.#keys = keys;
    this.#onUndecodable = onUndecodable;
  }

  async find(domain: string): Promise<Redaction | undefined> {
    const text = await this.#redis.hget(this.#keys.redactions, domain.toLowerCase());
    return decodeIfAny(decodeRedaction, text);
  }

  /** Lists all redactions, the newest first. */
  async list(): Promise<Redaction[]> {
    const fields = await this.#redis.hgetall(this.#keys.redactions);
    const redactions = decodeFields(decodeRedaction, fields, {}, this.#onUndecodable);
    return redactions.sort((a, b) => (a.requestedTime > b.requestedTime ? -1 : 1));
  }

  /**
   * Records a request, which is due `graceMs` later. An open redaction stays as it is, and a webhook that is delivered
   * again does not make a second request. Resolves to the shop's redaction, and whether it is new.
   */
  async request(
    source: Pick<Redaction, "domain" | "storeKey" | "webhookId">,
    graceMs: number,
    now: Now,
  ): Promise<{ redaction: Redaction; isNew: boolean }> {
    const requestedMs = now();
    const requested: Redaction = {
      ...source,
      state: "waiting",
      requestedTime: new Date(requestedMs).toISOString(),
      dueTime: new Date(requestedMs + graceMs).toISOString(),
    };
    let known: Redaction | undefined;
    const redaction = await this.#change(source.domain, (present) => {
      known = present;
      const isSame = source.webhookId !== "" && present?.webhookId === source.webhookId;
      const isOpen = present !== undefined && isOpenRedaction(present);
      return isOpen || isSame ? undefined : requested;
    });
    return redaction ? { redaction, isNew: true } : { redaction: known ?? requested, isNew: false };
  }

  /**
   * Changes the state of a redaction if it is still as it was read. Resolves to the changed redaction; undefined if it
   * has changed since it was read.
   */
  move(redaction: Redaction, state: Redaction["state"]): Promise<Redaction | undefined> {
    return this.#change(redaction.domain, (present) =>
      isDeepStrictEqual(present, redaction) ? { ...redaction, state } : undefined,
    );
  }

  /** Lets a cancelled redaction be carried out after all, now. Resolves like {@link Redactions.move}. */
  repeat(redaction: Redaction, now: Now): Promise<Redaction | undefined> {
    const dueTime = new Date(now()).toISOString();
    return this.#change(redaction.domain, (present) =>
      isDeepStrictEqual(present, redaction) ? { ...redaction, state: "waiting", dueTime } : undefined,
    );
  }

  /** Resolves to the redaction that was written; undefined if `change` returned none. */
  async #change(
    domain: string,
    change: (present: Redaction | undefined) => Redaction | undefined,
  ): Promise<Redaction | undefined> {
    const field = { hash: this.#keys.redactions, field: domain.toLowerCase() };
    let changed: Redaction | undefined;
    await changeField(this.#redis, field, (text) => {
      changed = change(decodeIfAny(decodeRedaction, text));
      return changed && JSON.stringify(changed);
    });
    return changed;
  }
}
