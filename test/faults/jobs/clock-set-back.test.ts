import assert from "node:assert/strict";
import { it } from "node:test";
import { pino } from "pino";
import { Jobs } from "../../../src/jobs/queue/jobs.ts";
import { scheduleFirst, scheduleLast } from "../../../src/jobs/queue/nightly.ts";
import { DAY_MS } from "../../../src/units/durations.ts";
import { addressOf } from "../../support/redis.ts";
import { newestFirst } from "../../support/runner/newest-first.ts";
import { startService } from "../../support/service.ts";
import { until } from "../../support/until.ts";

it("a running service notices that the clock of Redis was set back, and the nightly work follows", async (test) => {
  const t = newestFirst(test);
  const warnings: string[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => void warnings.push(line) });
  const { keys } = await startService(t, {}, { log });
  const open = (aheadMs: number) => {
    const now = () => Date.now() + aheadMs;
    const onJob = () => undefined;
    const jobs = Jobs.open(["maintenance"], { now, lockMs: 15_000, address: addressOf(), keys, onJob, log });
    t.after(() => jobs.stop());
    return jobs;
  };
  const [ahead, right] = [open(365 * DAY_MS), open(0)];
  for (const id of await ahead.scheduled("maintenance")) await ahead.unschedule("maintenance", id);
  await scheduleFirst(ahead);
  await scheduleLast(ahead);
  assert.equal(await right.isSetBack("maintenance"), true);
  await until("the right times", async () => !(await right.isSetBack("maintenance")));
  assert.equal(warnings.filter((line) => line.includes("was ahead and was set back")).length, 1);
});
