import type { Logger } from "pino";
import type { Keys } from "../../store/keys/keys.ts";
import type { Now } from "../../store/redis/clock.ts";
import type { RedisAddress } from "../../store/redis/connection/address.ts";
import type { Tracer } from "../../trace/tracer.ts";
import type { JobOutcome } from "./queues.ts";

/** Options of the queues and the workers of a process. */
export interface JobsOptions {
  /** Address of the Redis server of the queues. */
  address: RedisAddress;
  /** Names of the queues' keys. */
  keys: Pick<Keys, "jobs" | "slots" | "slotQueue" | "slotReceivers" | "slotTenants">;
  /**
   * How long the job of a failed process waits until another process runs it, in milliseconds. A queue may have its own
   * time.
   */
  lockMs: number;
  /** The store's clock, for the ages and delays of jobs. */
  now: Now;
  /** Aborts a start that waits for the store. */
  signal?: AbortSignal | undefined;
  /** Called for each attempt of a job that has ended. */
  onJob: (queue: string, outcome: JobOutcome) => void;
  /** Undefined if tracing is disabled. */
  tracer?: Tracer | undefined;
  log: Logger;
}
