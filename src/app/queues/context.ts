import type { Redis } from "ioredis";
import type { Dispatcher } from "../../actors/runtime/dispatcher.ts";
import type { Jobs } from "../../jobs/queue/workers.ts";
import type { Shared } from "../context.ts";

/** What the works of all queues share. */
export interface Background extends Shared {
  dispatcher: Dispatcher;
  jobs: Jobs;
  /** A connection that may repeat what it sends. */
  reads: Redis;
}
