import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FeedCut } from "../../../src/http/feeds/receive.ts";
import { cutProblem } from "../../../src/http/feeds/sent-file.ts";
import { Problem } from "../../../src/ingest/problem.ts";

describe("the answer to a feed that too many waiting rows have cut", () => {
  it("names the feed, and does not say that nothing was changed", () => {
    const problem = cutProblem(new FeedCut("Too many rows wait to be applied.", "f1"));
    assert.ok(problem instanceof Problem);
    const { title, status, code, detail, feedId } = problem.document("/feeds/orders", "r1");
    assert.deepEqual([status, code, feedId], [503, "Unavailable", "f1"]);
    assert.equal(title, "The service is unavailable");
    assert.equal(
      detail,
      "The feed cannot continue now. Send the whole file again: rows that were applied are not applied twice.",
    );
  });
});
