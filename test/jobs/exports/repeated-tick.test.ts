import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { EXPORTS, newExport, newWisher, overRun } from "../../support/exports.ts";
import { withQueue } from "../../support/jobs/queue.ts";
import type { Json, Service } from "../../support/service.ts";
import { sharedService } from "../../support/shared-service.ts";
import { until } from "../../support/until.ts";

const YEARLY = { cron: "0 3 1 1 *", timezone: "Europe/Berlin" };

let service: Service;
before(async () => {
  service = await sharedService();
});

describe("the job of a scheduled time", () => {
  it("starts one run, also if it runs again after the run has ended, and counts it not as skipped", async () => {
    const shop = await service.newCaller();
    await newWisher(shop);
    const { id } = await newExport(shop, { schedule: YEARLY, mode: "full" });
    const runsOf = async (): Promise<Json[]> => (await shop.get(`${EXPORTS}/${id}/runs`)).body.runs;
    const data = { storeKey: `${shop.tenantId}/default`, exportId: id };
    const tick = (time: number) =>
      withQueue(service, "exports", async (queue) => {
        const jobId = `repeat:${id}:${time}`;
        await queue.remove(jobId);
        await queue.add("tick", data, { jobId });
        await until("the job has ended", async () => (await queue.getJobState(jobId)) === "completed");
      });

    await tick(1);
    const [first] = await runsOf();
    assert.equal((await overRun(shop, id, first.id)).status, "succeeded");
    await tick(1);
    assert.deepEqual(
      (await runsOf()).map((run) => run.id),
      [first.id],
    );
    assert.equal((await shop.get(`${EXPORTS}/${id}`)).body.skippedRuns, 0);
    await tick(2);
    assert.equal((await runsOf()).length, 2);
  });
});
