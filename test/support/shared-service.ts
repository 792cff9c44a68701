import { atProcessEnd } from "./process-end.ts";
import { type Service, startService } from "./service.ts";

let shared: Promise<Service> | undefined;

/**
 * A service with the settings of tests that all files of a process share; each uses tenants of its own, and neither
 * stops it nor counts what is stored.
 */
export function sharedService(): Promise<Service> {
  shared ??= startService({ after: atProcessEnd });
  return shared;
}
