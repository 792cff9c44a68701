import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import fc from "fast-check";
import { DAY_MS } from "../../../src/units/durations.ts";
import { runs } from "../../support/runner/runs.ts";
import { script } from "../../support/script.ts";

type Reply = [isHeld: number, waiting: number, admitted: string[]];

/** Actions on the slots of a tenant. The receiver of the jobs `a`, `b` and so on has no name. */
const start = (t: TestContext, { limit = 1, forOthers = 0 } = {}) => {
  const { call, redis, key } = script("tenants/tenant-slots")(t);
  const named = (job: string) => (job.includes(" ") ? job : ` ${job}`);
  const ask = async (what: string, ...jobs: string[]) => {
    const args = [what, "shop", limit.toString(), forOthers.toString(), "60000", "run", ...jobs.map(named)];
    const [isHeld, waiting, admitted] = (await call(args, [
      "slots",
      "waiting",
      "receivers",
      "tenants",
    ])) as Reply;
    return [isHeld, waiting, admitted.map((job) => job.replace(/^ /, ""))];
  };
  return {
    ask,
    /** Lets a slot expire. */
    expire: (member: string) => redis.zadd(key("slots"), "1", named(member)),
    /** When a slot expires, in milliseconds since 1970. */
    expiryOf: async (member: string) => Number(await redis.zscore(key("slots"), named(member))),
    /** Lets the slots expire that much later, as if the clock had been ahead when they were taken. */
    postpone: (member: string, ms: number) => redis.zincrby(key("slots"), ms, named(member)),
    used: () => redis.zrange(key("slots"), "0", "-1"),
    waiting: () => redis.zrange(key("waiting"), "0", "-1"),
    sorted: () => redis.zrange(key("receivers"), "0", "-1"),
    clear: () => redis.del(["slots", "waiting", "receivers", "tenants"].map(key)),
  };
};

describe("tenant-slots", () => {
  it("returns whether the run holds a slot, how many wait, and which job is admitted to a free slot", async (t) => {
    const { ask } = start(t);
    assert.deepEqual(await ask("take", "a"), [1, 0, []]);
    assert.deepEqual(await ask("take", "b"), [0, 1, []]);
    assert.deepEqual(await ask("wait", "b", "c"), [0, 2, []]);
    assert.deepEqual(await ask("renew", "a"), [1, 2, []]);
    assert.deepEqual(await ask("renew", "b"), [0, 2, []]);
    assert.deepEqual(await ask("release", "a"), [0, 1, ["b"]]);
    assert.deepEqual(await ask("take", "d"), [0, 2, []]);
    assert.deepEqual(await ask("take", "b"), [1, 2, []]);
    assert.deepEqual(await ask("drop", "c"), [0, 1, []]);
    assert.deepEqual(await ask("release", "b"), [0, 0, ["d"]]);
  });

  it("admits a job whose reserved slot has expired again before the others, and frees an expired slot of a run", async (t) => {
    const { ask, expire } = start(t);
    await ask("enter", "a", "b", "c");
    assert.deepEqual(await ask("look"), [0, 2, ["a"]]);
    await expire("a");
    assert.deepEqual(await ask("look"), [0, 2, ["a"]]);
    await expire("a");
    assert.deepEqual(await ask("take", "a"), [1, 2, []]);
    await expire(" a run");
    assert.deepEqual(await ask("take", "c"), [0, 1, ["b"]]);
    assert.deepEqual(await ask("wait", "c"), [0, 1, []]);
  });

  it("keeps no slot longer than its lease after the clock of Redis is set back", async (t) => {
    const { ask, expiryOf, postpone } = start(t, { limit: 2 });
    await ask("take", "a");
    await ask("wait", "b", "c");
    const [run, reserved] = [" a run", "b"];
    for (const member of [run, reserved]) await postpone(member, 365 * DAY_MS);
    assert.deepEqual(await ask("look"), [0, 1, []]);
    for (const member of [run, reserved]) {
      const left = (await expiryOf(member)) - Date.now();
      assert.ok(left > 0 && left <= 60_000, `${member}: ${left}`);
    }
  });

  it("gives the last slots only to receivers that have none", async (t) => {
    const { ask } = start(t, { limit: 4, forOthers: 1 });
    for (const job of ["slow 1", "slow 2", "slow 3"]) assert.equal((await ask("take", job))[0], 1);
    assert.deepEqual(await ask("take", "slow 4"), [0, 1, []]);
    assert.deepEqual(await ask("take", "quick 1"), [1, 1, []]);
    assert.deepEqual(await ask("take", "quick 2"), [0, 2, []]);
    assert.deepEqual(await ask("release", "quick 1"), [0, 1, ["quick 2"]]);
    assert.deepEqual(await ask("release", "slow 1"), [0, 1, []]);
    assert.deepEqual(await ask("release", "slow 2"), [0, 0, ["slow 4"]]);
  });

  it("lets the receivers take turns, each with its oldest job", async (t) => {
    const { ask } = start(t);
    await ask("take", "b 1");
    await ask("wait", "b 3", "b 2", "a 1", "c 1", "a 2");
    const turns: unknown[] = [];
    for (let running: string | undefined = "b 1"; running !== undefined;) {
      const [, , admitted] = await ask("release", running);
      [running] = admitted as string[];
      turns.push(running);
      if (running !== undefined) await ask("take", running);
    }
    assert.deepEqual(turns, ["c 1", "a 1", "b 3", "a 2", "b 2", undefined]);
  });

  it("uses at most all slots, and lets no receiver wait that may take one", async (t) => {
    const [limit, forOthers] = [4, 1];
    const { ask, expire, used, waiting, sorted, clear } = start(t, { limit, forOthers });
    const actions = ["take", "renew", "release", "enter", "wait", "free-expired", "drop", "expire"] as const;
    const step = fc.record({
      what: fc.constantFrom(...actions),
      job: fc
        .tuple(fc.constantFrom("a", "b", "c"), fc.integer({ min: 1, max: 4 }))
        .map((name) => name.join(" ")),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
        await clear();
        for (const { what, job } of steps) {
          if (what === "expire") {
            const [member] = (await used()).filter((each) => each.startsWith(job));
            if (member !== undefined) await expire(member);
          } else await ask(what, ...(what === "free-expired" ? [] : [job]));
          const [slots, names] = [await used(), await waiting()];
          assert.ok(slots.length <= limit, slots.join());
          assert.deepEqual(
            (await sorted()).map((each) => each.replace(/ \d+ /, " ")).sort(),
            names.toSorted(),
            "both sorted sets have the same jobs",
          );
          if (what === "expire" || what === "enter") continue;
          const free = limit - slots.length;
          const isHolder = (name: string) => slots.some((slot) => slot.split(" ")[0] === name.split(" ")[0]);
          assert.deepEqual(
            names.filter((name) => free > forOthers || (free > 0 && !isHolder(name))),
            [],
            "no job waits that may have a slot",
          );
        }
      }),
      runs(60),
    );
  });
});
