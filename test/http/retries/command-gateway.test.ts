import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import type { Redis } from "ioredis";
import { pino } from "pino";
import type { Command } from "../../../src/actors/command.ts";
import type { Reply } from "../../../src/actors/reply.ts";
import type { Dispatcher } from "../../../src/actors/runtime/dispatcher.ts";
import { keptText } from "../../../src/actors/runtime/kept-reply.ts";
import type { Plan } from "../../../src/actors/runtime/send.ts";
import { Unavailable } from "../../../src/actors/runtime/unavailable.ts";
import { type Attempt, CommandGateway } from "../../../src/http/idempotency/command-gateway.ts";
import { KeyClaims } from "../../../src/http/idempotency/key-claims.ts";
import { KeysBudget } from "../../../src/ingest/budgets/keys-budget.ts";
import { Problem } from "../../../src/ingest/problem.ts";
import { openLayout } from "../../../src/store/layout/layout.ts";
import { IdempotencyKeys } from "../../../src/store/partition/idempotency.ts";
import { intercepted } from "../../support/connections/intercepted.ts";
import { openRedis, withRedis } from "../../support/redis.ts";
import { until } from "../../support/until.ts";

const TERMS = { idempotency: { digest: "digest", fingerprint: "request" } };
const START = 1_000_000;
const RUNNING_MS = 10_000;
/** So late that an attempt of {@link START} counts as dead. */
const LATE = START + RUNNING_MS;

const COMMAND: Command = {
  type: "DeleteCustomer",
  storeKey: "t/s",
  slot: "1",
  key: "1",
  id: "c",
  withWishlists: true,
};

const PLAN = (): Plan => ({ partition: 0, command: COMMAND });

const isInProgress = (err: unknown) => err instanceof Problem && err.code === "RequestInProgress";
const unknownOutcome = () => new Unavailable("unknown", { isUnknown: true });

/** Processes that share one Redis. */
async function setUp(t: TestContext) {
  const { redis, keys } = withRedis(t);
  const layout = await openLayout(redis, keys, 1);
  const open = ({
    now = (): number => START,
    runningMs = RUNNING_MS,
    through = (own: Redis): Redis => own,
    send = (): Promise<Reply> => Promise.reject(unknownOutcome()),
    durably = <T>(work: () => Promise<T>): Promise<T> => work(),
  } = {}) => {
    const own = openRedis(t);
    const idempotencyKeys = new IdempotencyKeys(through(own), keys, layout);
    const log = pino({ level: "silent" });
    const budget = new KeysBudget(redis, keys, undefined, log);
    const claims = new KeyClaims(idempotencyKeys, { now, runningMs, log, budget, durably });
    const dispatcher = { send: send as Dispatcher["send"] };
    const gateway = new CommandGateway(dispatcher, idempotencyKeys, claims);
    return { gateway, crash: () => own.disconnect() };
  };
  const { digest } = TERMS.idempotency;
  /** Stores an answer, as the actor commits it. */
  const keep = (reply: Reply) => redis.set(keys.answer(0, digest), keptText(reply, "1"));
  return { open, keep, find: () => new IdempotencyKeys(redis, keys, layout).find(digest) };
}

/** Work that runs until the test ends it. */
function slow() {
  const attempts: Attempt[] = [];
  let [end, fail]: [() => void, (err: Error) => void] = [() => undefined, () => undefined];
  const ended = new Promise<string>((resolve, reject) => {
    end = () => resolve("done");
    fail = reject;
  });
  const run = (_: unknown, attempt: Attempt) => {
    attempts.push(attempt);
    return ended;
  };
  return { run, attempts, end: () => end(), fail: (err: Error) => fail(err) };
}

describe("CommandGateway.submitMany", () => {
  it("fails as its request did, even if Redis is away by then", async (t) => {
    const { open } = await setUp(t);
    const { gateway, crash } = open();
    const run = () => {
      crash();
      return Promise.reject(unknownOutcome());
    };
    await assert.rejects(
      gateway.submitMany(TERMS, run),
      (err: unknown) => err instanceof Unavailable && err.isUnknown,
    );
  });

  it("returns the result of an applied request, even if Redis is away by then", async (t) => {
    const { open } = await setUp(t);
    const { gateway, crash } = open();
    const run = () => {
      crash();
      return Promise.resolve("done");
    };
    assert.deepEqual(await gateway.submitMany(TERMS, run), { result: "done", replayed: false });
  });

  it("leaves the key to an attempt that has taken it over from one that counted as dead", async (t) => {
    const { open } = await setUp(t);
    const [first, second] = [open().gateway, open({ now: () => LATE }).gateway];
    const stalled = slow();
    const failing = first.submitMany(TERMS, stalled.run);
    await until("the first attempt runs", () => stalled.attempts.length === 1);
    const isDone = (_: unknown, attempt: Attempt) => Promise.resolve(attempt.isDone);
    assert.deepEqual(await second.submitMany(TERMS, isDone), { result: false, replayed: false });
    stalled.fail(unknownOutcome());
    await assert.rejects(failing, Unavailable);
    assert.deepEqual(await second.submitMany(TERMS, isDone), { result: true, replayed: true });
  });

  it("reports no request as done before its write is durable", async (t) => {
    const { open, find } = await setUp(t);
    const done = () => Promise.resolve("done");
    async function durably<T>(work: () => Promise<T>): Promise<T> {
      await work();
      throw unknownOutcome();
    }
    await assert.rejects(open({ durably }).gateway.submitMany(TERMS, done), Unavailable);
    assert.equal((await find())?.done, undefined);
    assert.deepEqual(await open().gateway.submitMany(TERMS, done), { result: "done", replayed: false });
  });

  it("keeps the record of an applied request if its repetition fails", async (t) => {
    const { open } = await setUp(t);
    const { gateway } = open();
    await gateway.submitMany(TERMS, () => Promise.resolve("done"));
    await assert.rejects(
      gateway.submitMany(TERMS, () => Promise.reject(unknownOutcome())),
      Unavailable,
    );
    const again = await gateway.submitMany(TERMS, (_, { isDone }) => Promise.resolve(isDone));
    assert.deepEqual(again, { result: true, replayed: true });
  });

  it("runs one of many retries, with the time of the first request", async (t) => {
    const { open } = await setUp(t);
    const dead = slow();
    void open().gateway.submitMany(TERMS, dead.run);
    await until("the first attempt runs", () => dead.attempts.length === 1);
    const work = slow();
    const retries = [1, 2, 3].map(() => open({ now: () => LATE }).gateway.submitMany(TERMS, work.run));
    const outcomes = Promise.allSettled(retries);
    await until("a retry runs", () => work.attempts.length > 0);
    await assert.rejects(open({ now: () => LATE }).gateway.submitMany(TERMS, work.run), isInProgress);
    work.end();
    dead.end();
    const refused = (await outcomes).filter((outcome) => outcome.status === "rejected");
    assert.ok(refused.every(({ reason }) => isInProgress(reason)));
    const firstTime = new Date(START).toISOString();
    // A retry that comes after the other one has ended gets its result.
    const attempts = work.attempts.filter(({ isDone }) => !isDone);
    assert.deepEqual(attempts, [{ firstTime, isRetry: true, isDone: false }]);
  });

  const retryOf = async (gateway: CommandGateway) =>
    (await gateway.submitMany(TERMS, (_, attempt) => Promise.resolve(attempt))).result;
  const RETRY = { firstTime: new Date(START).toISOString(), isRetry: true, isDone: false };

  it("runs the retry of a failed request at once, with the time of the first request", async (t) => {
    const { open, find } = await setUp(t);
    const failing = () => Promise.reject(new Unavailable("a partition is away"));
    for (const now of [START, START + 1]) {
      await assert.rejects(open({ now: () => now }).gateway.submitMany(TERMS, failing), Unavailable);
      assert.equal((await find())?.firstAt, START);
    }
    assert.deepEqual(await retryOf(open({ now: () => START + 2 }).gateway), RETRY);
  });

  it("keeps the time of the first request if the reply is lost to a retry that takes it over", async (t) => {
    const { open, find } = await setUp(t);
    const dead = slow();
    t.after(() => dead.end());
    const { gateway, crash } = open();
    void gateway.submitMany(TERMS, dead.run);
    await until("the first attempt runs", () => dead.attempts.length === 1);
    crash();
    const first = await find();
    let lost = 0;
    const through = (own: Redis) =>
      intercepted(own, async (args, send) => {
        const reply: unknown = await send();
        // The call that takes the key over is the first script.
        if (!args.some((arg) => String(arg).startsWith("EVAL")) || lost++ > 0) return reply;
        throw new Error("Command timed out");
      });
    const retry = open({ now: () => LATE, through }).gateway;
    await assert.rejects(retryOf(retry), /timed out/);
    await until("the key is released", async () => (await find())?.attempt === first?.attempt);
    assert.deepEqual(await retryOf(open({ now: () => LATE }).gateway), RETRY);
  });

  it("refreshes its claim while it runs", async (t) => {
    const { open, find } = await setUp(t);
    let now = START;
    const work = slow();
    const running = open({ now: () => now, runningMs: 30 }).gateway.submitMany(TERMS, work.run);
    await until("it runs", () => work.attempts.length === 1);
    now = LATE;
    await until("the claim is refreshed", async () => (await find())?.at === LATE);
    await assert.rejects(open({ now: () => LATE }).gateway.submitMany(TERMS, work.run), isInProgress);
    work.end();
    assert.deepEqual(await running, { result: "done", replayed: false });
    const { firstAt, done } = (await find()) ?? {};
    assert.deepEqual({ firstAt: firstAt ?? START, done }, { firstAt: START, done: true });
  });
});

describe("CommandGateway.submit", () => {
  it("reports an unknown outcome for an applied write whose record can no longer be read", async (t) => {
    const { open } = await setUp(t);
    const record = { about: "1", ids: { svc_customer_id: "c" }, digest: "d" };
    const { gateway, crash } = open({
      send() {
        crash();
        return Promise.resolve({ ok: true, record });
      },
    });
    const isUnknown = (err: unknown) => err instanceof Unavailable && err.isUnknown;
    await assert.rejects(
      gateway.submit({}, () => ({ partition: 0, command: COMMAND })),
      isUnknown,
    );
  });

  it("keeps the key of a command whose outcome is unknown", async (t) => {
    const { open } = await setUp(t);
    await assert.rejects(open().gateway.submit(TERMS, PLAN), Unavailable);
    await assert.rejects(open().gateway.submit(TERMS, PLAN), isInProgress);
  });

  it("answers a request that a faster one with its key made impossible as that one", async (t) => {
    const { open, keep } = await setUp(t);
    const deleted: Reply = { ok: true, version: "1" };
    const send = async () => {
      await keep(deleted);
      return deleted;
    };
    const { gateway: faster } = open({ send });
    const { gateway: slower } = open();
    // It begins before the faster one has the key, and finds no customer afterwards.
    const answered = slower.submit(TERMS, async () => {
      await faster.submit(TERMS, PLAN);
      throw new Problem("ResourceNotFound");
    });
    assert.deepEqual(await answered, { ...deleted, replayed: true });
  });

  it("refuses such a request with 409 while the faster one runs", async (t) => {
    const { open, find } = await setUp(t);
    const { gateway: faster } = open({ send: () => new Promise(() => undefined) });
    const answered = open().gateway.submit(TERMS, async () => {
      void faster.submit(TERMS, PLAN);
      await until("the faster request has the key", async () => (await find()) !== undefined);
      throw new Problem("ResourceNotFound");
    });
    await assert.rejects(answered, isInProgress);
  });
});
