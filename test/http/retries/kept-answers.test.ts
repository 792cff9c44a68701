import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import type { Redis } from "ioredis";
import { pino } from "pino";
import type { Answer } from "../../../src/http/answer.ts";
import { KeptAnswers, shortened } from "../../../src/http/idempotency/kept-answers.ts";
import { KeyClaims } from "../../../src/http/idempotency/key-claims.ts";
import { KeysBudget } from "../../../src/ingest/budgets/keys-budget.ts";
import { Problem, type ProblemCode } from "../../../src/ingest/problem.ts";
import type { Keys } from "../../../src/store/keys/keys.ts";
import { openLayout } from "../../../src/store/layout/layout.ts";
import { IdempotencyKeys } from "../../../src/store/partition/idempotency.ts";
import { Vault } from "../../../src/store/secrets/vault.ts";
import { DAY_MS } from "../../../src/units/durations.ts";
import { withRedis } from "../../support/redis.ts";
import { until } from "../../support/until.ts";

const IDEMPOTENCY = { digest: "digest", fingerprint: "request" };
const ANSWER: Answer = {
  status: 201,
  body: '{"id":"1","secret":"whsec_shown_once"}',
  headers: { Location: "/there" },
};
const REPLAYED = { ...ANSWER, headers: { Location: "/there", "Idempotency-Replayed": "true" } };

const isProblem = (code: ProblemCode) => (err: unknown) => err instanceof Problem && err.code === code;

const LOG = pino({ level: "silent" });

const unlimited = (redis: Redis, keys: Keys) => new KeysBudget(redis, keys, undefined, LOG);

/** Two processes that share one Redis, and the record of one key. */
async function setUp(t: TestContext, runningMs = 10_000) {
  const { redis, keys } = withRedis(t);
  const layout = await openLayout(redis, keys, 1);
  const idempotencyKeys = new IdempotencyKeys(redis, keys, layout);
  const settings = { now: Date.now, log: LOG, budget: unlimited(redis, keys), runningMs };
  const open = (key = "k") =>
    new KeptAnswers(new KeyClaims(idempotencyKeys, settings), new Vault([Buffer.alloc(32, key)]));
  const place = keys.idempotency(0, IDEMPOTENCY.digest);
  return { one: open(), other: open(), withOtherKey: open("x"), redis, place, idempotencyKeys };
}

/** A request that runs until the test ends it. */
function slow() {
  let end: (answer: Answer) => void = () => undefined;
  const ended = new Promise<Answer>((resolve) => (end = resolve));
  let runs = 0;
  const run = () => {
    runs++;
    return ended;
  };
  return { run, runs: () => runs, end: () => end(ANSWER) };
}

const never = () => Promise.reject(new Error("it runs again"));

describe("KeyClaims.isRunning", () => {
  it("treats a request as running until its last refresh is older than its longest run time", async (t) => {
    const { redis, keys } = withRedis(t);
    let now = 1_000_000;
    const claims = new KeyClaims(new IdempotencyKeys(redis, keys, await openLayout(redis, keys, 1)), {
      now: () => now,
      log: LOG,
      budget: unlimited(redis, keys),
      runningMs: 500,
    });
    const record = claims.newRecord("request");
    assert.equal(claims.isRunning(record), true);
    now += 499;
    assert.equal(claims.isRunning(record), true);
    now += 1;
    assert.equal(claims.isRunning(record), false);
  });

  it("treats a request from a clock that was ahead as running until it has not refreshed for that time", async (t) => {
    const { redis, keys } = withRedis(t);
    const idempotencyKeys = new IdempotencyKeys(redis, keys, await openLayout(redis, keys, 1));
    let passed = 0;
    const settings = { now: Date.now, log: LOG, budget: unlimited(redis, keys), runningMs: 500 };
    const claims = new KeyClaims(idempotencyKeys, settings, () => passed);
    const record = { ...claims.newRecord("request"), at: Date.now() + DAY_MS };
    assert.equal(claims.isRunning(record), true);
    passed += 499;
    const refreshed = { ...record, at: record.at + 499 };
    assert.equal(claims.isRunning(refreshed), true);
    passed += 499;
    assert.equal(claims.isRunning(refreshed), true);
    passed += 1;
    assert.equal(claims.isRunning(refreshed), false);
  });
});

describe("KeptAnswers", () => {
  it("runs a request once, and repeats its answer in every other process for a day", async (t) => {
    const { one, other, redis, place } = await setUp(t);
    assert.deepEqual(await one.once(IDEMPOTENCY, () => Promise.resolve(ANSWER)), ANSWER);
    assert.deepEqual(await other.once(IDEMPOTENCY, never), REPLAYED);
    const left = await redis.pttl(place);
    assert.ok(left > 86_000_000 && left <= 86_400_000, String(left));
  });

  it("runs a request again whose process died while the clock of Redis was ahead", async (t) => {
    const { one, redis, place, idempotencyKeys } = await setUp(t, 300);
    const at = Date.now() + DAY_MS;
    // Redis also keeps the claim until a time of the wrong clock.
    await idempotencyKeys.claim(IDEMPOTENCY.digest, { ...IDEMPOTENCY, at, attempt: "dead" }, 2 * DAY_MS);
    const again = () => one.once(IDEMPOTENCY, () => Promise.resolve(ANSWER));
    await assert.rejects(again(), isProblem("RequestInProgress"));
    let answer: Answer | undefined;
    await until("it runs", async () => (answer = await again().catch(() => undefined)) !== undefined);
    assert.deepEqual(answer, ANSWER);
    assert.deepEqual(await one.once(IDEMPOTENCY, never), REPLAYED);
    assert.ok((await redis.pttl(place)) <= DAY_MS);
  });

  it("seals a stored answer, because it may contain a secret", async (t) => {
    const { one, withOtherKey, redis, place } = await setUp(t);
    await one.once(IDEMPOTENCY, () => Promise.resolve(ANSWER));
    assert.doesNotMatch((await redis.get(place)) ?? "", /whsec|there/);
    await assert.rejects(withOtherKey.once(IDEMPOTENCY, never), isProblem("Internal"));
  });

  it("repeats a long answer completely if it is short enough after compression", async (t) => {
    const { one, other } = await setUp(t);
    const long = { status: 200, body: JSON.stringify({ id: "1", words: "wish ".repeat(5000) }) };
    await one.once(IDEMPOTENCY, () => Promise.resolve(long));
    assert.equal((await other.once(IDEMPOTENCY, never)).body, long.body);
  });

  it("repeats an answer that version 0.1.0 has stored", async (t) => {
    const { one, redis, place } = await setUp(t);
    const { digest } = IDEMPOTENCY;
    const answer = new Vault([Buffer.alloc(32, "k")]).seal(JSON.stringify(ANSWER), `answer ${digest}`);
    await redis.set(place, JSON.stringify({ fingerprint: "former", at: 1, attempt: "a", answer }));
    const retry = (former: string) => one.once({ ...IDEMPOTENCY, formerFingerprint: () => former }, never);
    assert.deepEqual(await retry("former"), REPLAYED);
    await assert.rejects(retry("another"), isProblem("IdempotencyKeyReused"));
  });

  it("refuses the key for another request, and for the same one while the first runs", async (t) => {
    const { one, other } = await setUp(t);
    const first = slow();
    const answer = one.once(IDEMPOTENCY, first.run);
    await until("the request runs", () => first.runs() === 1);
    const others = { ...IDEMPOTENCY, fingerprint: "another" };
    await assert.rejects(other.once(IDEMPOTENCY, never), isProblem("RequestInProgress"));
    await assert.rejects(other.once(others, never), isProblem("IdempotencyKeyReused"));
    first.end();
    await answer;
    await assert.rejects(other.once(others, never), isProblem("IdempotencyKeyReused"));
  });

  it("runs one of many concurrent requests", async (t) => {
    const { one, other } = await setUp(t);
    let runs = 0;
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) =>
        (i % 2 === 0 ? one : other).once(IDEMPOTENCY, () =>
          Promise.resolve({ status: 200, body: `{"run":${runs++}}` }),
        ),
      ),
    );
    assert.equal(runs, 1);
    for (const outcome of outcomes)
      if (outcome.status === "rejected") assert.ok(isProblem("RequestInProgress")(outcome.reason));
      else assert.equal(outcome.value.body, '{"run":0}');
  });

  it("holds the key while the request runs, and only shortly after its process has ended", async (t) => {
    const { one, other, redis, place } = await setUp(t, 300);
    const first = slow();
    const answer = one.once(IDEMPOTENCY, first.run);
    let before = 300;
    await until("the claim is renewed", async () => {
      const left = await redis.pttl(place);
      const isRenewed = left > before;
      before = left;
      return isRenewed;
    });
    await assert.rejects(other.once(IDEMPOTENCY, never), isProblem("RequestInProgress"));
    first.end();
    await answer;
    // As after a crash of the process.
    const record = { fingerprint: IDEMPOTENCY.fingerprint, at: Date.now(), attempt: "cut off" };
    await redis.set(place, JSON.stringify(record), "PX", 300);
    await assert.rejects(other.once(IDEMPOTENCY, never), isProblem("RequestInProgress"));
    await until("the claim has ended", async () => (await redis.exists(place)) === 0);
    assert.deepEqual(await other.once(IDEMPOTENCY, () => Promise.resolve(ANSWER)), ANSWER);
  });

  it("leaves the key to the request that has taken it over", async (t) => {
    const { one, other, redis, place } = await setUp(t);
    const frozen = slow();
    const answer = one.once(IDEMPOTENCY, frozen.run);
    await until("the request runs", () => frozen.runs() === 1);
    await redis.del(place);
    await other.once(IDEMPOTENCY, () => Promise.resolve({ status: 200, body: '{"run":"second"}' }));
    frozen.end();
    assert.deepEqual(await answer, ANSWER);
    assert.equal((await one.once(IDEMPOTENCY, never)).body, '{"run":"second"}');
  });

  it("keeps a permanent refusal, and frees the key after a temporary one", async (t) => {
    const cases: [ProblemCode, boolean][] = [
      ["InvalidInput", true],
      ["LimitExceeded", true],
      ["ResourceNotFound", true],
      ["RunInProgress", false],
      ["ReplayInProgress", false],
      ["Forbidden", false],
      ["RateLimited", false],
      ["BudgetExceeded", false],
      ["Unavailable", false],
      ["Internal", false],
    ];
    const { one, other, redis, place } = await setUp(t);
    for (const [code, isKept] of cases) {
      const problem = new Problem(code, { detail: `It is ${code}.`, extra: { more: 1 } });
      await assert.rejects(
        one.once(IDEMPOTENCY, () => Promise.reject(problem)),
        isProblem(code),
      );
      if (!isKept)
        assert.deepEqual(await other.once(IDEMPOTENCY, () => Promise.resolve(ANSWER)), ANSWER, code);
      else
        await assert.rejects(other.once(IDEMPOTENCY, never), (err) => {
          assert.ok(err instanceof Problem);
          const { detail, extra, headers } = err;
          assert.deepEqual([err.code, detail, extra], [code, problem.detail, { more: 1 }]);
          assert.deepEqual(headers, { "Idempotency-Replayed": "true" });
          return true;
        });
      await redis.del(place);
    }
  });

  it("keeps no refusal if a corrected request may use the same key", async (t) => {
    const { one, other } = await setUp(t);
    const refuse = () => Promise.reject(new Problem("InvalidInput"));
    await assert.rejects(one.once(IDEMPOTENCY, refuse, { keepsRefusals: false }), isProblem("InvalidInput"));
    assert.deepEqual(await other.once(IDEMPOTENCY, () => Promise.resolve(ANSWER)), ANSWER);
  });

  it("frees the key of a request that fails in another way", async (t) => {
    const { one, other } = await setUp(t);
    await assert.rejects(
      one.once(IDEMPOTENCY, () => Promise.reject(new Error("unforeseen"))),
      /unforeseen/,
    );
    assert.deepEqual(await other.once(IDEMPOTENCY, () => Promise.resolve(ANSWER)), ANSWER);
  });
});

describe("shortened", () => {
  const long = "\u00e9".repeat(3000);

  it("keeps texts up to 8 kB unchanged", () => {
    const json = JSON.stringify({ a: "x".repeat(8184) });
    assert.equal(Buffer.byteLength(json), 8192);
    assert.equal(shortened(json), json);
  });

  it("omits the longest members of longer texts, and no more than necessary", () => {
    const json = JSON.stringify({ id: "1", lists: [long, long], name: "n", mapping: long, secret: "s" });
    const shown = shortened(json);
    assert.deepEqual(JSON.parse(shown), { id: "1", name: "n", mapping: long, secret: "s" });
    const longer = JSON.stringify({ id: "1", lists: [long, long], mapping: [long, "x".repeat(3000)] });
    assert.deepEqual(JSON.parse(shortened(longer)), { id: "1" });
  });
});
