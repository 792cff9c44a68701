import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { pino } from "pino";
import { EmbeddedRedis } from "../../src/app/process/embedded-redis.ts";
import { ensureRedisServer, findRedisServer } from "../../src/app/process/redis-binary.ts";
import { StartRefused } from "../../src/errors/start-refused.ts";
import { openStore } from "../../src/store/redis/connection/connect.ts";
import {
  embeddedPid,
  isAlive,
  newDataDir,
  nodeArgs,
  type Program,
  startProgram,
} from "../support/programs.ts";
import { addressOf, atEnd, type Cleanup } from "../support/redis.ts";
import { newestFirst } from "../support/runner/newest-first.ts";
import { Caller, given, type Json, send, tokenRequest, WS } from "../support/service.ts";
import { tool } from "../support/tool.ts";
import { until } from "../support/until.ts";

const MAIN = nodeArgs("src/main.ts");
/** More than Linux gives as a process id. */
const NOBODY = 2 ** 30;

interface Service {
  program: Program;
  baseUrl: string;
  /** A caller with the demo tenant's credentials. */
  caller: () => Promise<Caller>;
}

const statusOf = (baseUrl: string) =>
  send(baseUrl, "GET", "/health/ready").then(
    ({ status }) => status,
    () => 0,
  );

/** Starts the service on a data directory, and waits until it serves. */
async function start(t: Cleanup, dataDir: string, env: Record<string, string> = {}): Promise<Service> {
  const program = startProgram(t, MAIN, {
    DATA_DIR: dataDir,
    PORT: "0",
    PUBLIC_URL: "http://x.test",
    ...env,
  });
  const [, port] = await program.says(/"port":(\d+),"msg":"listening"/);
  const baseUrl = `http://127.0.0.1:${port ?? ""}`;
  await until("it serves", async () => {
    if (!program.isRunning) throw new Error(program.stdout + program.stderr);
    return (await statusOf(baseUrl)) === 200;
  });
  const caller = async () => {
    const { tenantId, clientId, clientSecret } = JSON.parse(
      readFileSync(join(dataDir, "demo.json"), "utf8"),
    ) as Record<"tenantId" | "clientId" | "clientSecret", string>;
    const { body, text } = await tokenRequest(baseUrl, tenantId, {
      grant_type: "client_credentials",
      client_id: clientId,
      client_secret: clientSecret,
    });
    assert.ok(body.access_token, text);
    return new Caller(baseUrl, tenantId, body.access_token as string);
  };
  return { program, baseUrl, caller };
}

async function stop({ program }: Service): Promise<void> {
  program.signal("SIGTERM");
  const { code, stderr } = await program.end();
  assert.equal(code, 0, stderr);
}

/**
 * A folder for the path whose redis-server starts slowly and stores its process id first. Processes that still run are
 * killed when the test ends.
 */
function slowRedis(t: Cleanup, dataDir: string): { PATH: string; pids: () => number[] } {
  const bin = join(dataDir, "bin");
  const notes = join(dataDir, "pids");
  mkdirSync(bin);
  mkdirSync(notes);
  const script = `#!/bin/sh\n: > '${notes}'/$$\nsleep 1\nexec '${given(findRedisServer())}' "$@"\n`;
  writeFileSync(join(bin, "redis-server"), script, { mode: 0o755 });
  const pids = () => readdirSync(notes).map(Number);
  t.after(() => {
    for (const pid of pids().filter(isAlive)) process.kill(pid, "SIGKILL");
  });
  return { PATH: `${bin}:${process.env["PATH"] ?? ""}`, pids };
}

describe("the embedded Redis", () => {
  const suite = atEnd();
  const dataDir = newDataDir(suite);
  let service: Service;
  let list: Json;

  it("is restarted with all its data when it dies", async () => {
    service = await start(suite, dataDir);
    const shop = await service.caller();
    list = await shop.newWishlist({ name: "kept" });
    const first = given(embeddedPid(dataDir));
    process.kill(first, "SIGKILL");
    await until("another Redis runs", () => ![undefined, first].includes(embeddedPid(dataDir)));
    await until("it serves", async () => (await statusOf(service.baseUrl)) === 200);
    await until("it reads", async () => (await shop.get(`${WS}/wishlists?id=${list.id}`)).status === 200);
    await until("it writes", async () => {
      const product = { productRef: "p", selectedVariantRef: "v" };
      return (await shop.post(`${WS}/wishlist/items`, { wishlistId: list.id, product })).status === 200;
    });
  });

  it("of a killed service is stopped by the next start, which has all its data", async () => {
    service.program.signal("SIGKILL");
    await service.program.end();
    const left = given(embeddedPid(dataDir));
    assert.ok(isAlive(left), "it survives its killed service");
    service = await start(suite, dataDir);
    assert.match(service.program.stdout, /stopping the embedded Redis of an earlier process/);
    await until("the former Redis is gone", () => !isAlive(left));
    const shop = await service.caller();
    assert.equal((await shop.get(`${WS}/wishlists?id=${list.id}`)).body.name, "kept");
    await shop.newWishlist();
    assert.doesNotMatch(service.program.stdout, /client secret/);
  });

  it("is shared by a second service with the same data directory, and keeps running when that one stops", async () => {
    const redis = given(embeddedPid(dataDir));
    const second = await start(suite, dataDir);
    assert.equal(embeddedPid(dataDir), redis);
    const shop = await second.caller();
    assert.equal((await shop.get(`${WS}/wishlists?id=${list.id}`)).body.name, "kept");
    await shop.newItem(list.id);
    await stop(second);
    assert.ok(isAlive(redis));
    const { body } = await (await service.caller()).get(`${WS}/wishlists?id=${list.id}`);
    assert.equal(body.itemCount, 2);
    await stop(service);
    assert.ok(!isAlive(redis));
  });

  it("is started again at the same address by a service that shares it, when its own service stops", async (t) => {
    const cleanup = newestFirst(t);
    const dataDir = newDataDir(cleanup);
    const [first, second] = [await start(cleanup, dataDir), await start(cleanup, dataDir)];
    const shop = await second.caller();
    const { id } = await shop.newWishlist();
    const redis = given(embeddedPid(dataDir));
    await stop(first);
    assert.ok(!isAlive(redis));
    await until("the second service serves", async () => (await statusOf(second.baseUrl)) === 200);
    await until("it reads", async () => (await shop.get(`${WS}/wishlists?id=${id}`)).status === 200);
    await stop(second);
    assert.equal(embeddedPid(dataDir), undefined);
  });

  it("starts once when two services start on a data directory at the same time", async (t) => {
    const cleanup = newestFirst(t);
    const dataDir = newDataDir(cleanup);
    const { PATH, pids } = slowRedis(cleanup, dataDir);
    await Promise.all([start(cleanup, dataDir, { PATH }), start(cleanup, dataDir, { PATH })]);
    assert.equal(pids().filter(isAlive).length, 1);
  });

  it("is stopped too when its service is stopped during the start", async (t) => {
    const cleanup = newestFirst(t);
    const dataDir = newDataDir(cleanup);
    const { PATH, pids } = slowRedis(cleanup, dataDir);
    const program = startProgram(cleanup, MAIN, { DATA_DIR: dataDir, PORT: "0", PATH });
    await until("the Redis begins", () => pids().length === 1);
    program.signal("SIGTERM");
    const { code, stderr } = await program.end();
    assert.equal(code, 0, stderr);
    assert.deepEqual(pids().filter(isAlive), []);
  });
});

describe("an embedded server whose file is damaged", () => {
  /** Starts a server, stores a value, and damages the end of its file. */
  async function damaged(t: Cleanup, dataDir: string, lines: string[] = []) {
    const log = pino({ level: "info" }, { write: (line: string) => void lines.push(line) });
    const options = { binary: ensureRedisServer(() => undefined), dataDir, log };
    const server = await EmbeddedRedis.start(options);
    t.after(() => server.stop());
    const redis = openStore(addressOf(server.url), {});
    await redis.set("a", "1");
    await redis.config("SET", "appendfsync", "always");
    redis.disconnect();
    const folder = join(dataDir, "redis", "appendonlydir");
    const file = given(readdirSync(folder).find((name) => name.endsWith(".incr.aof")));
    appendFileSync(join(folder, file), "*3\r\n$3\r\nSET\r\nbroken\r\n");
    return { options, server };
  }

  it("is refused in one sentence, with what Redis says", async (t) => {
    const dataDir = newDataDir(t);
    const { options, server } = await damaged(t, dataDir);
    await server.stop();
    await assert.rejects(EmbeddedRedis.start(options), (err) => {
      assert.ok(err instanceof StartRefused);
      assert.match(err.message, /^the embedded Redis ended with 1: Bad file format .*redis-check-aof --fix/);
      return true;
    });
  });

  it("is started again less and less often, and the log has what Redis says", async (t) => {
    const dataDir = newDataDir(t);
    const lines: string[] = [];
    const { server } = await damaged(t, dataDir, lines);
    process.kill(given(server.pid), "SIGKILL");
    const failures = () => lines.filter((line) => line.includes("Bad file format")).length;
    await until("it has failed twice", () => failures() >= 2);
    assert.match(lines[0] ?? "", /the embedded Redis ended with SIGKILL; starting it again/);
    assert.equal(lines.length, 1 + failures());
  });
});

describe("an embedded server without its parent process", () => {
  it("is replaced although its exit status is never read", async (t) => {
    const dataDir = newDataDir(t);
    const binary = given(findRedisServer());
    // The parent becomes a program that never waits for its children. That program prints the id: a shell might still
    // read the exit status.
    const command = `'${binary}' --port 0 --save '' >/dev/null & echo $! >parent; exec tail -f parent`;
    const parent = spawn("sh", ["-c", command], { cwd: dataDir, stdio: ["ignore", "pipe", "inherit"] });
    t.after(() => void parent.kill("SIGKILL"));
    const [text] = (await once(parent.stdout, "data")) as [Buffer];
    const left = { url: "redis://127.0.0.1:1", pid: Number(text), owner: NOBODY };
    writeFileSync(join(dataDir, "redis.json"), JSON.stringify(left));
    const log = pino({ level: "silent" });
    const server = await EmbeddedRedis.start({ binary, dataDir, log, persistent: false });
    t.after(() => server.stop());
    assert.notEqual(embeddedPid(dataDir), left.pid);
    // A zombie: the process has ended, but still exists.
    assert.ok(isAlive(left.pid));
  });
});

describe("an embedded server that finds a snapshot", () => {
  it("is refused in one sentence if the append-only file is missing or empty, because it would start empty", async (t) => {
    const dataDir = newDataDir(t);
    const log = pino({ level: "silent" });
    const binary = ensureRedisServer(() => undefined);
    const launch = () => EmbeddedRedis.start({ binary, dataDir, log });
    mkdirSync(join(dataDir, "redis"), { recursive: true });
    const snapshot = join(dataDir, "redis", "dump.rdb");
    writeFileSync(snapshot, "REDIS0010");
    await assert.rejects(launch, StartRefused);
    rmSync(snapshot);
    await (await launch()).stop();
    writeFileSync(snapshot, "REDIS0010");
    await assert.rejects(launch, /dump.rdb has data, but .*appendonlydir has none/);
    rmSync(snapshot);
    const server = await launch();
    const redis = openStore(addressOf(server.url), {});
    await redis.set("a", "1");
    redis.disconnect();
    await server.stop();
    writeFileSync(snapshot, "REDIS0010");
    await (await launch()).stop();
    const refused = await tool(["backup", join(dataDir, "b")], { DATA_DIR: dataDir });
    assert.match(refused.stderr, /has no data of the service/);
  });
});

describe("the embedded Redis of another process", () => {
  it("is found on a machine without ps, so that no second server writes the same files", async (t) => {
    const dataDir = newDataDir(t);
    const options = { binary: ensureRedisServer(() => undefined), dataDir, log: pino({ level: "silent" }) };
    const first = await EmbeddedRedis.start(options);
    t.after(() => first.stop());
    const file = join(dataDir, "redis.json");
    // As if the process that started this one had started the server.
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), owner: process.ppid }));
    const { PATH } = process.env;
    t.after(() => (process.env["PATH"] = PATH));
    process.env["PATH"] = "/nowhere";
    const second = await EmbeddedRedis.start(options);
    t.after(() => second.stop());
    assert.equal(second.url, first.url);
  });
});
