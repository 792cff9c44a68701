import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { addTo } from "../../src/collections/grouped.ts";
import { startOfDay } from "../../src/http/reports/day-parts.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../src/units/durations.ts";
import { isTimeZone, timeZone } from "../../src/units/time-zone.ts";
import { runs } from "../support/runner/runs.ts";

/** Distance of the times that are compared: since 1980, all clocks change by a multiple of it. */
const STEP_MS = 15 * MINUTE_MS;
const [FIRST, LAST] = [Date.UTC(1980, 0), Date.UTC(2037, 0)];

/** Returns a function that says the local time by the time zone data of Node.js. */
function clockOf(name: string): (ms: number) => number {
  const day = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
  const time = { hour: "2-digit", minute: "2-digit", second: "2-digit" } as const;
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone: name, ...day, ...time });
  return (ms) => Date.parse(`${format.format(ms).replace(" ", "T")}Z`);
}

/** Returns the first time within half a year after a time at which the offset has changed; undefined if there is none. */
function changeAfter(from: number, clock: (ms: number) => number): number | undefined {
  const offsetAt = (ms: number) => clock(ms) - ms;
  for (let [early, late] = [from, from + 7 * DAY_MS]; late < from + 190 * DAY_MS; late += 7 * DAY_MS) {
    if (offsetAt(early) !== offsetAt(late)) {
      while (late - early > STEP_MS) {
        const middle = early + Math.round((late - early) / 2 / STEP_MS) * STEP_MS;
        if (offsetAt(middle) === offsetAt(early)) early = middle;
        else late = middle;
      }
      return late;
    }
    early = late;
  }
  return undefined;
}

const dayOf = (localTime: number) => new Date(localTime).toISOString().slice(0, 10);
const steps = (from: number, to: number, step: number) =>
  Array.from({ length: (to - from) / step + 1 }, (_, i) => from + i * step);

/** Compares a time zone with the clock near a change of the offset, or at any other time. */
function compareNear(name: string, near: number, clock: (ms: number) => number): void {
  const zone = timeZone(name);
  const at = (ms: number) => `${name} ${new Date(ms).toISOString()}`;
  const times = steps(near - 3 * HOUR_MS, near + 3 * HOUR_MS, STEP_MS);
  const whenShown = new Map<number, number[]>();
  for (const ms of times) {
    const localTime = clock(ms);
    addTo(whenShown, localTime, ms);
    assert.equal(zone.at(ms), localTime, at(ms));
    assert.equal(zone.dayAt(ms), dayOf(localTime), at(ms));
  }
  const [before, after] = [clock(near - STEP_MS) + STEP_MS, clock(near)];
  for (const localTime of steps(
    Math.min(before, after) - HOUR_MS,
    Math.max(before, after) + HOUR_MS,
    STEP_MS,
  )) {
    const { shown, unchanged } = zone.whenShown(localTime);
    assert.deepEqual(shown, whenShown.get(localTime) ?? [], at(localTime));
    // A skipped time is later by the size of the change.
    if (shown.length === 0) assert.equal(unchanged, near + localTime - before, at(localTime));
  }
  for (const day of [-1, 0, 1].map((days) => dayOf(after + days * DAY_MS))) {
    const around = steps(Date.parse(day) - 14 * HOUR_MS, Date.parse(day) + 14 * HOUR_MS, STEP_MS);
    const first = around.find((ms) => dayOf(clock(ms)) >= day);
    assert.equal(startOfDay(day, zone, ""), first, `${name} ${day}`);
  }
}

describe("a time zone", () => {
  it("agrees with Node.js near changes of the offset, in all zones", () => {
    const clocks = Intl.supportedValuesOf("timeZone").map((name) => [name, clockOf(name)] as const);
    assert.ok(clocks.length > 400);
    let changes = 0;
    const anyTime = fc.integer({ min: FIRST / STEP_MS, max: LAST / STEP_MS }).map((time) => time * STEP_MS);
    fc.assert(
      fc.property(anyTime, (from) => {
        for (const [name, clock] of clocks) {
          const change = changeAfter(from, clock);
          compareNear(name, change ?? from, clock);
          if (change !== undefined) changes++;
        }
      }),
      runs(1),
    );
    assert.ok(changes > 0);
  });

  it("has a name of the IANA database, in capital or small letters", () => {
    for (const name of [
      "UTC",
      "utc",
      "Europe/Berlin",
      "europe/berlin",
      "Asia/Calcutta",
      "Asia/Kolkata",
      "EST",
    ]) {
      assert.ok(isTimeZone(name), name);
      assert.equal(timeZone(name), timeZone(name.toUpperCase()), name);
    }
    for (const name of ["", "Europe", "Europe/Nowhere", "UTC+3", "Europe/Berlin ", "local", "system"]) {
      assert.ok(!isTimeZone(name), name);
      assert.throws(() => timeZone(name), RangeError, name);
    }
  });

  it("needs no format of Node.js if it is UTC", (t) => {
    const format = t.mock.method(Intl, "DateTimeFormat");
    assert.equal(timeZone("UTC").dayAt(0), "1970-01-01");
    assert.equal(format.mock.callCount(), 0);
    timeZone("Asia/Tokyo").at(0);
    assert.ok(format.mock.callCount() > 0);
  });
});
