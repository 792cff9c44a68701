import { boundedCache } from "../../collections/bounded-cache.ts";
import type { Answer } from "../answer.ts";
import { TenantRoom } from "./tenant-room.ts";

/** Maximum expected bytes of the answers to all running reads of a tenant. */
const MAX_BYTES = 2 * 1024 * 1024;
/** Expected bytes of the first read. */
const FIRST_BYTES = 64 * 1024;
/** Minimum expected bytes of a heavy read: two run at once. */
const HEAVY_BYTES = MAX_BYTES / 2;
/** A smaller answer lowers the expectation by this share of the difference. A larger answer replaces it. */
const SHRINKING = 1 / 8;
/** Maximum number of expectations in memory. */
const MAX_KNOWN = 10_000;

/**
 * Limits the concurrent reads of a tenant with large answers. A large answer occupies the process and Redis for
 * milliseconds, during which requests of other tenants wait. Small reads never wait.
 */
export class TenantReads {
  readonly #expected = boundedCache<{ bytes: number | undefined }>(MAX_KNOWN);
  readonly #room = new TenantRoom(MAX_BYTES);

  /**
   * Runs a read when there is room for the size that recent answers of this operation had for the tenant. Heavy reads
   * have room of their own, so that small reads do not wait for them.
   */
  async run(
    tenant: string,
    operation: string,
    read: () => Promise<Answer>,
    { isHeavy = false } = {},
  ): Promise<Answer> {
    const expected = this.#expectationOf(`${tenant} ${operation}`);
    const bytes = Math.max(expected.bytes ?? FIRST_BYTES, isHeavy ? HEAVY_BYTES : 0);
    return this.#room.run(isHeavy ? `${tenant} heavy` : tenant, bytes, async () => {
      const answer = await read();
      expected.bytes = nextOf(expected.bytes, answer.body?.length ?? 0);
      return answer;
    });
  }

  /** Refuses all waiting reads and all later ones. */
  refuseAll(refusal: () => Error): void {
    this.#room.refuseAll(refusal);
  }

  #expectationOf(key: string): { bytes: number | undefined } {
    let expected = this.#expected.get(key);
    if (!expected) this.#expected.set(key, (expected = { bytes: undefined }));
    return expected;
  }
}

/** Returns the expected bytes of the next read: an integer, so that sums of them are exact. */
function nextOf(expected: number | undefined, answered: number): number {
  const before = expected ?? answered;
  return Math.max(answered, Math.ceil(before + (answered - before) * SHRINKING));
}
