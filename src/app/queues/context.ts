import type { Dispatcher } from "../../actors/runtime/dispatcher.ts";
import type { Jobs } from "../../jobs/queue/jobs.ts";
import type { AppContext } from "../context.ts";
import type { Stores } from "../stores.ts";

/** What the works of all queues share. */
export interface Background extends AppContext {
  dispatcher: Dispatcher;
  jobs: Jobs;
  /** The repositories over a connection that may repeat what it sends. */
  reads: Stores;
}
