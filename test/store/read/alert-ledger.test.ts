import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { AlertLedger } from "../../../src/store/read/alert-ledger.ts";
import type { AlertRecord } from "../../../src/store/records/alerts.ts";
import { withRedis } from "../../support/redis.ts";

const address = { partition: 5, slot: "t/s:key", key: "key" };
const idOf = (number: number) => `a${String(number).padStart(5, "0")}`;

/** A customer with this number of alerts, and the number of fields in each reply of Redis about them. */
async function setUp(t: TestContext, count: number) {
  const { redis, keys } = withRedis(t);
  const numbers = Array.from({ length: count }, (_, i) => i + 1);
  const fields = numbers.map((number): [string, string] => [
    `back_in_stock ${number}`,
    JSON.stringify({ id: idOf(number), type: "back_in_stock", title: "x".repeat(100), cycle: number }),
  ]);
  await redis.hset(keys.alerts(5, address.slot), Object.fromEntries(fields));
  const replies: number[] = [];
  const call = redis.call.bind(redis) as (name: string, args: string[]) => Promise<unknown>;
  t.mock.method(redis, "call", async (name: string, args: string[]) => {
    const reply = await call(name, args);
    const [, , fields] = reply as [string, string, string[]];
    replies.push(fields.length / 2);
    return reply;
  });
  const ledger = new AlertLedger(redis, keys);
  const idsOf = async (isWanted?: (alert: AlertRecord) => boolean) =>
    (await ledger.namedOf(address, isWanted)).map(({ record }) => record.id);
  return { numbers, replies, idsOf };
}

describe("the alerts of a customer", () => {
  it("are read some at a time, the oldest first", async (t) => {
    const { numbers, replies, idsOf } = await setUp(t, 1000);
    assert.deepEqual(await idsOf(), numbers.map(idOf));
    assert.ok(Math.max(...replies) <= 100, replies.join());
  });

  it("are read by one command if they are few", async (t) => {
    const { numbers, replies, idsOf } = await setUp(t, 20);
    assert.deepEqual(await idsOf(), numbers.map(idOf));
    assert.deepEqual(replies, [20]);
  });

  it("are read without those that are not wanted", async (t) => {
    const { idsOf } = await setUp(t, 300);
    assert.deepEqual(await idsOf(({ cycle }) => cycle % 100 === 0), [100, 200, 300].map(idOf));
  });
});
