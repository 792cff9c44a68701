import { boundedCache } from "../../store/bounded-cache.ts";
import type { Answer } from "../answer.ts";

/** Maximum bytes of the answers that the running reads of a tenant are expected to have together. */
const MAX_BYTES = 2 * 1024 * 1024;
/** Bytes that a read is expected to answer before there was one. */
const FIRST_BYTES = 64 * 1024;
/** Part of the difference by which a smaller answer lowers the expectation. A larger answer raises it fully. */
const SHRINKING = 1 / 8;
/** Expectations that are kept. */
const MAX_KNOWN = 10_000;

/** Reads of one tenant. */
interface Reads {
  /** What those under way are expected to answer; 0 if there are none. */
  bytes: number;
  /** In the order in which they came. */
  waiting: { bytes: number; begin: () => void }[];
}

const hasRoom = (reads: Reads, bytes: number) => reads.bytes === 0 || reads.bytes + bytes <= MAX_BYTES;

/**
 * Lets the reads of a tenant with large answers wait for one another. A large answer occupies the process and the store
 * for milliseconds, during which requests of other tenants wait. Small reads never wait.
 */
export class TenantReads {
  readonly #expected = boundedCache<{ bytes: number | undefined }>(MAX_KNOWN);
  readonly #byTenant = new Map<string, Reads>();

  /** Carries out a read once there is room for what the tenant's reads of this operation answered lately. */
  async run(tenant: string, operation: string, read: () => Promise<Answer>): Promise<Answer> {
    const expected = this.#expectationOf(`${tenant} ${operation}`);
    const { bytes = FIRST_BYTES } = expected;
    let reads = this.#byTenant.get(tenant);
    if (!reads) this.#byTenant.set(tenant, (reads = { bytes: 0, waiting: [] }));
    const { waiting } = reads;
    if (waiting.length === 0 && hasRoom(reads, bytes)) reads.bytes += bytes;
    else await new Promise<void>((begin) => waiting.push({ bytes, begin }));
    try {
      const answer = await read();
      expected.bytes = nextOf(expected.bytes, answer.body?.length ?? 0);
      return answer;
    } finally {
      reads.bytes -= bytes;
      for (let next; (next = waiting[0]) && hasRoom(reads, next.bytes); waiting.shift()) {
        reads.bytes += next.bytes;
        next.begin();
      }
      if (reads.bytes === 0) this.#byTenant.delete(tenant);
    }
  }

  #expectationOf(key: string): { bytes: number | undefined } {
    let expected = this.#expected.get(key);
    if (!expected) this.#expected.set(key, (expected = { bytes: undefined }));
    return expected;
  }
}

/** The expected bytes of the next read, at least one. */
function nextOf(expected: number | undefined, answered: number): number {
  const before = expected ?? answered;
  return Math.max(1, answered, before + (answered - before) * SHRINKING);
}
