import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { presentRejected } from "../../../src/http/presenters/exports.ts";
import { Refused, RetryLater } from "../../../src/jobs/exports/connector.ts";
import { reasonOfRun } from "../../../src/jobs/exports/run.ts";
import { ArchiveReader } from "../../../src/store/changes/archive-reader.ts";
import { ChangesLost } from "../../../src/store/changes/archive.ts";
import { Vault } from "../../../src/store/secrets/vault.ts";
import { type ExportReason, exportReasonInWords } from "../../../src/text/outbound-reasons.ts";

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
        exportReasonInWords(reasonOfRun(new ChangesLost("1-0"), events ? { events } : {})),
        `changes since the last run are lost; ${next}`,
      );
  });

  it("names no setting of the service", async () => {
    const segment = { archive: "s3", name: "t/x", first: "1-0", last: "2-0", count: 1, bytes: 1 } as const;
    const away = await new ArchiveReader({}).entriesOf([segment]).catch((err: unknown) => err);
    assert.match(String(away), /CHANGES_BUCKET_URL/);
    assert.deepEqual(reasonOfRun(away, {}), { code: "changes_unavailable" });
    assert.equal(exportReasonInWords({ code: "changes_unavailable" }), "older changes cannot be read now");
  });

  it("contains the platform's answer to a refusal, and no text of other errors", () => {
    const answer = { code: "platform_answer", platform: "braze", status: 401 } as const;
    const refused = reasonOfRun(new Refused(answer), {});
    assert.equal(exportReasonInWords(refused), "Braze answered 401");
    const busy = { ...answer, status: 503, detail: "try later" };
    assert.equal(exportReasonInWords(reasonOfRun(new RetryLater(busy), {})), "Braze answered 503: try later");
    assert.deepEqual(reasonOfRun(new TypeError("x is undefined"), {}), { code: "internal_error" });
  });

  it("says whether the key of a secret is missing, or the secret was changed", () => {
    const [one, other] = ["one", "other"].map((key) => new Vault([Buffer.alloc(32, key)]));
    assert.ok(one && other);
    const sealed = one.seal("secret", "here");
    const reasonOf = (vault: Vault, purpose: string) => {
      try {
        return vault.open(sealed, purpose);
      } catch (err) {
        assert.ok(err instanceof Error);
        const reason = reasonOfRun(err, {});
        assert.equal(exportReasonInWords(reason), err.message);
        return reason.code;
      }
    };
    assert.equal(reasonOf(one, "here"), "secret");
    assert.equal(reasonOf(other, "here"), "secret_key_missing");
    assert.equal(reasonOf(one, "elsewhere"), "secret_changed");
  });

  it("has the words of its code if only a newer version knows it", () => {
    const newer = JSON.parse('{"code": "quota_used_up", "platform": "braze"}') as ExportReason;
    const rejected = { id: "i1", type: "item", time: "2026-01-01T00:00:00.000Z" } as const;
    assert.deepEqual(presentRejected({ ...rejected, reason: newer }), {
      ...rejected,
      reason: "quota used up",
      reasonCode: "quota_used_up",
    });
  });
});
