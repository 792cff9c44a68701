import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { before, describe, it } from "node:test";
import { pino } from "pino";
import { StartRefused } from "../../../src/errors/start-refused.ts";
import { redisAddress } from "../../../src/store/redis/connection/address.ts";
import type { TlsSetting } from "../../../src/store/redis/connection/tls-files.ts";
import type { DurabilityGoal } from "../../../src/store/redis/durability/level.ts";
import { hasWaitAof } from "../../../src/store/redis/server-info.ts";
import { inspectRedis } from "../../../src/store/redis/server/inspect.ts";
import { freePort } from "../../support/programs.ts";
import { atEnd } from "../../support/redis.ts";
import { newestFirst } from "../../support/runner/newest-first.ts";
import { newAuthority } from "../../support/servers/certificates.ts";
import { RedisServer } from "../../support/servers/redis-server.ts";
import { startSentinel } from "../../support/servers/sentinels.ts";
import { until } from "../../support/until.ts";

const suite = atEnd();
let server: RedisServer;
before(async () => {
  server = await RedisServer.start(suite);
});

interface Looked {
  /** The reason of a refusal; undefined if it was accepted. */
  refusal: string | undefined;
  log: string;
}

interface LookOptions {
  requirePersistence?: boolean;
  maxWaitMs?: number;
  prefix?: string;
  durability?: DurabilityGoal;
  /** TLS files by their settings. */
  files?: Partial<Record<TlsSetting, string>>;
}

const DEFAULTS = {
  requirePersistence: false,
  prefix: "wl:",
  maxWaitMs: 60_000,
  durability: { level: "memory", replicas: 1 },
} as const;

async function look(url: string, { files = {}, ...others }: LookOptions = {}) {
  const seen: Looked = { refusal: undefined, log: "" };
  const log = pino({ level: "warn" }, { write: (line: string) => void (seen.log += line) });
  const { signal } = new AbortController();
  const options = { ...DEFAULTS, ...others, signal, log };
  const address = redisAddress("REDIS_URL", url, (name) => files[name]);
  await inspectRedis(address, options).catch((err: unknown) => {
    assert.ok(err instanceof StartRefused, String(err));
    seen.refusal = err.message.replaceAll(/127\.0\.0\.1:\d+/g, "<redis>");
  });
  return seen;
}

const at = (rest: string, scheme = "redis") => `${scheme}://${rest}`;
const host = () => new URL(server.url).host;

describe("inspectRedis", () => {
  it("accepts a suitable Redis, and an existing database", async () => {
    for (const url of [server.url, `${server.url}/3`])
      assert.deepEqual(await look(url, { requirePersistence: true }), { refusal: undefined, log: "" });
  });

  it("refuses a database that cannot be selected", async () => {
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

  it("warns of missing persistence, and refuses it if persistence is required", async (t) => {
    t.after(() => server.redis.config("SET", "appendonly", "yes"));
    await server.redis.config("SET", "appendonly", "no");
    const { refusal, log } = await look(server.url);
    assert.equal(refusal, undefined);
    assert.match(log, /keeps no append-only file/);
    assert.match((await look(server.url, { requirePersistence: true })).refusal ?? "", /no append-only file/);
  });

  it("refuses a Redis that cannot keep the promise of DURABILITY, and warns of missing replicas", async (t) => {
    t.after(() => server.redis.config("SET", "appendfsync", "always"));
    const goal = (level: DurabilityGoal["level"]) => ({ durability: { level, replicas: 2 } });
    assert.deepEqual(await look(server.url, goal("disk")), { refusal: undefined, log: "" });
    const replicated = await look(server.url, goal("replica"));
    assert.equal(replicated.refusal, undefined);
    assert.match(replicated.log, /has 0 of the 2 replicas that DURABILITY=replica waits for/);
    await server.redis.config("SET", "appendfsync", "everysec");
    const [onDisk, onDisks] = [
      await look(server.url, goal("disk")),
      await look(server.url, goal("replica-disk")),
    ];
    if (hasWaitAof(await server.redis.info("server"))) {
      assert.equal(onDisk.refusal, undefined);
      assert.equal(onDisks.refusal, undefined);
    } else {
      assert.match(
        onDisk.refusal ?? "",
        /is Redis [\d.]+, on which DURABILITY=disk needs appendfsync always$/,
      );
      assert.match(onDisks.refusal ?? "", /is Redis [\d.]+, and DURABILITY=replica-disk needs 7.2 or newer$/);
    }
    t.after(() => server.redis.config("SET", "appendonly", "yes"));
    await server.redis.config("SET", "appendonly", "no");
    const { refusal } = await look(server.url, goal("disk"));
    assert.match(refusal ?? "", /keeps no append-only file, which DURABILITY=disk needs$/);
  });

  it("refuses a wrong password and a missing one, without showing one", async (t) => {
    t.after(() => server.redis.config("SET", "requirepass", ""));
    await server.redis.config("SET", "requirepass", "right");
    for (const login of [":wrong@", "somebody:wrong@"]) {
      const { refusal } = await look(at(`${login}${host()}`));
      assert.equal(refusal, "REDIS_URL: the user name or the password for <redis> is wrong");
    }
    assert.match((await look(server.url)).refusal ?? "", /<redis> needs a password/);
    assert.equal((await look(at(`:right@${host()}`))).refusal, undefined);
  });

  it("refuses a server that is not Redis, and TLS to a server without TLS", async (t) => {
    const web = createServer((_, response) => response.end("hello"));
    await new Promise<void>((resolve) => web.listen(0, "127.0.0.1", resolve));
    t.after(() => void web.close());
    const other = `127.0.0.1:${(web.address() as AddressInfo).port}`;
    assert.equal((await look(at(other))).refusal, "REDIS_URL: the server at <redis> is not Redis");
    for (const plain of [host(), other])
      assert.match((await look(at(plain, "rediss"))).refusal ?? "", /does not speak TLS/);
  });

  it("waits for a replica to become the primary, and for a server that is away", async (t) => {
    t.after(() => server.redis.replicaof("NO", "ONE"));
    await server.redis.replicaof("127.0.0.1", "1");
    const waiting = look(server.url);
    await until("it waits", async () => (await server.redis.info("clients")) !== "");
    await server.redis.replicaof("NO", "ONE");
    assert.equal((await waiting).refusal, undefined);
    const stopping = new AbortController();
    const stopped = new Error("stopped");
    const log = pino({ level: "silent" });
    const address = redisAddress("REDIS_URL", "redis://127.0.0.1:1");
    const looking = inspectRedis(address, { ...DEFAULTS, signal: stopping.signal, log });
    stopping.abort(stopped);
    await assert.rejects(looking, stopped);
  });

  it("gives up a replica and an address without a server after its maximum wait", async (t) => {
    t.after(() => server.redis.replicaof("NO", "ONE"));
    await server.redis.replicaof("127.0.0.1", "1");
    const { refusal } = await look(server.url, { maxWaitMs: 0 });
    assert.equal(refusal, "REDIS_URL: <redis> is a replica: the address must lead to the primary");
    for (const url of ["redis://127.0.0.1:1", "redis://127.0.0.1:1/3"])
      assert.equal(
        (await look(url, { maxWaitMs: 0 })).refusal,
        "REDIS_URL: <redis> cannot be reached (ECONNREFUSED): start Redis there, or correct the address",
      );
  });

  it("refuses a user that may not run all commands on the keys of the service, and names the missing permissions", async (t) => {
    const { redis } = server;
    t.after(() => redis.call("ACL", "DELUSER", "app"));
    const asApp = (...rules: string[]) =>
      redis
        .call("ACL", "SETUSER", "app", "reset", "on", ">secret", ...rules)
        .then(() => look(at(`app:secret@${host()}`)));
    const hint = "docs/redis.md has the required ACL rule";
    assert.equal((await asApp("~wl:*", "+@all")).refusal, undefined);
    assert.equal(
      (await asApp("~wl:*", "+@all", "-xadd", "-time")).refusal,
      `REDIS_URL: the user app of <redis> may not run XADD, TIME on keys that start with wl:; ${hint}`,
    );
    assert.match(
      (await asApp("~other:*", "+@all")).refusal ?? "",
      /may not run DEL, .* and \d+ more on keys/,
    );
    for (const rule of ["-info", "-eval -evalsha", "-@all"])
      assert.equal(
        (await asApp("~wl:*", "+@all", ...rule.split(" "))).refusal,
        `REDIS_URL: the user app of <redis> may not run all commands; ${hint}`,
        rule,
      );
    await redis.call("ACL", "SETUSER", "app", "off");
    assert.match((await look(at(`app:secret@${host()}`))).refusal ?? "", /the user name or the password/);
  });

  it("refuses an empty server with a snapshot with data beside its append-only file", async (t) => {
    const other = await RedisServer.start(t, { dbfilename: "old.rdb" }, (dir) =>
      writeFileSync(join(dir, "old.rdb"), "REDIS0010 and data"),
    );
    assert.match(
      (await look(other.url)).refusal ?? "",
      /^REDIS_URL: <redis> is empty, but \S+\/old\.rdb has data that Redis did not read/,
    );
    await other.redis.set("key", "value");
    assert.equal((await look(other.url)).refusal, undefined);
  });
});

describe("inspectRedis over TLS", () => {
  it("accepts a server if both sides trust each other, and describes the problem otherwise", async (t) => {
    const authority = newAuthority(t);
    const [own, other] = [
      authority.certify("server", "IP:127.0.0.1"),
      authority.certify("other", "DNS:other"),
    ];
    const port = await freePort();
    const served = {
      "tls-port": port,
      "tls-cert-file": own.cert,
      "tls-key-file": own.key,
      "tls-ca-cert-file": authority.ca,
    };
    const { redis } = await RedisServer.start(t, served);
    const url = at(`127.0.0.1:${port}`, "rediss");
    const client = authority.certify("client", "DNS:client");
    const stranger = newAuthority(t).certify("stranger", "DNS:stranger");
    const trusting = { REDIS_CA: authority.ca };
    const known = { ...trusting, REDIS_CERT: client.cert, REDIS_KEY: client.key };
    const refusalOf = async (files: LookOptions["files"] = {}) => (await look(url, { files })).refusal;
    assert.equal(await refusalOf(known), undefined);
    assert.equal(
      await refusalOf(),
      "REDIS_URL: the certificate of <redis> is not trusted: set REDIS_CA to its CA",
    );
    assert.equal(
      await refusalOf(trusting),
      "REDIS_URL: <redis> needs a client certificate: set REDIS_CERT and REDIS_KEY",
    );
    assert.equal(
      await refusalOf({ ...trusting, REDIS_CERT: stranger.cert, REDIS_KEY: stranger.key }),
      "REDIS_URL: <redis> does not trust the certificate of REDIS_CERT",
    );
    assert.match(
      (await look(at(`127.0.0.1:${port}`))).refusal ?? "",
      /needs TLS: the address must start with rediss$/,
    );
    await redis.call("CONFIG", "SET", "tls-cert-file", other.cert, "tls-key-file", other.key);
    assert.equal(
      await refusalOf(known),
      "REDIS_URL: the certificate of <redis> has another name: use a name that is in it",
    );
  });
});

describe("inspectRedis with Sentinels", () => {
  it("accepts the primary that they name, and describes the problem if they do not lead to one", async (t) => {
    const { port, redis } = await startSentinel(newestFirst(t), host());
    const sentinel = `127.0.0.1:${port}`;
    const asked = (url: string) => look(at(url, "redis+sentinel"), { maxWaitMs: 0 });
    const { refusal, log } = await asked(`127.0.0.1:1,${sentinel}/main/3`);
    assert.equal(refusal, undefined);
    assert.match(
      log,
      /accepts writes that no replica has, and a failover loses them: set min-replicas-to-write/,
    );
    const UNUSABLE: [url: string, refusal: string][] = [
      [`${sentinel}/other`, "REDIS_URL: the Sentinel <redis> has no primary named other"],
      [
        `${host()}/main`,
        "REDIS_URL: <redis> is not a Sentinel: the URL of a Redis starts with redis:// or rediss://",
      ],
      [`${sentinel}/main/99`, "REDIS_URL: <redis> has no database 99"],
      [
        "127.0.0.1:1/main",
        "REDIS_URL: <redis> cannot be reached (ECONNREFUSED): start Redis there, or correct the address",
      ],
    ];
    for (const [url, expected] of UNUSABLE) assert.equal((await asked(url)).refusal, expected);
    assert.match(
      (await look(at(sentinel))).refusal ?? "",
      /<redis> is a Sentinel: .* redis\+sentinel:\/\/ and end/,
    );
    await redis.call("ACL", "SETUSER", "watch", "on", ">secret", "+@all", "&*");
    await redis.call("ACL", "SETUSER", "default", "off");
    assert.match((await asked(`${sentinel}/main`)).refusal ?? "", /<redis> needs a password/);
    const login = "sentinelUsername=watch&sentinelPassword=secret";
    assert.equal((await asked(`${sentinel}/main?${login}`)).refusal, undefined);
  });
});
