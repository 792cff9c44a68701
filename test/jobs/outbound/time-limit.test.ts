import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { timeLimit } from "../../../src/jobs/outbound/time-limit.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

describe("a time limit", () => {
  it("aborts although nothing else holds it and garbage is collected", async () => {
    const { signal } = new AbortController();
    let name: string | undefined;
    timeLimit(50, signal).addEventListener("abort", ({ target }) => {
      name = (target as AbortSignal).reason.name;
    });
    for (let i = 0; i < 20 && name === undefined; i++) {
      collectGarbage();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    assert.equal(name, "TimeoutError");
  });

  it("aborts with the reason of the other signal, also if that has aborted before", () => {
    const job = new AbortController();
    const limit = timeLimit(60_000, job.signal);
    assert.ok(!limit.aborted);
    job.abort("stopped");
    assert.equal(limit.reason, "stopped");
    assert.equal(timeLimit(60_000, job.signal).reason, "stopped");
  });
});
