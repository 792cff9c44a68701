import { isDeepStrictEqual } from "node:util";
import type { Redis } from "ioredis";
import type { Keys } from "../keys/keys.ts";
import { decodeIfAny, decoderOf } from "../records/decode.ts";
import { withStoreKey } from "../records/of-store.ts";
import { decodeFields, type OnUndecodable, refuseUndecodable } from "../records/undecodable.ts";
import type { Now } from "../redis/clock.ts";
import { changeField } from "../redis/structures/replace-field.ts";

/** A platform's demand that everybody in a shop's store is erased. */
export interface Redaction {
  /** Domain of the shop. */
  domain: string;
  /** `<tenant>/<store>`. */
  storeKey: string;
  /** Id of the webhook that demanded it; empty where it had none. */
  webhookId: string;
  state: "waiting" | "running" | "cancelled" | "done";
  /** ISO 8601, as all times here. */
  requestedTime: string;
  /** When it is carried out. */
  dueTime: string;
}

/** Whether a redaction is still to be carried out, or is being carried out. */
export const isOpenRedaction = ({ state }: Redaction): boolean => state === "waiting" || state === "running";

/** Version 0.1.0 named the store key `scope`. */
const decodeRedaction = decoderOf<Redaction>("redaction", { needs: "domain", upgrade: withStoreKey });

/** Redactions of shops by their domains: the newest of each. Times are of the store's clock. */
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

  /** All of them, the newest first. */
  async list(): Promise<Redaction[]> {
    const fields = await this.#redis.hgetall(this.#keys.redactions);
    const redactions = decodeFields(decodeRedaction, fields, {}, this.#onUndecodable);
    return redactions.sort((a, b) => (a.requestedTime > b.requestedTime ? -1 : 1));
  }

  /**
   * Notes a demand, to be carried out `graceMs` later. One that waits stays as it is, and what a webhook demanded before
   * is not demanded again when it is delivered again. Resolves to the shop's redaction, and whether it is new.
   */
  async request(
    demand: Pick<Redaction, "domain" | "storeKey" | "webhookId">,
    graceMs: number,
    now: Now,
  ): Promise<{ redaction: Redaction; isNew: boolean }> {
    const requestedMs = now();
    const demanded: Redaction = {
      ...demand,
      state: "waiting",
      requestedTime: new Date(requestedMs).toISOString(),
      dueTime: new Date(requestedMs + graceMs).toISOString(),
    };
    let known: Redaction | undefined;
    const redaction = await this.#change(demand.domain, (present) => {
      known = present;
      const isSame = demand.webhookId !== "" && present?.webhookId === demand.webhookId;
      const isOpen = present !== undefined && isOpenRedaction(present);
      return isOpen || isSame ? undefined : demanded;
    });
    return redaction ? { redaction, isNew: true } : { redaction: known ?? demanded, isNew: false };
  }

  /** Moves a redaction on from what was read. Resolves to it, or to undefined where it has changed since. */
  move(redaction: Redaction, state: Redaction["state"]): Promise<Redaction | undefined> {
    return this.#change(redaction.domain, (present) =>
      isDeepStrictEqual(present, redaction) ? { ...redaction, state } : undefined,
    );
  }

  /** Resolves to what was written, or to undefined where `change` leaves what is there. */
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
