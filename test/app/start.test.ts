import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { before, describe, it } from "node:test";
import {
  embeddedPid,
  freePort,
  isAlive,
  newDataDir,
  type Program,
  startProgram,
} from "../support/programs.ts";
import { atEnd, redisUrl, withRedis } from "../support/redis.ts";
import { newestFirst } from "../support/runner/newest-first.ts";
import { Caller, CS, given, type Json, send, tokenRequest, WS } from "../support/service.ts";
import { tool, toolJson } from "../support/tool.ts";
import { until } from "../support/until.ts";

const packageText = readFileSync(join(import.meta.dirname, "../../package.json"), "utf8");
/** The program that `npm start` runs. */
const START = (JSON.parse(packageText) as { scripts: { start: string } }).scripts.start
  .replace(/^exec node /, "")
  .split(" ");

/** The line of the start message that requests a token, split as a shell would. */
function tokenLine(stdout: string): { url: URL; form: Record<string, string> } {
  const [, address = "", fields = ""] = /^ *curl -s (\S+)((?: -d \S+)+)$/m.exec(stdout) ?? [];
  const pairs = [...fields.matchAll(/ -d ([^=\s]+)=(\S+)/g)].map(([, name = "", value = ""]) => [
    name,
    value,
  ]);
  return { url: new URL(address), form: Object.fromEntries(pairs) as Record<string, string> };
}

async function callerOf(stdout: string): Promise<Caller> {
  const { url, form } = tokenLine(stdout);
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  const raw = new URLSearchParams(form).toString();
  const { status, body } = await send(url.origin, "POST", url.pathname, undefined, { headers, raw });
  assert.equal(status, 200);
  const [, tenant = ""] = /realms\/([^/]+)/.exec(url.pathname) ?? [];
  return new Caller(url.origin, tenant, body.access_token as string);
}

const isReady = (baseUrl: string) =>
  send(baseUrl, "GET", "/health/ready").then(
    ({ status }) => status === 200,
    () => false,
  );
const untilReady = (program: Program, baseUrl: string) =>
  until("the service is ready", () => {
    if (!program.isRunning) throw new Error(`it ended: ${program.stdout}${program.stderr}`);
    return isReady(baseUrl);
  });

describe("npm start", () => {
  const suite = atEnd();
  const dataDir = newDataDir(suite);
  let service: Program;
  let env: Record<string, string>;
  let baseUrl: string;
  let welcome: string;
  let shop: Caller;
  let list: Json;
  before(async () => {
    const port = await freePort();
    baseUrl = `http://localhost:${port}`;
    env = { DATA_DIR: dataDir, PORT: port.toString() };
    service = startProgram(suite, START, env);
    await service.says(/curl -s .*\n/);
    welcome = service.stdout;
  });

  it("needs only a free port: it prints its URL, and a command that gets a token", async () => {
    assert.match(welcome, new RegExp(`ready at ${baseUrl}$`, "m"));
    shop = await callerOf(welcome);
    assert.equal(shop.baseUrl, baseUrl);
    list = await shop.newWishlist({ name: "kept" });
    assert.equal((await shop.get(`${WS}/wishlists?id=${list.id}`)).body.name, "kept");
  });

  it("stores the credentials in a file that only this user can read", () => {
    const file = join(dataDir, "demo.json");
    assert.ok(welcome.includes(file));
    const { clientId, clientSecret, tenantId, owner, ...others } = JSON.parse(readFileSync(file, "utf8"));
    const { url, form } = tokenLine(welcome);
    assert.deepEqual([clientId, clientSecret], [form["client_id"], form["client_secret"]]);
    assert.deepEqual(others, { baseUrl, tokenUrl: url.href });
    assert.equal(tenantId, "demo");
    assert.match(welcome, new RegExp(`/portal:\\n\\n.*${owner.email}\\n.*${owner.password}\\n`));
    for (const name of ["demo.json", "redis.json"])
      assert.equal(statSync(join(dataDir, name)).mode & 0o777, 0o600, name);
    assert.equal(statSync(join(dataDir, "redis")).mode & 0o777, 0o700);
  });

  it("requires the password for its Redis", async () => {
    const { url } = JSON.parse(readFileSync(join(dataDir, "redis.json"), "utf8")) as { url: string };
    const open = new URL(url);
    open.password = "";
    const { code } = await tool(["tenant", "list"], { REDIS_URL: open.href });
    assert.equal(code, 1);
    const found = await toolJson(["tenant", "list"], { DATA_DIR: dataDir });
    assert.equal(found[0].tenantId, "demo");
  });

  it("stops on SIGTERM with all its processes, and exits with 0", async () => {
    const redis = given(embeddedPid(dataDir));
    assert.ok(isAlive(redis));
    service.signal("SIGTERM");
    const { code, stdout, stderr } = await service.end();
    assert.equal(code, 0, stderr);
    assert.match(stdout, /"msg":"stopped"/);
    assert.ok(!isAlive(redis));
    assert.equal(embeddedPid(dataDir), undefined);
    assert.ok(!(await isReady(baseUrl)));
  });

  it("starts again with all its data, and creates no new credentials", async () => {
    const file = readFileSync(join(dataDir, "demo.json"), "utf8");
    service = startProgram(suite, START, env);
    await untilReady(service, baseUrl);
    // The earlier token is still valid: keys and issuer are the same.
    assert.equal((await shop.get(`${WS}/wishlists?id=${list.id}`)).body.name, "kept");
    const again = await callerOf(welcome);
    const { body } = await again.get(`${WS}/wishlists/lookup?customerRef=${list.customerRef}`);
    assert.equal(body.wishlistCount, 1);
    await again.newItem(list.id);
    assert.doesNotMatch(service.stdout, /client secret|curl/);
    assert.ok(
      service.stdout.includes(`The credentials of the tenant demo are in ${join(dataDir, "demo.json")}.`),
    );
    assert.equal(readFileSync(join(dataDir, "demo.json"), "utf8"), file);
    service.signal("SIGINT");
    assert.equal((await service.end()).code, 0);
  });
});

describe("npm start with PROCESSES=2", () => {
  it("serves on one port from two processes, and stops cleanly", async (t) => {
    const cleanup = newestFirst(t);
    const dataDir = newDataDir(cleanup);
    const service = startProgram(cleanup, START, { DATA_DIR: dataDir, PORT: "0", PROCESSES: "2" });
    await service.says(/curl -s .*\n/);
    const listening = () =>
      [...service.stdout.matchAll(/"pid":(\d+),[^\n]*"port":(\d+),"msg":"listening"/g)].map(
        ([, pid, port]) => [Number(pid), Number(port)] as const,
      );
    await until("both listen", () => listening().length === 2);
    const [[one, port] = [0, 0], [two, samePort] = [0, 0]] = listening();
    assert.equal(port, samePort);
    assert.ok(one !== two && ![one, two].includes(service.pid));
    assert.equal(service.stdout.match(/client secret/g)?.length, 1);
    const baseUrl = `http://localhost:${port}`;
    // Connections go to the processes in turn, so many at once reach both.
    await until("both serve", async () =>
      (await Promise.all(Array.from({ length: 20 }, () => isReady(baseUrl)))).every(Boolean),
    );
    const shop = await callerOf(service.stdout);
    assert.equal(shop.baseUrl, baseUrl);
    const lists = await Promise.all(Array.from({ length: 20 }, () => shop.newWishlist()));
    for (const { id } of lists) assert.equal((await shop.get(`${WS}/wishlists?id=${id}`)).status, 200);
    // Each process answers for both.
    await until("the metrics are those of both", async () =>
      /^wishlist_partitions_owned 64$/m.test((await shop.get("/metrics")).text),
    );
    const redis = given(embeddedPid(dataDir));
    service.signal("SIGTERM");
    assert.equal((await service.end()).code, 0);
    assert.deepEqual([one, two, redis].filter(isAlive), []);
  });
});

describe("npm start with REDIS_URL", () => {
  it("uses that Redis, starts none, and stops cleanly by a signal that npm forwards", async (t) => {
    const cleanup = newestFirst(t);
    const { redis, prefix, keys } = withRedis(cleanup);
    const dataDir = newDataDir(cleanup);
    const { PATH = "", HOME = "" } = process.env;
    const npm = spawn("npm", ["start"], {
      cwd: join(import.meta.dirname, "../.."),
      env: { PATH, HOME, DATA_DIR: dataDir, REDIS_URL: redisUrl(), REDIS_PREFIX: prefix, PORT: "0" },
    });
    cleanup.after(() => void npm.kill("SIGKILL"));
    let stdout = "";
    npm.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    await until("it prints its URL", () => /curl -s .*\n/.test(stdout));
    const shop = await callerOf(stdout);
    await shop.newCustomer();
    assert.deepEqual(readdirSync(dataDir).sort(), ["credentials.key", "demo.json"]);
    assert.equal(await redis.sismember(keys.tenants, "demo"), 1);
    assert.equal((await tokenRequest(shop.baseUrl, "demo", {})).status, 400);
    assert.equal((await shop.get(`${CS}/customers/none`)).status, 404);
    npm.kill("SIGTERM");
    await until("the service has stopped", () => stdout.includes('"msg":"stopped"'));
    assert.ok(!(await isReady(shop.baseUrl)));
  });
});
