import type { Dispatcher } from "../../actors/runtime/dispatcher.ts";
import type { Jobs } from "../../jobs/queue/jobs.ts";
import type { AppContext } from "../context.ts";
import type { Stores } from "../stores.ts";

/** The objects that the work of all queues shares. */
export interface Background extends AppContext {
  dispatcher: Dispatcher;
  jobs: Jobs;
  /** The repositories over a connection that may send a command again. */
  reads: Stores;
}
