import { randomBytes } from "node:crypto";
import { Problem, type ProblemCode, type ProblemOptions } from "../../ingest/problem.ts";
import { defined } from "../../store/defined.ts";
import type { IdempotencyKeys, KeyRecord } from "../../store/partition/idempotency.ts";
import { decoderOf } from "../../store/records/decode.ts";
import { wasNeverSent, wasRefused } from "../../store/redis/failures.ts";
import { type ClaimSettings, HeldKey } from "./held-key.ts";

/** A request's Idempotency-Key, and what is remembered of it (draft-ietf-httpapi-idempotency-key-header-07). */
export interface Idempotency {
  /** Names the key within tenant, store and client. */
  digest: string;
  /** Identifies this request among others with the same key. */
  fingerprint: string;
  /** As version 0.1.0 made it, from the address as it was sent: a retry may come after the upgrade. */
  formerFingerprint?: () => string;
}

/** Of a name that no two attempts under one key share. */
const ATTEMPT_BYTES = 9;

/** Headers of an answer that was given before. */
export const REPLAYED = { "Idempotency-Replayed": "true" };

/** Whether a request is refused as it was before: the refusal is one that was committed. */
export const isReplayed = (err: unknown): err is Problem =>
  err instanceof Problem && Object.keys(REPLAYED).every((name) => name in err.headers);

/** Refusals that say nothing lasting of the request: sent again with the same key, it is carried out. */
const PASSING = new Set<ProblemCode>(["Forbidden", "RunInProgress", "ReplayInProgress"]);

/** Whether a refusal is an answer like any other, which the same key gets again. */
export const isLasting = (err: unknown): err is Problem =>
  err instanceof Problem && err.status < 500 && err.status !== 429 && !PASSING.has(err.code);

/** The text of a refusal that is remembered. */
export function refusalText({ code, status, detail, errors, extra }: Problem): string {
  return JSON.stringify({ code, status, detail, errors, extra });
}

const decodeRefusal = decoderOf<{ code: ProblemCode } & ProblemOptions>("refusal", { needs: "code" });

/** The problem that {@link refusalText} has written, marked as a repeated answer. */
export function refusalOf(text: string): Problem {
  const { code, ...options } = decodeRefusal(text);
  return new Problem(code, { ...options, headers: REPLAYED });
}

/** The answer while the first request with a key is still running. */
export const inProgress = () => new Problem("RequestInProgress", { headers: { "Retry-After": "1" } });

/** Throws `IdempotencyKeyReused` where a key was used for another request. */
export function checkFingerprint({ fingerprint, formerFingerprint }: Idempotency, record: KeyRecord): void {
  if (record.fingerprint !== fingerprint && record.fingerprint !== formerFingerprint?.())
    throw new Problem("IdempotencyKeyReused");
}

/** Takes Idempotency-Keys for requests. */
export class KeyClaims {
  readonly settings: ClaimSettings;
  readonly #keys: IdempotencyKeys;

  constructor(keys: IdempotencyKeys, settings: ClaimSettings) {
    this.#keys = keys;
    this.settings = settings;
  }

  /** The record of a request that is taken up now. */
  newRecord(fingerprint: string): KeyRecord {
    return {
      fingerprint,
      at: this.settings.now(),
      attempt: randomBytes(ATTEMPT_BYTES).toString("base64url"),
    };
  }

  /** Whether the attempt that took a key may still be running. */
  isRunning(record: KeyRecord): boolean {
    return this.settings.now() - record.at < this.settings.runningMs;
  }

  /**
   * Claims a key for a request, for `lifetimeMs` if given. Resolves to the existing record; undefined if there was
   * none. If the reply is lost, the request fails and its claim is taken back, so that the caller's retry does not have
   * to wait for it.
   */
  claim(digest: string, record: KeyRecord, lifetimeMs?: number): Promise<KeyRecord | undefined> {
    const claimed = this.#keys.claim(digest, record, lifetimeMs);
    return this.#unlessLost(claimed, () => this.#keys.withdraw(digest, record));
  }

  /**
   * Takes a key over from an attempt that has died, as {@link claim} does. If the reply is lost, that attempt gets the key
   * back: its record says how old the request is.
   * @throws `RequestInProgress` where that attempt may still be running, or another one was faster
   */
  async takeOver(digest: string, dead: KeyRecord, record: KeyRecord): Promise<void> {
    if (this.isRunning(dead)) throw inProgress();
    const takenOver = this.#keys.takeOver(digest, dead, record);
    if (!(await this.#unlessLost(takenOver, () => this.#keys.withdraw(digest, record, dead))))
      throw inProgress();
  }

  /** The key as the attempt holds it that has claimed it with a record. */
  held(digest: string, record: KeyRecord, lifetimeMs?: number): HeldKey {
    return new HeldKey({
      keys: this.#keys,
      settings: this.settings,
      digest,
      record,
      ...defined({ lifetimeMs }),
    });
  }

  /** Resolves and rejects as `written` does. Where its reply is lost, it is taken back. */
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
