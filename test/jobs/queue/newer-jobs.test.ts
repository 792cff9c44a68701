import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { QueueName } from "../../../src/jobs/queue/queues.ts";
import { withQueue } from "../../support/jobs/queue.ts";
import { startService } from "../../support/service.ts";
import { until } from "../../support/until.ts";

const QUEUES: QueueName[] = ["alerts", "exports", "feeds", "maintenance", "orders", "webhooks"];

describe("a job of a newer version", () => {
  for (const name of QUEUES)
    it(`waits for a process of that version: ${name}`, async (t) => {
      const service = await startService(t);
      const { tenantId } = await service.newCaller();
      const storeKey = `${tenantId}/default`;
      await withQueue(service, name, async (queue) => {
        const job = await queue.add("later", { kind: "later", storeKey });
        await until("the job has run", async () => (await job.getState()) === "delayed");
        assert.equal((await queue.getJobCounts("failed"))["failed"], 0);
      });
    });
});
