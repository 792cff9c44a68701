import type { Redis } from "ioredis";
import type { Dispatcher } from "../actors/dispatcher.ts";
import type { Jobs } from "../jobs/workers.ts";
import type { Shared } from "../parts.ts";

/** What the works of all queues share. */
export interface Background extends Shared {
  dispatcher: Dispatcher;
  jobs: Jobs;
  /** A connection that may repeat what it sends. */
  reads: Redis;
}
