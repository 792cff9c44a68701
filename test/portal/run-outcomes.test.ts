import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { outcomeOf, type RunOutcome } from "../../portal/words/run-outcomes.ts";

type Status = Parameters<typeof outcomeOf>[0]["status"];

const CASES: readonly (readonly [
  status: Status,
  read: number,
  accepted: number,
  failed: number,
  skipped: Record<string, number>,
  outcome: RunOutcome,
])[] = [
  ["succeeded", 5, 5, 0, {}, "succeeded"],
  ["succeeded", 5, 3, 0, { noConsent: 1, private: 1 }, "succeeded"],
  ["succeeded", 5, 0, 5, {}, "nothing accepted"],
  ["succeeded", 5, 0, 4, { noConsent: 1 }, "nothing accepted"],
  ["succeeded", 5, 4, 1, {}, "partly accepted"],
  ["succeeded", 5, 3, 1, { noConsent: 1 }, "partly accepted"],
  ["succeeded", 5, 4, 0, {}, "partly accepted"],
  ["succeeded", 0, 0, 0, {}, "nothing to send"],
  ["succeeded", 5, 0, 0, { noConsent: 3, deleted: 2 }, "nothing to send"],
  // An unfinished run may still send records, and a failed one has a reason of its own.
  ["queued", 0, 0, 0, {}, "queued"],
  ["running", 5, 0, 5, {}, "running"],
  ["failed", 5, 0, 5, {}, "failed"],
  ["cancelled", 5, 2, 3, {}, "cancelled"],
];

describe("the outcome of an export run", () => {
  for (const [status, read, accepted, failed, skipped, outcome] of CASES) {
    const figures = `${read} read, ${accepted} accepted, ${failed} rejected, skipped ${JSON.stringify(skipped)}`;
    it(`is "${outcome}" if it is ${status} with ${figures}`, () => {
      const counts = { read, sent: accepted + failed, accepted, skipped, failed };
      assert.equal(outcomeOf({ status, counts }), outcome);
    });
  }
});
