import assert from "node:assert/strict";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, describe, it } from "node:test";
import { readKeyFile } from "../../../src/app/process/credential-keys.ts";
import { openLayout } from "../../../src/store/layout/layout.ts";
import { atEnd, keysWith, redisUrl, SEALING_KEY } from "../../support/redis.ts";
import { configure } from "../../support/servers/all-servers.ts";
import { startProxy } from "../../support/servers/proxy.ts";
import { RedisServer } from "../../support/servers/redis-server.ts";
import { CS, type Json, type Service, startService, WS } from "../../support/service.ts";
import { wishFor } from "../../support/shop.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { tool, toolJson, toolText } from "../../support/tool.ts";

const suite = atEnd();
const dir = tempFolder(suite);
const file = join(dir, "store.backup");
let service: Service;
let target: RedisServer;
let source: Record<string, string>;
let into: Record<string, string>;
let wished: { customer: Json; item: Json };
let credentials: Awaited<ReturnType<Service["newCaller"]>>["credentials"];
before(async () => {
  service = await startService(suite);
  target = await RedisServer.start(suite);
  source = { REDIS_URL: redisUrl(), REDIS_PREFIX: service.prefix };
  into = { ...source, REDIS_URL: target.url, CREDENTIALS_KEYS: "", DATA_DIR: dir };
  const caller = await service.newCaller();
  ({ credentials } = caller);
  wished = await wishFor(caller, { productRef: "p", variantRef: "v" });
});

const restore = (from: string, ...more: string[]) => tool(["restore", from, "--json", ...more], into);
const isEmpty = async () => (await keysWith(target.redis, service.prefix)).length === 0;

describe("backup and restore", () => {
  it("refuse while the service runs, and copy all data to another Redis once it is stopped", async () => {
    const refused = await tool(["backup", file], source);
    assert.deepEqual([refused.code, existsSync(file)], [1, false]);
    assert.match(refused.stderr, /--online/);
    await service.stop();
    const before = await keysWith(service.redis, service.prefix);
    const done = await tool(["backup", file, "--json"], source);
    assert.deepEqual([done.code, done.stderr], [0, ""]);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.equal((await tool(["backup", file], source)).code, 1);
    // Keys with a lifetime may have expired meanwhile.
    const after = await keysWith(service.redis, service.prefix);
    const { keys } = JSON.parse(done.stdout) as { keys: number };
    assert.ok(after.length <= keys && keys <= before.length, `${after.length}, ${keys}, ${before.length}`);
  });

  it("refuse a damaged or truncated file before they write anything", async () => {
    const whole = readFileSync(file);
    const bad = join(dir, "bad.backup");
    const flipped = Array.from({ length: 12 }, (_, i) => {
      const bytes = Buffer.from(whole);
      const at = Math.floor((i * (whole.length - 1)) / 11);
      bytes.writeUInt8((bytes[at] ?? 0) ^ 1, at);
      return bytes;
    });
    const cut = [whole.subarray(0, -1), whole.subarray(0, 5), Buffer.concat([whole, whole])];
    for (const bytes of [...flipped, ...cut]) {
      writeFileSync(bad, bytes);
      const { code, stderr } = await restore(bad);
      assert.equal(code, 1);
      assert.match(stderr, /damaged: nothing was written/);
      assert.ok(await isEmpty());
    }
  });

  it("are not used by the service or by other commands if the restore was interrupted, until it is repeated", async (t) => {
    const proxy = await startProxy(t, target.url);
    const hasArrived = proxy.loseReplyTo(1, "ABSTTL");
    const interrupted = await tool(["restore", file], { ...into, REDIS_URL: proxy.url });
    assert.deepEqual([interrupted.code, hasArrived()], [1, true]);
    assert.match(interrupted.stderr, /^Redis failed .*\. The data is incomplete.* again with --replace\.$/m);
    const { keys } = service;
    await assert.rejects(
      openLayout(target.redis, keys, keys.partitions),
      /a restore runs or was interrupted/,
    );
    for (const words of [
      ["tenant", "list"],
      ["backup", join(dir, "partial.backup")],
    ])
      assert.match((await tool(words, into)).stderr, /a restore runs or was interrupted/);
    assert.equal((await restore(file, "--replace")).code, 0);
    await openLayout(target.redis, keys, keys.partitions);
  });

  it("are not used either if the restore was interrupted while it removed the old data", async (t) => {
    const { keys } = service;
    const proxy = await startProxy(t, target.url);
    // The first two end the trials, of the data and of the queues.
    const hasArrived = proxy.loseReplyTo(3, "unlink");
    const interrupted = await tool(["restore", file, "--replace"], { ...into, REDIS_URL: proxy.url });
    assert.deepEqual([interrupted.code, hasArrived()], [1, true]);
    await assert.rejects(
      openLayout(target.redis, keys, keys.partitions),
      /a restore runs or was interrupted/,
    );
    assert.equal((await restore(file, "--replace")).code, 0);
    await openLayout(target.redis, keys, keys.partitions);
    await target.redis.flushall();
  });

  it("change nothing if the memory of Redis is full, also if the current data may be replaced", async (t) => {
    const { keys } = service;
    t.after(() => configure(target.redis, "maxmemory", "0"));
    await target.redis.set(`${keys.prefix}old`, "data");
    await configure(target.redis, "maxmemory", "1");
    const { code, stderr } = await tool(["restore", file, "--replace"], into);
    assert.equal(code, 1);
    assert.match(stderr, /^cannot write to the Redis of REDIS_URL \(OOM .*\)\. Nothing was changed\.$/m);
    assert.deepEqual(await keysWith(target.redis, keys.prefix), [`${keys.prefix}old`]);
    await configure(target.redis, "maxmemory", "0");
    await target.redis.flushall();
  });

  it("do not write a file that another backup writes", async () => {
    const other = join(dir, "other.backup");
    writeFileSync(`${other}.part`, "");
    const { code, stderr } = await tool(["backup", other, "--online"], source);
    assert.equal(code, 1);
    assert.match(stderr, /other\.backup\.part exists: another backup writes it/);
    assert.ok(existsSync(`${other}.part`));
  });

  it("report a file that cannot be read or written", async () => {
    const backup = await tool(["backup", join(dir, "none", "x.backup"), "--online"], source);
    assert.deepEqual([backup.code, backup.stderr.split(":")[0]], [1, "ENOENT"]);
    const { code, stderr } = await restore(dir);
    assert.deepEqual([code, JSON.parse(stderr)], [1, { error: { message: `there is no file ${dir}` } }]);
  });

  it("refuse another prefix, and a Redis that is not empty unless it may be replaced", async () => {
    assert.match((await tool(["restore", file], { ...into, REDIS_PREFIX: "other:" })).stderr, /REDIS_PREFIX/);
    const key = `${service.prefix}left`;
    await target.redis.set(key, "1");
    assert.match((await restore(file)).stderr, /--replace/);
    const { code, stderr } = await restore(file, "--replace");
    assert.deepEqual([code, stderr], [0, ""]);
    assert.equal(await target.redis.exists(key), 0);
    assert.equal(String(readFileSync(join(dir, "credentials.key"))), SEALING_KEY);
  });

  it("name the Redis of the job queues if it is not empty, because a running service may use it", async (t) => {
    const jobs = await RedisServer.start(t);
    const queue = `${service.keys.jobs("feeds")}:feeds:id`;
    await jobs.redis.set(queue, "1");
    const { code, stderr } = await tool(["restore", file], {
      ...into,
      REDIS_URL: `${target.url}/1`,
      JOBS_REDIS_URL: jobs.url,
    });
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^the Redis of JOBS_REDIS_URL has job queues: leave JOBS_REDIS_URL out if .*--replace/,
    );
    assert.equal(await jobs.redis.exists(queue), 1);
  });

  it("put the job queues into the Redis that the settings name now, and nowhere else", async (t) => {
    const jobs = await RedisServer.start(t);
    const queue = `${service.keys.jobs("feeds")}:feeds:id`;
    await service.redis.set(queue, "of the data");
    await jobs.redis.set(queue, "of the queues");
    const both = { ...source, JOBS_REDIS_URL: jobs.url };
    const from = { together: join(dir, "together.backup"), apart: join(dir, "apart.backup") };
    await toolText(["backup", from.together], source);
    await toolText(["backup", from.apart], both);
    const restored = async (name: keyof typeof from, env: Record<string, string>) => {
      await toolText(["restore", from[name], "--replace"], { ...into, ...env });
      return [await target.redis.get(queue), await jobs.redis.get(queue)];
    };
    const apart = { JOBS_REDIS_URL: jobs.url };
    assert.deepEqual(await restored("together", apart), [null, "of the data"]);
    assert.deepEqual(await restored("apart", apart), [null, "of the queues"]);
    await jobs.redis.flushall();
    assert.deepEqual(await restored("apart", {}), ["of the queues", null]);
  });

  it("restore all keys of a backup that was written during the rotation of the credentials key", async (t) => {
    const other = Buffer.alloc(32, 7).toString("base64");
    const [both, lost] = [join(dir, "both.backup"), tempFolder(t)];
    await toolText(["backup", both], { ...source, CREDENTIALS_KEYS: `${other},${SEALING_KEY}` });
    const refused = await tool(["restore", both, "--replace"], { ...into, CREDENTIALS_KEYS: other });
    assert.match(refused.stderr, /set CREDENTIALS_KEYS to .*, or leave it empty/);
    await toolText(["restore", both, "--replace"], { ...into, DATA_DIR: lost });
    const { keyId, known } = await toolJson(["credentials-key", "show"], { ...into, DATA_DIR: lost });
    assert.deepEqual([typeof keyId, known], ["string", true]);
    assert.deepEqual(
      readKeyFile(join(lost, "credentials.key")).map((key) => key.toString("base64")),
      [other, SEALING_KEY],
    );
  });

  it("restore a service that issues tokens to the same client and serves the same wishlists", async () => {
    const env = { DATA_DIR: dir, CREDENTIALS_KEYS: "" };
    const again = await startService(suite, env, { prefix: service.prefix, redisUrl: target.url });
    const caller = await again.callerFor(credentials);
    const { customer, item } = wished;
    const { body } = await caller.get(`${WS}/wishlist/items/${item.id}`);
    assert.equal(body.product.productRef, item.product.productRef);
    assert.equal((await caller.get(`${CS}/customers/${customer.id}`)).body.id, customer.id);
    await wishFor(caller, { productRef: "q", variantRef: "v" });
  });
});
