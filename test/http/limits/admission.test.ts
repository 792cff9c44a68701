import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { defined } from "../../../src/collections/defined.ts";
import { Admission } from "../../../src/http/overload/admission.ts";
import { Problem } from "../../../src/ingest/problem.ts";
import { until } from "../../support/until.ts";

const TENANT = "acme";
const MAX = 5000;
const TIMEOUT_MS = 10_000;
const STEP_MS = 50;

/** Turns of the event loop in which all requests of a step begin. */
const TURNS = 10;

/** A process that answers in the order of arrival, with a simulated clock. */
class Shop {
  now = 0;
  readonly answered: number[] = [];
  refused = 0;
  /** Retry-After of the last refused request, at its longest. */
  retryAfterS = 0;
  readonly waiting: { since: number; end: (err?: Error) => void }[] = [];
  readonly admission = new Admission({
    maxRunning: MAX,
    timeoutMs: TIMEOUT_MS,
    now: () => this.now,
    random: () => 0.999,
  });

  async request({ stuck = false, begins = true, tenant = TENANT } = {}): Promise<void> {
    const work = (begin: () => void) =>
      new Promise<void>((resolve, reject) => {
        if (begins) begin();
        // A stuck request gets no answer.
        if (!stuck)
          this.waiting.push({
            since: this.now,
            end: (err) => {
              if (err) reject(err);
              else resolve();
            },
          });
      });
    try {
      await this.admission.run(tenant, work);
    } catch (err) {
      if (!(err instanceof Problem) || err.code !== "Unavailable") return;
      this.refused++;
      this.retryAfterS = Number(err.headers["Retry-After"]);
    }
  }

  /** Lets simulated time pass, with one rate of requests and one rate of answers. */
  async pass(
    seconds: number,
    { offered, done, err, begins }: { offered: number; done: number; err?: Error; begins?: boolean },
  ) {
    const [steps, first] = [(seconds * 1000) / STEP_MS, this.now];
    let [arrived, left] = [0, 0];
    for (let step = 1; step <= steps; step++) {
      this.now = first + step * STEP_MS;
      for (; arrived < (step * STEP_MS * offered) / 1000; arrived++) void this.request(defined({ begins }));
      for (let turn = 0; turn < TURNS; turn++) await new Promise((resolve) => setImmediate(resolve));
      for (left += (STEP_MS * done) / 1000; left >= 1 && this.waiting.length > 0; left--) {
        const next = this.waiting.shift();
        this.answered.push(this.now - (next?.since ?? 0));
        next?.end(err);
      }
      if (this.waiting.length === 0) left = 0;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Counts answers and refusals from now on. */
  count(): { answered: number[]; refused: () => number } {
    this.answered.length = 0;
    const before = this.refused;
    return { answered: this.answered, refused: () => this.refused - before };
  }
}

describe("Admission", () => {
  it("admits at once what it can answer in a third of the timeout, at the recent rate of answers", async () => {
    const shop = new Shop();
    await shop.pass(2, { offered: 1000, done: 1000 });
    for (let i = 0; i < 4000; i++) void shop.request();
    await new Promise((resolve) => setImmediate(resolve));
    assert.ok(shop.refused > 500 && shop.refused < 800, `${shop.refused} of 4000`);
  });

  it("admits 512 at once after few recent answers, and never more than the maximum", async () => {
    for (const [rate, most] of [
      [1, 512],
      [4000, MAX],
    ]) {
      const shop = new Shop();
      await shop.pass(2, { offered: rate ?? 0, done: rate ?? 0 });
      for (let i = 0; i < MAX * 2; i++) void shop.request();
      await new Promise((resolve) => setImmediate(resolve));
      assert.equal(MAX * 2 - shop.refused, most);
    }
  });

  it("keeps the queue short in an overload, so that answers take a twentieth of the timeout", async () => {
    const shop = new Shop();
    await shop.pass(12, { offered: 4000, done: 800 });
    const { answered } = shop.count();
    await shop.pass(8, { offered: 4000, done: 800 });
    assert.ok(answered.length >= 800 * 8 - 1, `${answered.length} answers`);
    assert.ok(Math.max(...answered) < TIMEOUT_MS / 10, `${Math.max(...answered)} ms`);
  });

  it("keeps the process busy in an overload, and answers what it admits before the timeout", async () => {
    const shop = new Shop();
    await shop.pass(12, { offered: 600, done: 60 });
    const { answered, refused } = shop.count();
    await shop.pass(8, { offered: 600, done: 60 });
    assert.ok(answered.length >= 60 * 8 - 1, `${answered.length} answers`);
    assert.ok(Math.max(...answered) < TIMEOUT_MS, `${Math.max(...answered)} ms`);
    assert.ok(refused() > 500 * 8);
  });

  it("begins a few requests in each turn of the event loop, and all of them in order", async () => {
    const { admission } = new Shop();
    const begun: number[] = [];
    const all = Array.from({ length: 200 }, (_, i) =>
      admission.run(TENANT, () => {
        begun.push(i);
        return Promise.resolve();
      }),
    );
    assert.equal(begun.length, 64);
    await Promise.all(all);
    assert.deepEqual(
      begun,
      Array.from({ length: 200 }, (_, i) => i),
    );
  });

  it("admits requests of a tenant below its share, even if another tenant uses all the capacity", async () => {
    const shop = new Shop();
    for (let i = 0; i < MAX; i++) void shop.request();
    const { refused } = shop.count();
    await new Promise((resolve) => setImmediate(resolve));
    // A half of 512, and a third.
    for (const [tenant, share] of [
      ["two", 256],
      ["three", 170],
    ] as const) {
      const before = refused();
      for (let i = 0; i < 300; i++) void shop.request({ tenant });
      await new Promise((resolve) => setImmediate(resolve));
      assert.equal(refused() - before, 300 - share, tenant);
    }
  });

  it("never admits more than the maximum, also because of shares", async () => {
    const admission = new Admission({ maxRunning: 600, timeoutMs: TIMEOUT_MS, now: () => 0 });
    let begun = 0;
    const stuck = () => {
      begun++;
      return new Promise<never>(() => undefined);
    };
    const refused: unknown[] = [];
    for (let tenant = 0; tenant < 40; tenant++)
      for (let i = 0; i < 512; i++)
        void admission.run(`t-${tenant}`, stuck).catch((err: unknown) => refused.push(err));
    await until("all admitted requests begin", () => begun === 600);
    assert.equal(refused.length, 40 * 512 - 600);
  });

  it("gives the capacity to one tenant again as soon as no other tenant has requests", async () => {
    const shop = new Shop();
    for (let i = 0; i < 300; i++) void shop.request({ tenant: "two" });
    await shop.pass(2, { offered: 0, done: 1000 });
    for (let i = 0; i < MAX; i++) void shop.request();
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(MAX - shop.refused, 512);
  });

  it("authenticates a few requests in each time window while there is no capacity", () => {
    let now = 0;
    const admission = new Admission({ maxRunning: 0, timeoutMs: TIMEOUT_MS, now: () => now });
    const admittedCount = () =>
      Array.from({ length: 100 }, () => admission.admits(undefined)).filter(Boolean).length;
    assert.equal(admittedCount(), 16);
    assert.equal(admittedCount(), 0);
    now += TIMEOUT_MS;
    assert.equal(admittedCount(), 16);
  });

  it("authenticates some requests of each tenant that they claim to concern, whatever others send", () => {
    const admission = new Admission({ maxRunning: 0, timeoutMs: TIMEOUT_MS, now: () => 0 });
    const admittedCount = (claimed?: string) =>
      Array.from({ length: 100 }, () => admission.admits(undefined, claimed)).filter(Boolean).length;
    assert.deepEqual([admittedCount(), admittedCount("a"), admittedCount("b")], [16, 16, 16]);
    assert.deepEqual([admittedCount(), admittedCount("a"), admittedCount("b")], [0, 0, 0]);
  });

  it("admits all requests again soon after an overload", async () => {
    const shop = new Shop();
    await shop.pass(10, { offered: 600, done: 60 });
    await shop.pass(10, { offered: 20, done: 60 });
    const { refused } = shop.count();
    await shop.pass(2, { offered: 300, done: 300 });
    assert.equal(refused(), 0);
  });

  it("increases Retry-After to 10 seconds while too many are refused, and returns to 5 soon after", async () => {
    const shop = new Shop();
    const overload = { offered: 4000, done: 800 };
    await shop.pass(0.2, overload);
    assert.equal(shop.retryAfterS, 5);
    await shop.pass(5, overload);
    assert.equal(shop.retryAfterS, 10);
    await shop.pass(15, { offered: 100, done: 800 });
    for (let i = 0; i < MAX * 2; i++) void shop.request();
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(shop.retryAfterS, 5);
  });

  it("queues requests while nothing is answered for some seconds, as when a worker is replaced", async () => {
    const shop = new Shop();
    await shop.pass(5, { offered: 200, done: 200 });
    await shop.pass(2, { offered: 200, done: 0 });
    await shop.pass(3, { offered: 200, done: 1000 });
    assert.equal(shop.refused, 0);
    assert.ok(shop.answered.length > 1900);
  });

  it("detects no overload if requests wait for one partition", async () => {
    const shop = new Shop();
    for (let i = 0; i < 500; i++) void shop.request({ stuck: true });
    await shop.pass(5, { offered: 200, done: 200 });
    assert.equal(shop.refused, 0);
  });

  it("does not count requests that never began as answers", async () => {
    const shop = new Shop();
    const { refused } = shop.count();
    const err = new Problem("InvalidInput", { status: 405 });
    await shop.pass(5, { offered: 600, done: 300, err, begins: false });
    assert.ok(refused() > 0);
  });

  it("does not count immediate refusals as answers, such as of an unknown id", async () => {
    const shop = new Shop();
    for (let i = 0; i < 500; i++) void shop.request({ stuck: true });
    const refuse = (begin: () => void) => {
      begin();
      return Promise.reject(new Problem("ResourceNotFound"));
    };
    const { refused } = shop.count();
    for (let i = 0; i < 5000; i++) {
      shop.now += 1;
      await shop.admission.run(TENANT, refuse).catch(() => undefined);
      if (i % STEP_MS === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    void shop.request();
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(refused(), 1);
  });

  it("counts a refusal that took as much work as an answer like an answer", async () => {
    const shop = new Shop();
    await shop.pass(2, { offered: 1100, done: 1000, err: new Problem("DuplicateReference") });
    for (let i = 0; i < 4000; i++) void shop.request();
    await new Promise((resolve) => setImmediate(resolve));
    assert.ok(shop.refused < 2000, `${shop.refused} of 4000`);
  });
});
