import assert from "node:assert/strict";
import { it } from "node:test";
import { withQueue } from "../../support/queue.ts";
import { startService } from "../../support/service.ts";
import { until } from "../../support/until.ts";

it("an order job of a newer version waits for a process of that version", async (t) => {
  const service = await startService(t);
  await withQueue(service, "orders", async (queue) => {
    const job = await queue.add("later", { kind: "later", storeKey: "shop/default" });
    await until("the job has run", async () => (await queue.getJobCountByTypes("waiting", "active")) === 0);
    assert.equal(await job.getState(), "delayed");
  });
});
