import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  type StoredReason,
  withoutPlatformDetail,
  platformDetailOf,
} from "../../../src/store/exports/stored-reason.ts";

const CASES: [reason: StoredReason, words: string | undefined, without: StoredReason][] = [
  [
    { code: "platform_answer", platform: "webhook", status: 422, detail: "Ada is unknown" },
    "Ada is unknown",
    { code: "platform_answer", platform: "webhook", status: 422 },
  ],
  [
    { code: "record_refused", platform: "klaviyo", detail: "Ada is unknown" },
    "Ada is unknown",
    { code: "record_refused", platform: "klaviyo" },
  ],
  [{ sentence: "Klaviyo: Ada is unknown" }, "Klaviyo: Ada is unknown", { code: "record_refused" }],
];
/** Their detail is the service's own. */
const OWN: StoredReason[] = [
  { code: "record_too_large", platform: "segment", detail: "32" },
  { code: "outcome_unknown", platform: "braze" },
];

describe("the reason of a rejected record", () => {
  it("has a platform's own words, which can be removed from it", () => {
    for (const [reason, words, without] of CASES) {
      assert.equal(platformDetailOf(reason), words);
      assert.deepEqual(withoutPlatformDetail(reason), without);
    }
  });

  it("keeps a detail of the service", () => {
    for (const reason of OWN) {
      assert.equal(platformDetailOf(reason), undefined);
      assert.deepEqual(withoutPlatformDetail(reason), reason);
    }
  });
});
