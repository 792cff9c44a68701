import type { Topic } from "./shapes.ts";

/** Topics that only remove or report something. A budget of the tenant never refuses them. */
const REMOVALS: ReadonlySet<string> = new Set<Topic>([
  "products/delete",
  "customers/merge",
  "customers/delete",
  "customers/redact",
  "customers/data_request",
  "shop/redact",
]);

/** Whether a topic may add data or jobs. */
export const addsData = (topic: string): boolean => !REMOVALS.has(topic);
