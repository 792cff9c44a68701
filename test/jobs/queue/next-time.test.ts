import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { nextTime, REPEATING } from "../../../src/jobs/queue/next-time.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Distance of the times that are compared: all clocks change by a multiple of it. */
const STEP_MS = 5 * MINUTE_MS;
/** Half hours of a day at which schedules are compared: those near the changes of the clocks, and noon. */
const HALF_HOURS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 24, 44, 45, 46, 47];

/** The next times, in UTC. */
function next(cron: string, from: string, count: number, timezone = "Europe/Berlin"): string[] {
  const times: string[] = [];
  for (let time = Date.parse(from); times.length < count;) {
    time = nextTime({ cron, timezone }, time);
    times.push(new Date(time).toISOString().slice(0, 16));
  }
  return times;
}

/** Local time, such as `2026-03-29 03:30`. */
function wallOf(timezone: string): (ms: number) => string {
  const parts = { hour: "2-digit", minute: "2-digit" } as const;
  const day = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone: timezone, ...day, ...parts });
  return (ms) => format.format(ms);
}

/**
 * Zones whose clocks change at two, at midnight, to the day before, by half an hour, and by two hours; with the days.
 */
const CHANGES: readonly [timezone: string, ...days: string[]][] = [
  ["Europe/Berlin", "2026-03-29", "2026-10-25"],
  ["America/New_York", "2026-03-08", "2026-11-01"],
  ["Africa/Cairo", "2026-04-24", "2026-10-30"],
  ["America/Havana", "2026-03-08", "2026-11-01"],
  ["America/Santiago", "2026-04-05", "2026-09-06"],
  ["Asia/Beirut", "2026-03-29", "2026-10-25"],
  ["Atlantic/Azores", "2026-03-29", "2026-10-25"],
  ["America/Nuuk", "2026-03-28", "2026-10-24"],
  ["Australia/Lord_Howe", "2026-04-05", "2026-10-04"],
  ["Antarctica/Troll", "2026-03-29", "2026-10-25"],
];

describe("a schedule in a time zone with daylight saving", () => {
  it("keeps its local time", () => {
    assert.deepEqual(next("0 6 * * *", "2026-03-28T00:00:00Z", 3), [
      ...["2026-03-28T05:00", "2026-03-29T04:00", "2026-03-30T04:00"],
    ]);
  });

  it("runs once, an hour later, on the day without its hour", () => {
    assert.deepEqual(next("30 2 * * *", "2026-03-28T12:00:00Z", 2), ["2026-03-29T01:30", "2026-03-30T00:30"]);
    // A schedule for the hour after also runs once, and later times are not skipped.
    assert.deepEqual(next("15,30 2,3 * * *", "2026-03-29T00:00:00Z", 3), [
      ...["2026-03-29T01:15", "2026-03-29T01:30", "2026-03-30T00:15"],
    ]);
  });

  it("runs once on the day that has its hour twice", () => {
    assert.deepEqual(next("30 2 * * *", "2026-10-24T12:00:00Z", 2), ["2026-10-25T00:30", "2026-10-26T01:30"]);
  });

  it("runs evenly through both hours if it runs many times a day", () => {
    assert.deepEqual(next("*/30 * * * *", "2026-10-25T00:00:00Z", 4), [
      ...["2026-10-25T00:30", "2026-10-25T01:00", "2026-10-25T01:30", "2026-10-25T02:00"],
    ]);
  });

  it("skips no day if clocks change at midnight", () => {
    assert.deepEqual(next("30 0 * * *", "2026-04-23T12:00:00Z", 2, "Africa/Cairo"), [
      ...["2026-04-23T22:30", "2026-04-24T21:30"],
    ]);
  });

  it("runs once every day, and with all hours whenever local time has them, for any change of the clocks", () => {
    for (const [timezone, ...days] of CHANGES)
      for (const day of days) {
        const wall = wallOf(timezone);
        const at = (hours: number) => Date.parse(day) + hours * HOUR_MS;
        const [from, to] = [at(-36), at(48)];
        const steps = Array.from({ length: (to - from) / STEP_MS }, (_, i) => from + (i + 1) * STEP_MS);
        const timesOf = (cron: string, [first, last] = [from, to]) => {
          const times: number[] = [];
          for (
            let ms = nextTime({ cron, timezone }, first);
            ms <= last;
            ms = nextTime({ cron, timezone }, ms)
          )
            times.push(ms);
          return times;
        };
        const shown = steps.map((ms) => [wall(ms), ms] as const);
        const shifts = shown.map(([text, ms]) => Date.parse(`${text.replace(" ", "T")}Z`) - ms);
        const change = shown[shifts.findIndex((shift) => shift !== shifts[0])]?.[1] ?? NaN;
        const [before, after] = [change - 4 * HOUR_MS, change + 4 * HOUR_MS];
        const isEven = (text: string) => Number(text.slice(-2)) % 20 === 5;
        const even = shown.flatMap(([text, ms]) => (ms > before && ms <= after && isEven(text) ? [ms] : []));
        const firsts = [...new Map(shown.toReversed())].filter(([, ms]) => ms < to - HOUR_MS);
        assert.ok(even.length > 20, `${timezone} ${day}`);
        assert.deepEqual(timesOf("5-59/20 * * * *", [before, after]), even, timezone);
        for (const halfHour of HALF_HOURS) {
          const [hour, minute] = [Math.floor(halfHour / 2), (halfHour % 2) * 30];
          const clock = `${hour.toString().padStart(2, "0")}:${minute.toString().padStart(2, "0")}`;
          const times = timesOf(`${minute} ${hour} * * *`);
          const label = `${timezone} ${day} ${clock}`;
          const gaps = times.slice(1).map((ms, i) => (ms - (times[i] ?? 0)) / MINUTE_MS);
          assert.ok(times.length >= 3 && gaps.every((gap) => gap >= 22 * 60 && gap <= 26 * 60), label);
          for (const [text, ms] of firsts) if (text.endsWith(clock)) assert.ok(times.includes(ms), label);
        }
      }
  });

  it("gives the times that the queues use", async () => {
    const repeat = { pattern: "30 0 * * *", tz: "Africa/Cairo" };
    const after = Date.parse("2026-04-23T12:00:00Z");
    assert.equal(await REPEATING.repeatStrategy?.(after, repeat), Date.parse("2026-04-23T22:30:00Z"));
  });
});

describe("a rare schedule", () => {
  it("is found years ahead", () => {
    assert.deepEqual(next("0 0 29 2 *", "2026-01-01T00:00:00Z", 2, "UTC"), [
      "2028-02-29T00:00",
      "2032-02-29T00:00",
    ]);
  });
});
