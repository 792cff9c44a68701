import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FairShare } from "../../src/jobs/queue/fair-share.ts";

describe("FairShare.next", () => {
  it("puts each job of a tenant behind its earlier ones, and a tenant with one job in front", () => {
    const shares = new FairShare();
    const many = Array.from({ length: 5 }, (_, i) => shares.next(`busy/${i}`, 1000));
    assert.deepEqual(many, [1, 2, 3, 4, 5]);
    assert.equal(shares.next("quiet/default", 1000), 1);
    assert.equal(shares.next("busy/default", 1000), 6);
  });

  it("counts the jobs of a tenant for a minute only", () => {
    const shares = new FairShare();
    for (let i = 0; i < 3; i++) shares.next("busy/default", 0);
    assert.equal(shares.next("busy/default", 59_999), 4);
    assert.equal(shares.next("busy/default", 60_000), 1);
  });

  it("remembers a limited number of tenants: the most recent ones", () => {
    const shares = new FairShare(100);
    for (let i = 0; i < 1000; i++) {
      shares.next(`tenant${i}/default`, 0);
      shares.next("busy/default", 0);
    }
    assert.equal(shares.size, 100);
    assert.equal(shares.next("busy/default", 0), 1001);
    assert.equal(shares.next("tenant0/default", 0), 1);
  });
});
