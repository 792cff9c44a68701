import type { Logger } from "pino";
import { type IdempotencyKeys, type KeyRecord, lifetimeLeft } from "../../store/partition/idempotency.ts";
import type { Now } from "../../store/redis/clock.ts";
import { KEY_LIFETIME_MS } from "../../store/repeated.ts";

/** Renewals of a claim within the time that it holds: two may fail. */
const RENEWALS = 3;

/** How a key is claimed. */
export interface ClaimSettings {
  /** The store's clock, which all processes share. */
  now: Now;
  log: Logger;
  /** A first request that has shown no sign of life for this time has ended, in milliseconds. */
  runningMs: number;
  /**
   * Does the work of a request, and rejects where what it wrote is not known to be durable; undefined where the store's
   * reply says it.
   */
  durably?: (<T>(work: () => Promise<T>) => Promise<T>) | undefined;
}

interface HeldKeyParts {
  keys: IdempotencyKeys;
  settings: ClaimSettings;
  digest: string;
  /** What the attempt has claimed the key with. */
  record: KeyRecord;
  /** How long the claim is remembered after its last renewal, in milliseconds. */
  lifetimeMs?: number;
}

/**
 * The Idempotency-Key that an attempt holds. It changes only what this attempt wrote itself: one that stood still may
 * have been taken for dead, and the key has the record of its successor then. Store failures are logged, not thrown:
 * the outcome of the request is decided elsewhere.
 */
export class HeldKey {
  readonly #parts: HeldKeyParts;
  /** What the store may have of this attempt, the newest first: more than one after a lost reply. */
  #written: KeyRecord[];

  constructor(parts: HeldKeyParts) {
    this.#parts = parts;
    this.#written = [parts.record];
  }

  /**
   * Runs a request, and shows during the run that it lives. Resolves and rejects as `run` does, but only once what it
   * wrote is durable: a failover must not lose what the key says is done, which may be on another master.
   */
  async during<T>(run: () => Promise<T>): Promise<T> {
    const { now, runningMs, durably } = this.#parts.settings;
    const { record, lifetimeMs = KEY_LIFETIME_MS } = this.#parts;
    const { firstAt = record.at } = record;
    let renewal = Promise.resolve();
    const renew = () =>
      this.#try("cannot renew an Idempotency-Key", () =>
        this.#write({ ...record, at: now(), firstAt }, lifetimeMs),
      );
    const timer = setInterval(() => {
      renewal = renewal.then(renew);
    }, runningMs / RENEWALS);
    try {
      return await (durably ? durably(run) : run());
    } finally {
      clearInterval(timer);
      await renewal;
    }
  }

  /** Stores the outcome of the request for as long as keys are remembered. */
  keep(outcome: KeyRecord): Promise<void> {
    return this.#try("cannot store the outcome of an Idempotency-Key", () =>
      this.#write(outcome, KEY_LIFETIME_MS),
    );
  }

  /**
   * Ends an attempt without an outcome: a retry can take the key over at once. The key keeps the time of its first
   * request, so a retry does not extend its lifetime. The record replaces the claim, so a failure stores no more than a
   * success.
   */
  abandon(): Promise<void> {
    const { record, lifetimeMs = KEY_LIFETIME_MS } = this.#parts;
    const { firstAt = record.at } = record;
    return this.#try("cannot give an Idempotency-Key up", () =>
      this.#write({ ...record, at: 0, firstAt }, lifetimeMs),
    );
  }

  /** Frees the key of a request that surely had no effect: it can be tried again at once, as if it were new. */
  free(): Promise<void> {
    const { keys, digest } = this.#parts;
    return this.#try("cannot free an Idempotency-Key", () =>
      this.#some((written) => keys.forgetThis(digest, written)),
    );
  }

  async #write(record: KeyRecord, lifetimeMs: number): Promise<boolean> {
    const { keys, digest, settings } = this.#parts;
    const leftMs = Math.min(lifetimeMs, lifetimeLeft(record, settings.now()));
    const before = this.#written;
    this.#written = [record, ...before];
    const isWritten = await this.#some((held) => keys.setUnlessOther(digest, held, record, leftMs), before);
    if (isWritten) this.#written = [record];
    return isWritten;
  }

  async #some(work: (written: KeyRecord) => Promise<boolean>, written = this.#written): Promise<boolean> {
    for (const one of written) if (await work(one)) return true;
    return false;
  }

  async #try(failure: string, work: () => Promise<boolean>): Promise<void> {
    const { log } = this.#parts.settings;
    try {
      if (!(await work())) log.warn({ reason: "another request has this Idempotency-Key" }, failure);
    } catch (err) {
      log.warn({ err }, failure);
    }
  }
}
