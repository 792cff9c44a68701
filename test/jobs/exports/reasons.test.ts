import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Refused, RetryLater } from "../../../src/jobs/exports/connector.ts";
import { reasonOfRun } from "../../../src/jobs/exports/run.ts";
import { ChangesLost } from "../../../src/store/changes/archive.ts";
import { ArchiveReader } from "../../../src/store/changes/archive-reader.ts";

describe("the reason of a run", () => {
  it("states what the next run exports after changes were lost", () => {
    const cases: [events: string[] | undefined, next: string][] = [
      [undefined, "the next run exports all wishes"],
      [["wishlist.item.*"], "the next run exports all wishes"],
      [["wishlist.item.added"], "the next run exports all wishes"],
      [
        ["wishlist.item.purchased"],
        "the next run exports nothing, and later runs export the changes since then",
      ],
    ];
    for (const [events, next] of cases)
      assert.equal(
        reasonOfRun(new ChangesLost("1-0"), events ? { events } : {}),
        `changes since the last run are lost; ${next}`,
      );
  });

  it("names no setting of the service", async () => {
    const segment = { archive: "s3", name: "t/x", first: "1-0", last: "2-0", count: 1, bytes: 1 } as const;
    const away = await new ArchiveReader({}).entriesOf([segment]).catch((err: unknown) => err);
    assert.match(String(away), /CHANGES_BUCKET_URL/);
    assert.equal(reasonOfRun(away, {}), "older changes cannot be read now");
  });

  it("contains the platform's answer to a refusal, and no text of other errors", () => {
    assert.equal(reasonOfRun(new Refused("Braze answered 401"), {}), "Braze answered 401");
    assert.equal(reasonOfRun(new RetryLater("Braze answered 503"), {}), "Braze answered 503");
    assert.equal(reasonOfRun(new TypeError("x is undefined"), {}), "internal error of the service");
  });
});
