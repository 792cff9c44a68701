import type { Redis } from "ioredis";
import type { Now } from "../redis/clock.ts";
import type { Keys } from "../keys.ts";
import { replaceField } from "../redis/replace-field.ts";

/** A platform's demand that everybody in a shop's store is erased. */
export interface Redaction {
  /** Domain of the shop. */
  domain: string;
  /** `<tenant>/<store>`. */
  scope: string;
  /** Id of the webhook that demanded it; empty where it had none. */
  webhookId: string;
  state: "waiting" | "running" | "cancelled" | "done";
  /** ISO 8601, as all times here. */
  requestedTime: string;
  /** When it is carried out. */
  dueTime: string;
}

/** Redactions of shops by their domains: the newest of each. Times are of the store's clock. */
export class Redactions {
  readonly #redis: Redis;
  readonly #keys: Keys;

  constructor(redis: Redis, keys: Keys) {
    this.#redis = redis;
    this.#keys = keys;
  }

  async find(domain: string): Promise<Redaction | undefined> {
    const text = await this.#redis.hget(this.#keys.redactions, domain.toLowerCase());
    return text ? (JSON.parse(text) as Redaction) : undefined;
  }

  /** All of them, the newest first. */
  async list(): Promise<Redaction[]> {
    const texts = await this.#redis.hvals(this.#keys.redactions);
    const redactions = texts.map((text) => JSON.parse(text) as Redaction);
    return redactions.sort((a, b) => (a.requestedTime > b.requestedTime ? -1 : 1));
  }

  /**
   * Notes a demand, to be carried out `graceMs` later. One that waits stays as it is, and what a webhook demanded before
   * is not demanded again when it is delivered again. Resolves to the shop's redaction, and whether it is new.
   */
  async request(
    demand: Pick<Redaction, "domain" | "scope" | "webhookId">,
    graceMs: number,
    now: Now,
  ): Promise<{ redaction: Redaction; isNew: boolean }> {
    const requestedMs = now();
    const redaction: Redaction = {
      ...demand,
      state: "waiting",
      requestedTime: new Date(requestedMs).toISOString(),
      dueTime: new Date(requestedMs + graceMs).toISOString(),
    };
    for (;;) {
      const known = await this.find(demand.domain);
      const isSame = demand.webhookId !== "" && known?.webhookId === demand.webhookId;
      const isOpen = known?.state === "waiting" || known?.state === "running";
      if (known && (isOpen || isSame)) return { redaction: known, isNew: false };
      if (await this.#replace(known, redaction)) return { redaction, isNew: true };
    }
  }

  /** Moves a redaction on from what was read. Resolves to it, or to undefined where it has changed since. */
  async move(redaction: Redaction, state: Redaction["state"]): Promise<Redaction | undefined> {
    const moved = { ...redaction, state };
    return (await this.#replace(redaction, moved)) ? moved : undefined;
  }

  #replace(known: Redaction | undefined, next: Redaction): Promise<boolean> {
    const field = { hash: this.#keys.redactions, field: next.domain.toLowerCase() };
    return replaceField(this.#redis, field, known && JSON.stringify(known), JSON.stringify(next));
  }
}
