import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { faultsOf as faults } from "../../../src/jobs/exports/schedule.ts";
import type { ExportSchedule } from "../../../src/store/exports/exports.ts";

const faultsOf = (schedule: ExportSchedule) => faults(schedule, 300);

describe("faultsOf", () => {
  it("accepts five or six fields, in any known time zone", () => {
    for (const cron of ["0 6 * * *", "0 */5 * * * *", "0 9 * * 1-5"])
      for (const timezone of ["UTC", "Europe/Berlin", "America/Sao_Paulo"])
        assert.deepEqual(faultsOf({ cron, timezone }), []);
  });

  it("describes the error and names the field", () => {
    for (const cron of [" ", "never", "60 * * * *", "* * * * * * * *", "*", "0 6 * *", "H 6 * * *"])
      assert.equal(faultsOf({ cron, timezone: "UTC" })[0]?.field, "cron", cron);
    for (const timezone of ["", "+05:00", "Berlin", "Mars/Olympus"])
      assert.equal(faultsOf({ cron: "0 6 * * *", timezone })[0]?.field, "timezone", timezone);
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
    for (const cron of [...often, "0,57 1,2 * * *", "0,57 1,3 * * *", "0,57 23,0 * * *", "@minutely"])
      assert.match(faultsOf({ cron, timezone: "UTC" })[0]?.message ?? "", /every 300 seconds/, cron);
    for (const cron of ["*/5 * * * *", "3,58 * * * *", "0,57 6 * * *", "0,57 1,5 * * *", "@hourly"])
      assert.deepEqual(faultsOf({ cron, timezone: "UTC" }), [], cron);
    assert.deepEqual(faults({ cron: "* * * * * *", timezone: "UTC" }, 1), []);
  });

  it("refuses schedules that never run, and accepts rare ones", () => {
    for (const cron of ["0 0 30 2 *", "0 0 31 2,4 *", "0 * 31 4,6,9,11 *"])
      assert.equal(faultsOf({ cron, timezone: "UTC" })[0]?.field, "cron", cron);
    for (const cron of ["0 0 29 2 *", "0 0 31 2,3 *", "0 0 31 2,4 1", "0 0 L 2 *", "0 0 * 2 1#5", "@yearly"])
      assert.deepEqual(faultsOf({ cron, timezone: "UTC" }), [], cron);
  });
});
