import { randomBytes } from "node:crypto";
import { KEY_BYTES } from "../../actors/runtime/kept-reply.ts";
import { boundedCache } from "../../collections/bounded-cache.ts";
import { defined } from "../../collections/defined.ts";
import { Problem, type ProblemCode, type ProblemOptions } from "../../ingest/problem.ts";
import type { IdempotencyKeys, KeyRecord } from "../../store/partition/idempotency.ts";
import { decoderOf } from "../../store/records/decode.ts";
import type { Now } from "../../store/redis/clock.ts";
import { wasNeverSent, wasRefused } from "../../store/redis/failures.ts";
import type { Tenant } from "../../store/tenants/tenant.ts";
import { type ClaimSettings, HeldKey } from "./held-key.ts";

/** A request's Idempotency-Key, as it is stored (draft-ietf-httpapi-idempotency-key-header-07). */
export interface Idempotency {
  /** Identifies the key within tenant, store and client. */
  digest: string;
  /** Identifies the request: another request with the same key has another fingerprint. */
  fingerprint: string;
  /** The tenant whose budget counts the key. */
  tenant?: Tenant;
  /** Whether the key counts, but is never refused, as for a platform's deletion. */
  isAlwaysAccepted?: boolean;
  /**
   * Returns the fingerprint of version 0.1.0, from the address as it was sent: a retry may arrive after the upgrade.
   */
  formerFingerprint?: () => string;
}

/** Maximum number of claims from a clock that was ahead whose age is measured. */
const MAX_SEEN = 10_000;
/** Length of the random name that distinguishes attempts under the same key. */
const ATTEMPT_BYTES = 9;

/** Headers of an answer that repeats an earlier one. */
export const REPLAYED = { "Idempotency-Replayed": "true" };

/** Whether an error repeats an earlier refusal, which was committed. */
export const isReplayed = (err: unknown): err is Problem =>
  err instanceof Problem && Object.keys(REPLAYED).every((name) => name in err.headers);

/** Temporary refusals: a retry with the same key runs the request. */
const TRANSIENT_CODES = new Set<ProblemCode>(["Forbidden", "RunInProgress", "ReplayInProgress"]);

/** Whether a refusal is lasting: a retry with the same key gets it again. */
export const isLasting = (err: unknown): err is Problem =>
  err instanceof Problem && err.status < 500 && err.status !== 429 && !TRANSIENT_CODES.has(err.code);

/** Writes a refusal as text, for storage. */
export function refusalText({ code, status, detail, errors, extra }: Problem): string {
  return JSON.stringify({ code, status, detail, errors, extra });
}

const decodeRefusal = decoderOf<{ code: ProblemCode } & ProblemOptions>("refusal", { needs: "code" });

/** Reads a problem that {@link refusalText} has written, and marks it as a repeated answer. */
export function refusalOf(text: string): Problem {
  const { code, ...options } = decodeRefusal(text);
  return new Problem(code, { ...options, headers: REPLAYED });
}

/** Returns the problem for a retry while the first request with the key is still running. */
export const inProgress = () => new Problem("RequestInProgress", { headers: { "Retry-After": "1" } });

/** @throws `IdempotencyKeyReused` if the key was used for another request */
export function checkFingerprint({ fingerprint, formerFingerprint }: Idempotency, record: KeyRecord): void {
  if (record.fingerprint !== fingerprint && record.fingerprint !== formerFingerprint?.())
    throw new Problem("IdempotencyKeyReused");
}

/** Claims Idempotency-Keys for requests. */
export class KeyClaims {
  readonly settings: ClaimSettings;
  readonly #keys: IdempotencyKeys;
  readonly #monotonic: Now;
  /** When claims from a clock that was ahead were first seen, by attempt and time of the claim. */
  readonly #firstSeen = boundedCache<number>(MAX_SEEN);

  /** @param monotonic milliseconds since any point in time; only differences count */
  constructor(keys: IdempotencyKeys, settings: ClaimSettings, monotonic: Now = () => performance.now()) {
    this.#keys = keys;
    this.settings = settings;
    this.#monotonic = monotonic;
  }

  /** Returns the record of a request that starts now. */
  newRecord(fingerprint: string): KeyRecord {
    return {
      fingerprint,
      at: this.settings.now(),
      attempt: randomBytes(ATTEMPT_BYTES).toString("base64url"),
    };
  }

  /** Whether the attempt that claimed a key may still be running. */
  isRunning(record: KeyRecord): boolean {
    return this.#ageOf(record) < this.settings.runningMs;
  }

  /**
   * Returns the time since a claim was renewed, in milliseconds. A claim from a clock that was ahead has no age by the
   * right clock: its age counts from when this process first sees it, because an attempt that runs renews it.
   */
  #ageOf({ at, attempt = "" }: KeyRecord): number {
    const age = this.settings.now() - at;
    if (age >= 0) return age;
    const [name, seenAt] = [`${attempt} ${at}`, this.#monotonic()];
    const firstSeenAt = this.#firstSeen.get(name) ?? seenAt;
    this.#firstSeen.set(name, firstSeenAt);
    return seenAt - firstSeenAt;
  }

  /**
   * Claims a key for a request, for `lifetimeMs` if it is given. Resolves to the existing record; undefined if there
   * was none. If the reply is lost, the request fails and its claim is withdrawn, so that a retry does not have to
   * wait.
   *
   * @throws `BudgetExceeded` if the tenant has used up its budget of keys
   */
  async claim(
    idempotency: Idempotency,
    record: KeyRecord,
    lifetimeMs?: number,
  ): Promise<KeyRecord | undefined> {
    const { digest, tenant, isAlwaysAccepted = false } = idempotency;
    if (tenant && !isAlwaysAccepted) this.settings.budget.check(tenant);
    const claimed = this.#keys.claim(digest, record, lifetimeMs);
    const present = await this.#unlessLost(claimed, () => this.#keys.withdraw(digest, record));
    if (!present) this.count(idempotency);
    return present;
  }

  /** Counts an answer that is stored for a request: each key has one, and each command of a request with many rows. */
  count({ tenant }: Idempotency): void {
    if (tenant) this.settings.budget.count(tenant);
  }

  /** Counts the size of a stored answer: each further {@link KEY_BYTES} count as another key. */
  countSize({ tenant }: Idempotency, bytes = 0): void {
    const more = Math.floor(bytes / KEY_BYTES);
    if (tenant && more > 0) this.settings.budget.count(tenant, more);
  }

  /**
   * Takes a key over from an attempt that has died. If the reply is lost, the record of that attempt is restored,
   * because it has the age of the request.
   *
   * @throws `RequestInProgress` if that attempt may still be running, or another attempt was faster
   */
  async takeOver(digest: string, dead: KeyRecord, record: KeyRecord): Promise<void> {
    if (this.isRunning(dead)) throw inProgress();
    const takenOver = this.#keys.takeOver(digest, dead, record);
    if (!(await this.#unlessLost(takenOver, () => this.#keys.withdraw(digest, record, dead))))
      throw inProgress();
  }

  /** Returns the key that an attempt has claimed with a record. */
  held(digest: string, record: KeyRecord, lifetimeMs?: number): HeldKey {
    return new HeldKey({
      keys: this.#keys,
      settings: this.settings,
      digest,
      record,
      ...defined({ lifetimeMs }),
    });
  }

  /** Resolves and rejects as `written` does. If its reply is lost, the write is undone with `takeBack`. */
  async #unlessLost<T>(written: Promise<T>, takeBack: () => Promise<void>): Promise<T> {
    try {
      return await written;
    } catch (err) {
      if (!wasNeverSent(err) && !wasRefused(err))
        takeBack().catch((cause: unknown) =>
          this.settings.log.warn({ err: cause }, "cannot release an Idempotency-Key"),
        );
      throw err;
    }
  }
}
