import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { faultsOf as faults, nextTime } from "../../../src/jobs/exports/schedule.ts";
import type { ExportSchedule } from "../../../src/store/exports/exports.ts";

const faultsOf = (schedule: ExportSchedule) => faults(schedule, 300);

/** The times that come next, in UTC. */
function next(cron: string, from: string, count: number): string[] {
  const times: string[] = [];
  for (let time = new Date(from); times.length < count;) {
    time = nextTime({ cron, timezone: "Europe/Berlin" }, time);
    times.push(time.toISOString().slice(0, 16));
  }
  return times;
}

describe("a schedule in a time zone with daylight saving", () => {
  it("keeps the hour of the clock on the wall", () => {
    assert.deepEqual(next("0 6 * * *", "2026-03-28T00:00:00Z", 3), [
      ...["2026-03-28T05:00", "2026-03-29T04:00", "2026-03-30T04:00"],
    ]);
  });

  it("comes once, an hour later, on the day that lacks its hour", () => {
    assert.deepEqual(next("30 2 * * *", "2026-03-28T12:00:00Z", 2), ["2026-03-29T01:30", "2026-03-30T00:30"]);
  });

  it("comes once on the day that has its hour twice", () => {
    assert.deepEqual(next("30 2 * * *", "2026-10-24T12:00:00Z", 2), ["2026-10-25T00:30", "2026-10-26T01:30"]);
  });

  it("goes on evenly through both hours where it comes many times a day", () => {
    assert.deepEqual(next("*/30 * * * *", "2026-10-25T00:00:00Z", 4), [
      ...["2026-10-25T00:30", "2026-10-25T01:00", "2026-10-25T01:30", "2026-10-25T02:00"],
    ]);
  });
});

describe("faultsOf", () => {
  it("finds nothing wrong with five or six fields, in any zone that there is", () => {
    for (const cron of ["0 6 * * *", "0 */5 * * * *", "0 9 * * 1-5"])
      for (const timezone of ["UTC", "Europe/Berlin", "America/Sao_Paulo"])
        assert.deepEqual(faultsOf({ cron, timezone }), []);
  });

  it("says what is wrong with which field", () => {
    for (const cron of [" ", "never", "60 * * * *", "* * * * * * * *", "*", "0 6 * *", "H 6 * * *"])
      assert.equal(faultsOf({ cron, timezone: "UTC" })[0]?.field, "cron", cron);
    for (const timezone of ["", "+05:00", "Berlin", "Mars/Olympus"])
      assert.equal(faultsOf({ cron: "0 6 * * *", timezone })[0]?.field, "timezone", timezone);
  });

  it("refuses what could come more often than every five minutes, also over the hour and when clocks change", () => {
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

  it("refuses what never comes, and not what comes seldom", () => {
    for (const cron of ["0 0 30 2 *", "0 0 31 2,4 *", "0 * 31 4,6,9,11 *"])
      assert.equal(faultsOf({ cron, timezone: "UTC" })[0]?.field, "cron", cron);
    for (const cron of ["0 0 29 2 *", "0 0 31 2,3 *", "0 0 31 2,4 1", "0 0 L 2 *", "0 0 * 2 1#5", "@yearly"])
      assert.deepEqual(faultsOf({ cron, timezone: "UTC" }), [], cron);
  });
});
