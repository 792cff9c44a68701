import { randomBytes } from "node:crypto";
import type { JobChanges } from "../queue/request-jobs.ts";
import { singleJob } from "./deliver-many.ts";
import type { WebhookJob } from "./deliver-webhook.ts";

/** Priority of redeliveries: new events come first. */
export const BEHIND_ALL = 1_000_000;

/** Delivers events again, whatever their earlier outcome was. */
export async function redeliver(
  jobs: Pick<JobChanges, "add">,
  deliveries: readonly Omit<WebhookJob, "failures">[],
): Promise<void> {
  const run = randomBytes(6).toString("hex");
  await jobs.add(
    "webhooks",
    deliveries.map((delivery) => singleJob({ ...delivery, run, failures: 0 }, BEHIND_ALL)),
  );
}
