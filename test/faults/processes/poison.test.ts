import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { DeadLetters } from "../../../src/store/partition/dead-letters.ts";
import { DEATH, FAULTS } from "../../programs/worker-faults.ts";
import { type Cluster, newCluster, PARTITIONS } from "../../support/processes.ts";
import { atEnd } from "../../support/redis.ts";
import { type Caller, given, type Json, type Service, unique, WS } from "../../support/service.ts";
import { until } from "../../support/until.ts";

/** With little memory, so that it is soon used up. */
const FAULTY = {
  entry: "test/programs/faulty-worker.ts",
  env: { NODE_OPTIONS: "--max-old-space-size=100" },
};
/** The ways in which workers die, and the signal that their processes end with. */
const DEATHS = [
  { env: { ...FAULTY.env, [DEATH]: "signal" }, signal: "SIGKILL" },
  { env: { ...FAULTY.env, [DEATH]: "memory" }, signal: "SIGABRT" },
] as const;
/** The first is not put down to the command: any of its batch may have caused it. */
const MAX_DEATHS = 1 + 3;

const add = (shop: Caller, wishlistId: string, wishlistItemRef: string) =>
  shop.post(`${WS}/wishlist/items`, {
    wishlistId,
    wishlistItemRef,
    product: { productRef: "p", selectedVariantRef: wishlistItemRef },
  });

const refsOf = async (shop: Caller, list: string): Promise<string[]> => {
  const { body } = await shop.get(`${WS}/wishlist/items?id=${list}`);
  return body.wishlistItems.map((item: Json) => item.wishlistItemRef as string);
};

const suite = atEnd();
let cluster: Cluster;
let http: Service;
before(async () => {
  cluster = newCluster(suite, { env: { ASK_TIMEOUT_MS: "60000" } });
  http = await cluster.serve("http");
});

describe("a command that kills the worker which applies it", () => {
  it("becomes a dead letter after three deaths, by a signal or without memory, and the commands behind it are applied", async () => {
    const { start, newShop, redis, keys } = cluster;
    const dying = (deaths: number) => given(DEATHS[deaths % DEATHS.length]);
    const startNext = (deaths: number, isWaiting: boolean) =>
      start("worker", { ...FAULTY, env: dying(deaths).env, isWaiting });
    let worker = await startNext(0, true);
    const shop = await newShop(http);
    const { id: list } = (await shop.newWishlist()) as { id: string };
    const poison = unique(FAULTS.die);
    const behind = Array.from({ length: 3 }, () => unique("r"));
    const killer = add(shop, list, poison);
    let isAnswered = false;
    void killer.then(() => (isAnswered = true));
    const others = behind.map((ref) => add(shop, list, ref));

    let deaths = 0;
    for (; ; worker = await startNext(deaths, false)) {
      await until(
        "the worker dies, or the command is dealt with",
        () => isAnswered || !worker.program.isRunning,
      );
      if (worker.program.isRunning) break;
      assert.equal((await worker.program.end()).signal, dying(deaths).signal);
      deaths++;
    }
    assert.equal((await killer).status, 500);
    assert.equal((await killer).body.code, "Internal");
    for (const answer of await Promise.all(others)) assert.equal(answer.status, 200, answer.text);
    assert.deepEqual((await refsOf(shop, list)).sort(), behind.sort());

    const letters = new DeadLetters(redis, keys, PARTITIONS);
    const [letter, ...rest] = await letters.list(10);
    assert.deepEqual(rest, []);
    assert.match(given(letter).payload, new RegExp(poison));
    assert.match(given(letter).reason, /crashed or blocked its worker/);
    assert.deepEqual(await letters.find(given(letter).id), letter);
    assert.ok(deaths >= 3 && deaths <= MAX_DEATHS, `${deaths} deaths`);
    await letters.discard(given(letter).id);
    worker.program.signal("SIGTERM");
    await worker.program.end();
  });
});

describe("a command whose handler throws", () => {
  it("is answered 500 and becomes a dead letter at once, and its partition continues", async () => {
    const { start, newShop, redis, keys } = cluster;
    const worker = await start("worker", FAULTY);
    const shop = await newShop(http);
    const { id: list } = (await shop.newWishlist()) as { id: string };
    const refs = [unique("r"), unique(FAULTS.throw), unique("r")];
    const answers = await Promise.all(refs.map((ref) => add(shop, list, ref)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 500, 200],
    );
    const [fine, bad, alsoFine] = refs;
    assert.equal(given(answers[1]).body.code, "Internal");
    assert.ok(!given(answers[1]).text.includes("does not like"), "the reason is for the operator alone");
    assert.deepEqual((await refsOf(shop, list)).sort(), [fine, alsoFine].sort());
    assert.equal((await add(shop, list, unique("r"))).status, 200);

    const [letter, ...rest] = await new DeadLetters(redis, keys, PARTITIONS).list(10);
    assert.deepEqual(rest, []);
    assert.match(given(letter).payload, new RegExp(given(bad)));
    assert.match(given(letter).reason, /does not like/);
    assert.equal(await worker.metric("wishlist_dead_letters_total"), 1);
    assert.ok(worker.program.isRunning);
  });
});
