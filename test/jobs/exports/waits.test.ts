import assert from "node:assert/strict";
import { it } from "node:test";
import { waitAfter } from "../../../src/jobs/exports/run.ts";
import { HOUR_MS } from "../../../src/units/durations.ts";

it("a run waits as long as its platform asks, up to six hours, and otherwise for 15 minutes at most", () => {
  assert.equal(waitAfter(1, undefined), 1000);
  assert.equal(waitAfter(3, 1000), 4000);
  assert.equal(waitAfter(99, undefined), HOUR_MS / 4);
  assert.equal(waitAfter(1, HOUR_MS), HOUR_MS);
  assert.equal(waitAfter(99, 100 * HOUR_MS), 6 * HOUR_MS);
});
