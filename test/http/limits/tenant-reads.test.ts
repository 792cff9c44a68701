import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { Answer } from "../../../src/http/answer.ts";
import { TenantReads } from "../../../src/http/overload/tenant-reads.ts";

const KB = 1024;
const MB = KB * KB;
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Reads that the test ends. */
class Shop {
  readonly reads = new TenantReads();
  /** Reads in progress, in the order in which they began. */
  readonly open: { tenant: string; end: (bytes: number) => void; fail: () => void }[] = [];
  readonly ended: Promise<unknown>[] = [];

  async send(count: number, tenant = "a", operation = "list", isHeavy = false): Promise<void> {
    for (let i = 0; i < count; i++) {
      const read = () =>
        new Promise<Answer>((resolve, reject) => {
          const one = {
            tenant,
            end: (bytes: number) => this.#close(one, () => resolve({ status: 200, body: "x".repeat(bytes) })),
            fail: () => this.#close(one, () => reject(new Error("refused"))),
          };
          this.open.push(one);
        });
      this.ended.push(this.reads.run(tenant, operation, read, { isHeavy }).catch(() => undefined));
    }
    await turn();
  }

  #close(one: (typeof this.open)[number], close: () => void): void {
    this.open.splice(this.open.indexOf(one), 1);
    close();
  }

  openOf = (tenant: string) => this.open.filter((one) => one.tenant === tenant).length;

  /** Ends a first read, so that the size of the next answers is known. */
  async learn(bytes: number, tenant = "a", operation = "list"): Promise<void> {
    await this.send(1, tenant, operation);
    this.open.at(-1)?.end(bytes);
    await turn();
  }
}

describe("the reads of a tenant", () => {
  it("run concurrently up to 2 MiB of answers, estimated by the size of the last ones", async () => {
    for (const [bytes, together] of [
      [0, 500],
      [8 * KB, 256],
      [MB / 4, 8],
      [MB, 2],
      [3 * MB, 1],
    ] as const) {
      const shop = new Shop();
      await shop.learn(bytes);
      await shop.send(500);
      assert.equal(shop.open.length, together, `${bytes} bytes`);
    }
  });

  it("run up to 32 at once before the first answer", async () => {
    const shop = new Shop();
    await shop.send(100);
    assert.equal(shop.open.length, 32);
  });

  it("do not wait for those of another tenant, and use their own size estimate", async () => {
    const shop = new Shop();
    await shop.learn(MB, "a");
    await shop.learn(KB, "b");
    await shop.send(10, "a");
    await shop.send(10, "b");
    assert.deepEqual([shop.openOf("a"), shop.openOf("b")], [2, 10]);
  });

  it("run two at once if they are heavy, and the small reads of the tenant do not wait for them", async () => {
    const shop = new Shop();
    await shop.learn(KB, "a", "report");
    await shop.learn(KB);
    await shop.send(10, "a", "report", true);
    assert.equal(shop.open.length, 2);
    await shop.send(10);
    assert.equal(shop.open.length, 12);
  });

  it("are refused at the end of a stop if they wait, and later ones too", async () => {
    const shop = new Shop();
    await shop.send(40);
    const refusal = () => new Error("stopping");
    const running = shop.open.length;
    shop.reads.refuseAll(refusal);
    await Promise.all(shop.ended.slice(running));
    await shop.send(1);
    await Promise.all(shop.ended.slice(running));
    assert.equal(shop.open.length, running);
  });

  it("are estimated small again after some small answers", async () => {
    const shop = new Shop();
    await shop.learn(MB);
    for (let i = 0; i < 50; i++) await shop.learn(KB);
    await shop.send(100);
    assert.equal(shop.open.length, 100);
  });

  it("all begin in order, whatever their answers are and however they end", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 60 }), async (ends) => {
        const shop = new Shop();
        await shop.send(ends.length);
        for (const end of ends) {
          const [first] = shop.open;
          assert.ok(first, "a read is in progress while any waits");
          if (end === 0) first.fail();
          else first.end(end * MB);
          await turn();
        }
        await Promise.all(shop.ended);
        assert.equal(shop.open.length, 0);
      }),
      { numRuns: 50 },
    );
  });

  it("leave room for a read of any size when all have ended, in whatever order they began and ended", async () => {
    const step = fc.record({
      operation: fc.nat({ max: 3 }),
      sent: fc.nat({ max: 4 }),
      ends: fc.nat({ max: 5 }),
      bytes: fc.nat({ max: 1000 }),
    });
    const steps = fc.array(step, { minLength: 80, maxLength: 120 });
    await fc.assert(
      fc.asyncProperty(steps, fc.infiniteStream(fc.nat()), async (all, which) => {
        const shop = new Shop();
        await shop.learn(3 * MB, "a", "large");
        for (let i = 0; i < 4; i++) await shop.learn(77_777 * (i + 1), "a", `operation ${i}`);
        const endAny = (bytes: number) => shop.open[which.next().value % shop.open.length]?.end(bytes);
        for (const { operation, sent, ends, bytes } of all) {
          await shop.send(sent, "a", `operation ${operation}`);
          for (let i = 0; i < ends && shop.open.length > 0; i++) endAny(bytes);
          await turn();
        }
        while (shop.open.length > 0) {
          endAny(1);
          await turn();
        }
        await shop.send(1, "a", "large");
        assert.equal(shop.open.length, 1);
      }),
      { numRuns: 50 },
    );
  });
});
