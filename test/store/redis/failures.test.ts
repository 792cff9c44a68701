import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { hasRedisFailed, isRedisAway } from "../../../src/store/redis/failures.ts";
import { repliesOf } from "../../../src/store/redis/replies.ts";
import { RedisServer } from "../../support/servers/redis-server.ts";

/** The library's error for an error reply. */
const replyOf = (message: string) => Object.assign(new Error(message), { name: "ReplyError" });

describe("an error reply of Redis", () => {
  for (const message of [
    "MOVED 3999 127.0.0.1:7001",
    "ASK 3999 127.0.0.1:7001",
    "CLUSTERDOWN The cluster is down",
    "LOADING Redis is loading the dataset in memory",
    "READONLY You can't write against a read only replica.",
  ])
    it(`"${message}" is a temporary failure of Redis, not a fault of the service`, () =>
      assert.ok(isRedisAway(replyOf(message))));

  for (const message of ["WRONGTYPE Operation against a key", "ERR unknown command", "MOVEDON"])
    it(`"${message}" is a fault of the service`, () => assert.ok(!isRedisAway(replyOf(message))));
});

describe("an error with a code", () => {
  const withCode = (code: string) => Object.assign(new Error("failed"), { code });

  it("is a failure of the connection if the code is about one", () => {
    for (const code of ["ECONNREFUSED", "EPIPE", "ENOTFOUND", "ERR_SSL_WRONG_VERSION_NUMBER"])
      assert.ok(isRedisAway(withCode(code)), code);
  });

  it("is a fault of the service if it is of a wrong call", () => {
    let wrongCall: unknown;
    try {
      wrongCall = new URL("no address");
    } catch (err) {
      wrongCall = err;
    }
    assert.ok(wrongCall instanceof TypeError && !isRedisAway(wrongCall));
    for (const code of ["ERR_OUT_OF_RANGE", "ERR_INVALID_ARG_TYPE"])
      assert.ok(!isRedisAway(withCode(code)), code);
  });
});

describe("a transaction that Redis discards", () => {
  it("is a temporary failure if the memory of Redis is full, and a fault of the service if a command is wrong", async (t) => {
    const { redis } = await RedisServer.start(t);
    await assert.rejects(repliesOf(redis.multi().get("a").call("nonsense")), (err) => !hasRedisFailed(err));
    await redis.config("SET", "maxmemory", "1");
    const refused = repliesOf(redis.multi().get("a").get("b"));
    await assert.rejects(refused, /^\w+: OOM /);
    await assert.rejects(refused, hasRedisFailed);
  });

  it("is a temporary failure if the memory becomes full between its commands and its end", async (t) => {
    const { redis } = await RedisServer.start(t);
    await redis.multi({ pipeline: false });
    await redis.set("a", "1");
    const other = redis.duplicate();
    t.after(() => other.disconnect());
    await other.config("SET", "maxmemory", "1");
    const refused = redis.exec();
    await assert.rejects(refused, /because of: OOM /);
    await assert.rejects(refused, hasRedisFailed);
  });
});
