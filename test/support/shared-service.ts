import { atProcessEnd } from "./runner/process-end.ts";
import { type Service, startService } from "./service.ts";

let shared: Promise<Service> | undefined;

/**
 * Returns a service with default settings that all test files of a process share. Each file uses its own tenants, does
 * not stop the service, and does not count stored data.
 */
export function sharedService(): Promise<Service> {
  shared ??= startService({ after: atProcessEnd });
  return shared;
}
