import assert from "node:assert/strict";
import { it } from "node:test";
import { hasNightly, scheduleFirst, scheduleLast } from "../../../src/jobs/queue/nightly.ts";
import { withSweepJobs } from "../../support/jobs/sweep-jobs.ts";
import { removeKeys } from "../../support/redis.ts";

it("the nightly schedules show that queues have lost their data, also while data was added", async (t) => {
  const { redis, keys, open } = await withSweepJobs(t);
  const jobs = open();
  assert.equal(await hasNightly(jobs), false);
  await scheduleFirst(jobs);
  assert.equal(await hasNightly(jobs), false);
  await removeKeys(redis, keys.jobs("maintenance"));
  await scheduleLast(jobs);
  assert.equal(await hasNightly(jobs), false);
  await scheduleFirst(jobs);
  assert.equal(await hasNightly(jobs), true);
});
