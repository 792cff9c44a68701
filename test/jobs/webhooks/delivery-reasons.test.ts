import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { reasonOf } from "../../../src/jobs/webhooks/attempt.ts";

describe("the reason of a failed attempt", () => {
  it("is the cause in at most 300 characters, whatever the receiver has sent", () => {
    const cause = new Error(`not in the certificate: ${"DNS:x.example.com, ".repeat(1000)}`);
    for (const err of [new TypeError("fetch failed", { cause }), cause, cause.message]) {
      const reason = reasonOf(err);
      assert.equal(reason.length, 300);
      assert.match(reason, /^not in the certificate: .*…$/);
    }
  });
});
