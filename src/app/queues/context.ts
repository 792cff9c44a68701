import type { Dispatcher } from "../../actors/runtime/dispatcher.ts";
import type { Jobs } from "../../jobs/queue/workers.ts";
import type { Shared } from "../context.ts";
import type { Stores } from "../stores.ts";

/** What the works of all queues share. */
export interface Background extends Shared {
  dispatcher: Dispatcher;
  jobs: Jobs;
  /** The repositories over a connection that may repeat what it sends. */
  reads: Stores;
}
