import type { QueueWork } from "../../jobs/queue/job.ts";
import { whileActive } from "../../jobs/queue/worker/while-active.ts";
import { isSuspended } from "../../store/tenants/suspended.ts";
import type { Background } from "./context.ts";

/** Makes work that sends data out of the service wait while its tenant is suspended. */
export const ofActiveTenants = (
  { reads, keys }: Pick<Background, "reads" | "keys">,
  process: QueueWork["process"],
): QueueWork["process"] => whileActive(process, (tenant) => isSuspended(reads.redis, keys, tenant));
