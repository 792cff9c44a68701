import { randomBytes } from "node:crypto";
import type { Jobs } from "../workers.ts";
import type { WebhookJob } from "./deliver-webhook.ts";

/** Replays wait for whatever is new. */
const BEHIND_ALL = 1_000_000;

/** Has events delivered once more, whatever became of them before. */
export async function redeliver(
  jobs: Jobs,
  deliveries: readonly Omit<WebhookJob, "failures">[],
): Promise<void> {
  const run = randomBytes(6).toString("hex");
  await jobs.add(
    "webhooks",
    deliveries.map((delivery) => ({
      name: "webhook",
      data: { ...delivery, run, failures: 0 } satisfies WebhookJob,
      id: `${delivery.endpoint}-${delivery.eventId}-${run}`,
      priority: BEHIND_ALL,
    })),
  );
}
