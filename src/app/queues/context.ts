import type { Dispatcher } from "../../actors/runtime/dispatcher.ts";
import type { ExportSchedules } from "../../jobs/exports/schedule.ts";
import type { Jobs } from "../../jobs/queue/jobs.ts";
import type { AppContext } from "../context/context.ts";
import type { Stores } from "../context/stores.ts";

/** The objects that the work of all queues shares. */
export interface Background extends AppContext {
  dispatcher: Dispatcher;
  jobs: Jobs;
  exportSchedules: ExportSchedules;
  /** The repositories over a connection that may send a command again. */
  reads: Stores;
}
