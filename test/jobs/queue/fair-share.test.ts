import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FairShare } from "../../../src/jobs/queue/fair-share.ts";

describe("FairShare.next", () => {
  it("puts each job of a tenant behind its earlier ones, and a tenant with one job in front", () => {
    const shares = new FairShare();
    const many = Array.from({ length: 5 }, (_, i) => shares.next(`busy/${i}`, 1000));
    assert.deepEqual(many, [1, 2, 3, 4, 5]);
    assert.equal(shares.next("quiet/default", 1000), 1);
    assert.equal(shares.next("busy/default", 1000), 6);
  });

  it("forgets the jobs of a tenant little by little", () => {
    const shares = new FairShare();
    for (let i = 0; i < 100; i++) shares.next("busy/default", 0);
    assert.equal(shares.next("busy/default", 20_000), 51);
    assert.equal(shares.next("busy/default", 40_000), 27);
    assert.equal(shares.next("busy/default", 600_000), 1);
  });

  it("never puts a busy tenant in front of the jobs that it has just sent", () => {
    const shares = new FairShare();
    let highest = 0;
    for (let now = 0; now < 200_000; now += 10) {
      const next = shares.next("busy/default", now);
      assert.ok(next >= highest, `${next} follows ${highest}`);
      highest = Math.max(highest, next);
    }
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
