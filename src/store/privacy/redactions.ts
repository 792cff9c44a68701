import { isDeepStrictEqual } from "node:util";
import type { Redis } from "ioredis";
import { addedCounts } from "../../collections/added-counts.ts";
import { defined } from "../../collections/defined.ts";
import type { Keys } from "../keys/keys.ts";
import { decodeIfAny, decoderOf } from "../records/decode.ts";
import { withStoreKey } from "../records/of-store.ts";
import { decodeFields, type OnUndecodable, refuseUndecodable } from "../records/undecodable.ts";
import type { Now } from "../redis/clock.ts";
import { changeField } from "../redis/structures/replace-fields.ts";
import type { PrivacyEntry, PrivacyLog } from "./privacy-log.ts";

/** A change of a redaction, as the privacy log shows it. */
type LoggedChange = Pick<PrivacyEntry, "kind" | "source" | "time" | "erased">;

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
  /** Number of records that were erased so far, by kind. */
  erased?: Record<string, number>;
  /** The last change, until the privacy log has it. */
  unlogged?: LoggedChange;
}

/** Whether a redaction waits or is running. */
export const isOpenRedaction = ({ state }: Redaction): boolean => state === "waiting" || state === "running";

/** Version 0.1.0 named the store key `scope`. */
const decodeRedaction = decoderOf<Redaction>("redaction", { needs: "domain", upgrade: withStoreKey });

const requestedBy = (source: LoggedChange["source"], ms: number): LoggedChange => ({
  kind: "store_erasure_requested",
  source,
  time: new Date(ms).toISOString(),
});

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
      unlogged: requestedBy("shopify", requestedMs),
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
  move(
    redaction: Redaction,
    state: Redaction["state"],
    unlogged?: LoggedChange,
  ): Promise<Redaction | undefined> {
    return this.#change(redaction.domain, (present) =>
      isDeepStrictEqual(present, redaction) ? { ...redaction, state, ...defined({ unlogged }) } : undefined,
    );
  }

  /** Cancels a redaction. Resolves like {@link Redactions.move}. */
  cancel(redaction: Redaction, source: LoggedChange["source"], now: Now): Promise<Redaction | undefined> {
    const time = new Date(now()).toISOString();
    return this.move(redaction, "cancelled", { kind: "store_erasure_cancelled", source, time });
  }

  /** Lets a cancelled redaction be carried out after all, now. Resolves like {@link Redactions.move}. */
  repeat(redaction: Redaction, now: Now): Promise<Redaction | undefined> {
    const time = now();
    const unlogged = requestedBy("operator", time);
    return this.#change(redaction.domain, (present) =>
      isDeepStrictEqual(present, redaction)
        ? { ...redaction, state: "waiting", dueTime: new Date(time).toISOString(), unlogged }
        : undefined,
    );
  }

  /** Adds numbers of records, by kind, to those that a running redaction has erased. */
  async addErased(redaction: Redaction, counts: Record<string, number>): Promise<void> {
    await this.#changeRunning(redaction, ({ erased = {}, ...present }) => ({
      ...present,
      erased: addedCounts(erased, counts),
    }));
  }

  /** Records that a running redaction is done. Resolves to it; undefined if another process was faster. */
  finish(redaction: Redaction, now: Now): Promise<Redaction | undefined> {
    const time = new Date(now()).toISOString();
    return this.#changeRunning(redaction, ({ erased = {}, ...present }) => ({
      ...present,
      state: "done",
      unlogged: { kind: "store_erasure", source: "shopify", time, erased },
    }));
  }

  #changeRunning(
    { domain, requestedTime }: Redaction,
    change: (present: Redaction) => Redaction,
  ): Promise<Redaction | undefined> {
    return this.#change(domain, (present) =>
      present?.state === "running" && present.requestedTime === requestedTime ? change(present) : undefined,
    );
  }

  /**
   * Adds the last change of a redaction to the privacy log, unless the log has it. The process that made the change may
   * have died before, so this is called for each redaction that is found. Resolves to the logged redaction.
   */
  async log(redaction: Redaction, log: Pick<PrivacyLog, "add">): Promise<Redaction> {
    const { unlogged, ...logged } = redaction;
    if (!unlogged) return redaction;
    await log.add(redaction.storeKey, { ...unlogged, customerIds: [] });
    await this.#change(redaction.domain, (present) =>
      isDeepStrictEqual(present, redaction) ? logged : undefined,
    );
    return logged;
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
