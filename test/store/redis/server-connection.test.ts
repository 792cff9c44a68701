import assert from "node:assert/strict";
import { once } from "node:events";
import { describe, it, type TestContext } from "node:test";
import { setImmediate as turn, setTimeout as pause } from "node:timers/promises";
import type { Redis } from "ioredis";
import { openStore } from "../../../src/store/redis/connection/connect.ts";
import { ready } from "../../../src/store/redis/connection/ready.ts";
import { addressOf } from "../../support/redis.ts";
import { newestFirst } from "../../support/runner/newest-first.ts";
import { startProxy } from "../../support/servers/proxy.ts";
import { RedisServer } from "../../support/servers/redis-server.ts";
import { until } from "../../support/until.ts";

const DIRECT = { enableOfflineQueue: false, maxRetriesPerRequest: 0 };

async function setUp(t: TestContext): Promise<{ redis: Redis; server: RedisServer; writes: () => number }> {
  const server = await RedisServer.start(t);
  const redis = openStore(addressOf(server.url), DIRECT);
  t.after(() => redis.disconnect());
  await ready(redis, t.signal);
  let count = 0;
  const watch = () => {
    const { stream } = redis;
    const flush = stream._writev?.bind(stream);
    assert.ok(flush);
    stream._writev = (chunks, done) => {
      count++;
      flush(chunks, done);
    };
    const write = stream._write.bind(stream);
    stream._write = (...args) => {
      count++;
      write(...args);
    };
  };
  watch();
  redis.on("ready", watch);
  return { redis, server, writes: () => count };
}

/** A connection and a duplicate as the job queues create it, with a short timeout for a silent server. */
async function openWithDuplicate(t: TestContext, url: string): Promise<Redis[]> {
  const redis = openStore(addressOf(url), { ...DIRECT, silenceMs: 200 });
  const both = [redis, redis.duplicate({ connectionName: "duplicate" })];
  t.after(() => both.forEach((each) => each.disconnect()));
  await Promise.all(both.map((each) => ready(each, t.signal)));
  return both;
}

describe("a connection to a server", () => {
  it("sends the commands of one turn of the event loop together, including those that follow from them", async (t) => {
    const { redis, writes } = await setUp(t);
    const sent = Array.from({ length: 20 }, (_, i) => redis.incrby("count", i));
    const later = Promise.resolve().then(() => redis.get("count"));
    await turn();
    await turn();
    assert.equal(writes(), 1);
    assert.equal((await Promise.all(sent)).at(-1), 190);
    assert.equal(await later, "190");
  });

  it("still sends the commands of the turn in which it is closed", async (t) => {
    const { redis } = await setUp(t);
    const sent = redis.set("key", "value");
    redis.disconnect();
    assert.equal(await sent, "OK");
  });

  it("rejects the commands of the turn in which it breaks, and continues once it is open again", async (t) => {
    const { redis, writes } = await setUp(t);
    const lost = redis.set("key", "lost");
    redis.stream.destroy();
    await assert.rejects(lost);
    await ready(redis, t.signal);
    const before = writes();
    const sent = [redis.exists("key"), redis.set("key", "sent"), redis.get("key")];
    assert.deepEqual(await Promise.all(sent), [0, "OK", "sent"]);
    assert.equal(writes(), before + 1);
  });

  it("breaks if its peer is silent, and is opened again, as its duplicate is", async (t) => {
    const server = await RedisServer.start(t);
    const proxy = await startProxy(t, server.url);
    const both = await openWithDuplicate(t, proxy.url);
    const broken = both.map((redis) => once(redis, "error"));
    proxy.freeze();
    const fails = { name: "MaxRetriesPerRequestError" };
    await Promise.all(both.map((redis) => assert.rejects(redis.get("key"), fails)));
    for (const err of await Promise.all(broken))
      assert.match(String(err), /no answer from Redis for 200 milliseconds/);
    for (const redis of both) {
      await ready(redis, t.signal);
      assert.equal(await redis.get("key"), null);
    }
  });

  it("breaks also without commands, if it is probed", async (t) => {
    const server = await RedisServer.start(t);
    const proxy = await startProxy(t, server.url);
    const redis = openStore(addressOf(proxy.url), { ...DIRECT, silenceMs: 200, isProbed: true });
    t.after(() => redis.disconnect());
    await ready(redis, t.signal);
    const broken = once(redis, "error");
    const closed = new Promise((resolve) => redis.once("close", resolve));
    proxy.freeze();
    assert.match(String(await broken), /no answer from Redis for 200 milliseconds/);
    await closed;
    await ready(redis, t.signal);
    assert.equal(await redis.get("key"), null);
  });

  it("does not break if its own process was suspended, nor without commands", async (t) => {
    const server = await RedisServer.start(t);
    const both = await openWithDuplicate(t, server.url);
    for (const redis of both) redis.once("close", () => assert.fail("the connection is closed"));
    const asked = both.map((redis) => redis.blpop("list", 0.05));
    await turn();
    const until = performance.now() + 1000;
    while (performance.now() < until);
    assert.deepEqual(await Promise.all(asked), [null, null]);
    await pause(500);
    for (const redis of both) {
      assert.equal(await redis.get("key"), null);
      redis.removeAllListeners("close");
    }
  });

  it("reports its end, also if it is closed between two attempts to connect", async (t) => {
    const { redis, server } = await setUp(t);
    await server.kill();
    await until("it tries again", () => redis.status === "reconnecting");
    const ended = once(redis, "end");
    redis.disconnect();
    await ended;
    assert.equal(redis.status, "end");
    await assert.rejects(redis.get("key"), /Connection is closed/);
  });

  it("rejects commands that wait for the next attempt to connect", async (t) => {
    const server = await RedisServer.start(t);
    const redis = openStore(addressOf(server.url), {
      retryStrategy: () => 60_000,
      maxRetriesPerRequest: null,
    });
    t.after(() => redis.disconnect());
    redis.on("error", () => undefined);
    await ready(redis, t.signal);
    const between = once(redis, "reconnecting");
    await server.kill();
    await between;
    const waits = assert.rejects(redis.get("key"), /Connection is closed/);
    redis.disconnect();
    await waits;
  });

  it("rejects commands that wait for an answer to be sent again, if it ends before it is open again", async (test) => {
    const t = newestFirst(test);
    const server = await RedisServer.start(t);
    const redis = openStore(addressOf(server.url), { maxRetriesPerRequest: null });
    t.after(() => redis.disconnect());
    redis.on("error", () => undefined);
    await ready(redis, test.signal);
    // It accepts connections, and does not answer.
    process.kill(server.pid, "SIGSTOP");
    t.after(() => {
      process.kill(server.pid, "SIGCONT");
    });
    const rejected = assert.rejects(redis.get("key"), /Connection is closed/);
    await turn();
    redis.stream.destroy();
    await until("it is connected again", () => redis.status === "connect");
    redis.disconnect();
    await rejected;
  });
});
