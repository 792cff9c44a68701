import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { scheduleFaults as faults } from "../../../src/jobs/exports/schedule-faults.ts";
import { nextTime } from "../../../src/jobs/queue/next-time.ts";
import type { ExportSchedule } from "../../../src/store/exports/exports.ts";

const faultsOf = (schedule: ExportSchedule) => faults(schedule, 300);

describe("faultsOf", () => {
  it("accepts five or six fields, in any known time zone", () => {
    for (const cron of ["0 6 * * *", "0 */5 * * * *", "0 9 * * 1-5"])
      for (const timezone of ["UTC", "Europe/Berlin", "America/Sao_Paulo"])
        assert.deepEqual(faultsOf({ cron, timezone }), []);
  });

  it("describes the error and names the field", () => {
    for (const cron of [
      " ",
      "never",
      "60 * * * *",
      "* * * * * * * *",
      "*",
      "0 6 * *",
      "H 6 * * *",
      "0 6 15W * *",
      "0 6 * * L",
    ])
      assert.equal(faultsOf({ cron, timezone: "UTC" })[0]?.field, "cron", cron);
    for (const timezone of ["", "+05:00", "Berlin", "Mars/Olympus"])
      assert.equal(faultsOf({ cron: "0 6 * * *", timezone })[0]?.field, "timezone", timezone);
  });

  it("refuses names of schedules, such as @daily: they have no fields", () => {
    for (const cron of ["@minutely", "@hourly", "@daily", "@weekdays", "@yearly"])
      assert.match(faultsOf({ cron, timezone: "UTC" })[0]?.message ?? "", /five or six fields$/, cron);
  });

  it("accepts names of months and weekdays, last days, numbered weekdays and ?, and they name these days", () => {
    for (const [cron, month, day] of [
      ["0 6 1 JAN,jul *", 7, 1],
      ["0 6 * * MON-FRI", 1, 12],
      ["0 6 L * ?", 1, 31],
      ["0 6 * * 5L", 1, 30],
      ["0 6 * * mon#2", 1, 12],
    ] as const)
      for (const timezone of ["Europe/Berlin", "America/Sao_Paulo"]) {
        const schedule = { cron, timezone };
        assert.deepEqual(faultsOf(schedule), [], cron);
        const next = new Date(nextTime(schedule, Date.parse("2026-01-10T12:00:00Z")));
        assert.deepEqual([next.getUTCMonth() + 1, next.getUTCDate()], [month, day], cron);
      }
  });

  it("refuses schedules that run more often than every five minutes, also across hours and clock changes", () => {
    const often = [
      "* * * * *",
      "*/4 * * * *",
      "*/5 * * * * *",
      "0,30 0 6 * * *",
      "0,58 * * * *",
      "7,11 6 * * *",
    ];
    for (const cron of [...often, "0,57 1,2 * * *", "0,57 1,3 * * *", "0,57 23,0 * * *"])
      assert.match(faultsOf({ cron, timezone: "UTC" })[0]?.message ?? "", /every 300 seconds/, cron);
    for (const cron of ["*/5 * * * *", "3,58 * * * *", "0,57 6 * * *", "0,57 1,5 * * *", "0 * * * *"])
      assert.deepEqual(faultsOf({ cron, timezone: "UTC" }), [], cron);
    assert.deepEqual(faults({ cron: "* * * * * *", timezone: "UTC" }, 1), []);
  });

  it("refuses schedules that never run, and accepts rare ones", () => {
    for (const cron of ["0 0 30 2 *", "0 0 31 2,4 *", "0 * 31 4,6,9,11 *"])
      assert.equal(faultsOf({ cron, timezone: "UTC" })[0]?.field, "cron", cron);
    for (const cron of [
      "0 0 29 2 *",
      "0 0 31 2,3 *",
      "0 0 31 2,4 1",
      "0 0 L 2 *",
      "0 0 * 2 1#5",
      "0 0 1 1 *",
    ])
      assert.deepEqual(faultsOf({ cron, timezone: "UTC" }), [], cron);
  });
});
