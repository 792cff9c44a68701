import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { before, describe, it } from "node:test";
import { pino } from "pino";
import { inspectStore } from "../../src/store/redis/inspect.ts";
import { StartRefused } from "../../src/store/start-refused.ts";
import { atEnd } from "../support/redis.ts";
import { RedisServer } from "../support/redis-server.ts";
import { until } from "../support/until.ts";

const suite = atEnd();
let server: RedisServer;
before(async () => {
  server = await RedisServer.start(suite);
});

interface Looked {
  /** Why it was refused; undefined where it was taken. */
  refusal: string | undefined;
  log: string;
}

async function look(url: string, { requirePersistence = false, signal = new AbortController().signal } = {}) {
  const seen: Looked = { refusal: undefined, log: "" };
  const log = pino({ level: "warn" }, { write: (line: string) => void (seen.log += line) });
  await inspectStore({ name: "REDIS_URL", url, requirePersistence }, signal, log).catch((err: unknown) => {
    assert.ok(err instanceof StartRefused, String(err));
    seen.refusal = err.message.replaceAll(/127\.0\.0\.1:\d+/g, "<redis>");
  });
  return seen;
}

const at = (rest: string, scheme = "redis") => `${scheme}://${rest}`;
const host = () => new URL(server.url).host;

describe("inspectStore", () => {
  it("takes a Redis that is fit, and a database that there is", async () => {
    for (const url of [server.url, `${server.url}/3`])
      assert.deepEqual(await look(url, { requirePersistence: true }), { refusal: undefined, log: "" });
  });

  it("refuses a database that can not be selected", async () => {
    for (const db of ["99", "no"])
      assert.equal((await look(`${server.url}/${db}`)).refusal, `REDIS_URL: <redis> has no database ${db}`);
  });

  it("refuses an eviction policy that deletes data", async (t) => {
    t.after(() => server.redis.config("SET", "maxmemory-policy", "noeviction"));
    await server.redis.config("SET", "maxmemory-policy", "allkeys-lru");
    assert.match(
      (await look(server.url)).refusal ?? "",
      /maxmemory-policy allkeys-lru, .* must be noeviction$/,
    );
  });

  it("warns of missing persistence, and refuses it where persistence is required", async (t) => {
    t.after(() => server.redis.config("SET", "appendonly", "yes"));
    await server.redis.config("SET", "appendonly", "no");
    const { refusal, log } = await look(server.url);
    assert.equal(refusal, undefined);
    assert.match(log, /keeps no append-only file/);
    assert.match((await look(server.url, { requirePersistence: true })).refusal ?? "", /no append-only file/);
  });

  it("refuses a wrong password and a missing one, and shows none", async (t) => {
    t.after(() => server.redis.config("SET", "requirepass", ""));
    await server.redis.config("SET", "requirepass", "right");
    for (const login of [":wrong@", "somebody:wrong@"]) {
      const { refusal } = await look(at(`${login}${host()}`));
      assert.equal(refusal, "REDIS_URL: the user name or the password for <redis> is wrong");
    }
    assert.match((await look(server.url)).refusal ?? "", /<redis> wants a password/);
    assert.equal((await look(at(`:right@${host()}`))).refusal, undefined);
  });

  it("refuses what is no Redis, and TLS where none is spoken", async (t) => {
    const web = createServer((_, response) => response.end("hello"));
    await new Promise<void>((resolve) => web.listen(0, "127.0.0.1", resolve));
    t.after(() => void web.close());
    const other = `127.0.0.1:${(web.address() as AddressInfo).port}`;
    assert.equal((await look(at(other))).refusal, "REDIS_URL: what answers at <redis> is no Redis");
    assert.match((await look(at(host(), "rediss"))).refusal ?? "", /does not speak TLS/);
  });

  it("waits for a replica to become the primary, and for a server that is not there", async (t) => {
    t.after(() => server.redis.replicaof("NO", "ONE"));
    await server.redis.replicaof("127.0.0.1", "1");
    const waiting = look(server.url);
    await until("it waits", async () => (await server.redis.info("clients")) !== "");
    await server.redis.replicaof("NO", "ONE");
    assert.equal((await waiting).refusal, undefined);
    const stopping = new AbortController();
    const stopped = new Error("stopped");
    const log = pino({ level: "silent" });
    const looking = inspectStore(
      { name: "REDIS_URL", url: "redis://127.0.0.1:1", requirePersistence: false },
      stopping.signal,
      log,
    );
    stopping.abort(stopped);
    await assert.rejects(looking, stopped);
  });
});
