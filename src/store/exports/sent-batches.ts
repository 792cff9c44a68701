import type { Redis } from "ioredis";
import { DAY_S } from "../../units/durations.ts";
import type { Keys } from "../keys/keys.ts";
import { decoderOf } from "../records/decode.ts";
import { readReason, type StoredReason, withoutPlatformDetail } from "./stored-reason.ts";

/** How long a batch is remembered, in seconds: longer than any run may continue. */
const LIFETIME_S = 30 * DAY_S;

/** The result of a batch at its platform. */
export interface SentBatch {
  accepted: number;
  rejected: { id: string; reason: StoredReason }[];
}

const decodeSentBatch = decoderOf<SentBatch>("batch", {
  needs: "accepted",
  upgrade: ({ accepted, rejected }) => ({
    accepted,
    rejected: rejected.map(({ id, reason }) => ({ id, reason: readReason(reason) })),
  }),
});

/** A ledger of batches, for platforms where a batch that is sent twice counts twice. */
export interface BatchLedger {
  /**
   * Records that a batch is about to be sent, unless that is recorded already. Resolves to undefined if it may be sent
   * now. Otherwise resolves to its outcome, or to "unknown" if there was no answer.
   */
  begin(batchId: string): Promise<SentBatch | "unknown" | undefined>;
  /** Stores the outcome of a batch, without the platform's own words: an erasure does not reach them here. */
  markSent(batchId: string, sent: SentBatch): Promise<void>;
  /** Records that nothing of a batch arrived, so that it may be sent. */
  forget(batchId: string): Promise<void>;
}

/** The ledgers of exports. They contain ids and reasons, but no personal data. */
export class SentBatches {
  readonly #redis: Redis;
  readonly #keys: Keys;

  constructor(redis: Redis, keys: Keys) {
    this.#redis = redis;
    this.#keys = keys;
  }

  /** Returns the ledger of one export. */
  of(exportId: string): BatchLedger {
    const keyOf = (batchId: string) => this.#keys.sentBatch(exportId, batchId);
    return {
      begin: async (batchId) => {
        const text = await this.#redis.set(keyOf(batchId), "unknown", "EX", LIFETIME_S, "NX", "GET");
        if (text === null) return undefined;
        return text === "unknown" ? text : decodeSentBatch(text);
      },
      markSent: async (batchId, sent) => {
        const rejected = sent.rejected.map(({ id, reason }) => ({
          id,
          reason: withoutPlatformDetail(reason),
        }));
        await this.#redis.set(keyOf(batchId), JSON.stringify({ ...sent, rejected }), "EX", LIFETIME_S);
      },
      forget: async (batchId) => {
        await this.#redis.del(keyOf(batchId));
      },
    };
  }
}
