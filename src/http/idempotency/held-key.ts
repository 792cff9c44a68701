import type { Logger } from "pino";
import type { KeysBudget } from "../../ingest/budgets/keys-budget.ts";
import { KEY_LIFETIME_MS } from "../../store/idempotency/key-lifetime.ts";
import { type IdempotencyKeys, type KeyRecord, lifetimeLeft } from "../../store/partition/idempotency.ts";
import type { Now } from "../../store/redis/clock.ts";

/** Number of renewals during the lifetime of a claim: two of them may fail. */
const RENEWALS = 3;

/** Settings of claims. */
export interface ClaimSettings {
  /** The clock of Redis, which all processes share. */
  now: Now;
  log: Logger;
  budget: KeysBudget;
  /** A request that has not renewed its claim for this time counts as dead, in milliseconds. */
  runningMs: number;
  /**
   * Runs the work of a request, and rejects if it is not known whether its writes are durable. Undefined if the reply
   * of Redis already means that they are.
   */
  durably?: (<T>(work: () => Promise<T>) => Promise<T>) | undefined;
}

interface HeldKeyParts {
  keys: IdempotencyKeys;
  settings: ClaimSettings;
  digest: string;
  /** The record of the attempt's claim. */
  record: KeyRecord;
  /** How long the claim is remembered after its last renewal, in milliseconds. */
  lifetimeMs?: number;
}

/**
 * The Idempotency-Key that an attempt holds. It changes only records that this attempt wrote: if the attempt was
 * suspended for too long, another one may have taken the key over. Failures of Redis are logged, not thrown, because
 * they do not change the outcome of the request.
 */
export class HeldKey {
  readonly #parts: HeldKeyParts;
  /** Records of this attempt that Redis may have, the newest first. After a lost reply there are several. */
  #written: KeyRecord[];

  constructor(parts: HeldKeyParts) {
    this.#parts = parts;
    this.#written = [parts.record];
  }

  /**
   * Runs a request, and renews the claim during the run. Resolves and rejects as `run` does, but only after its writes
   * are durable: they may be on another master than the key, and a failover must not lose writes that the key says are
   * done.
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

  /** Stores the outcome of the request for the lifetime of keys. */
  keep(outcome: KeyRecord): Promise<void> {
    return this.#try("cannot store the outcome of an Idempotency-Key", () =>
      this.#write(outcome, KEY_LIFETIME_MS),
    );
  }

  /**
   * Ends an attempt without an outcome, so that a retry can take the key over immediately. The key keeps the time of
   * its first request, so a retry does not extend its lifetime. The record replaces the claim, so a failure stores no
   * more than a success.
   */
  abandon(): Promise<void> {
    const { record, lifetimeMs = KEY_LIFETIME_MS } = this.#parts;
    const { firstAt = record.at } = record;
    return this.#try("cannot abandon an Idempotency-Key", () =>
      this.#write({ ...record, at: 0, firstAt }, lifetimeMs),
    );
  }

  /** Releases the key of a request that certainly had no effect. A retry then counts as a new request. */
  free(): Promise<void> {
    const { keys, digest } = this.#parts;
    return this.#try("cannot release an Idempotency-Key", () =>
      this.#some((written) => keys.deleteIfEqual(digest, written)),
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
