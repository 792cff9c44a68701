import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { Pace } from "../../../src/jobs/exports/connectors/pace.ts";

describe("Pace", () => {
  it("never exceeds the allowed requests in any time window, whenever requests arrive", async () => {
    const limits = [
      { requests: 3, ms: 30 },
      { requests: 8, ms: 120 },
    ];
    const pace = new Pace(limits);
    const arrivals: number[] = [];
    for (let n = 0; n < 20; n++) {
      await pace.take(async () => {
        await pause(n % 3);
        arrivals.push(performance.now());
        await pause(n % 2);
      }, undefined);
    }
    for (const { requests, ms } of limits) {
      for (const [n, time] of arrivals.entries()) {
        const later = arrivals[n + requests];
        // Timers may fire slightly early.
        if (later !== undefined) assert.ok(later - time >= ms - 1, `${requests + 1} in ${later - time} ms`);
      }
    }
  });

  it("counts failed requests too, and releases its slot if it is aborted", async () => {
    const pace = new Pace([{ requests: 1, ms: 60_000 }]);
    await assert.rejects(
      pace.take(() => Promise.reject(new Error("no")), undefined),
      /no/,
    );
    const aborting = new AbortController();
    const second = pace.take(() => Promise.resolve(), aborting.signal);
    aborting.abort();
    await assert.rejects(second, { name: "AbortError" });
  });
});
