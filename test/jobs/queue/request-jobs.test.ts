import assert from "node:assert/strict";
import { it } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { Unavailable } from "../../../src/actors/runtime/unavailable.ts";
import { type JobChanges, RequestJobs } from "../../../src/jobs/queue/request-jobs.ts";

it("the schedule of an export that is written already is not refused while the queues do not answer, and is written later", async () => {
  const scheduled: string[] = [];
  let heal: () => void = () => undefined;
  const away = new Promise<void>((resolve) => (heal = resolve));
  const queues: JobChanges = {
    add: () => away,
    revive: () => away,
    unschedule: () => away,
    scheduled: () => away.then(() => []),
    schedule: (_, id) => away.then(() => void scheduled.push(id)),
  };
  const jobs = new RequestJobs(queues, 20);
  const refused = (call: Promise<unknown>) =>
    call.then(
      () => undefined,
      (err: unknown) => err,
    );
  const isUnknown = (err: unknown) => err instanceof Unavailable && err.isUnknown;
  assert.ok(isUnknown(await refused(jobs.add("exports", []))));
  assert.throws(() => jobs.requireAnswer(), Unavailable);
  assert.ok(!isUnknown(await refused(jobs.add("exports", []))));
  const put = jobs.schedule(
    "exports",
    "e1",
    { cron: "0 6 * * *", timezone: "UTC" },
    { name: "tick", data: {} },
  );
  assert.ok(isUnknown(await refused(put)));
  heal();
  await nextTurn();
  assert.deepEqual(scheduled, ["e1"]);
  jobs.requireAnswer();
});
