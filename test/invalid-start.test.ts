import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, it } from "node:test";
import { embeddedPid, newDataDir, nodeArgs, runProgram } from "./support/programs.ts";
import { redisUrl, withLogin, withRedis } from "./support/redis.ts";

/** The program that `npm start` runs, from the bundle for tests. */
const MAIN = nodeArgs("src/main.ts");

const TAKEN = "the port is in use, perhaps by a running service; set PORT to another port";
const lastLine = (text: string) => text.trimEnd().split("\n").at(-1);

describe("the program with invalid input", () => {
  it("shows its roles and settings with --help, and names an unknown argument in one line", async () => {
    const run = (word: string) => runProgram([...MAIN, word]);
    const [help, unknown, extra] = await Promise.all([run("--help"), run("--rolle"), run("http")]);
    assert.equal(help.code, 0);
    assert.match(help.stdout, /--role all\|http\|worker\|jobs/);
    for (const name of ["PORT", "REDIS_URL", "CREDENTIALS_KEYS"]) assert.ok(help.stdout.includes(name));
    for (const [refused, word] of [
      [unknown, "--rolle"],
      [extra, "http"],
    ] as const) {
      assert.equal(refused.code, 2);
      assert.match(refused.stderr, new RegExp(`^[^\n]*'${word}'[^\n]*--help shows[^\n]*\n$`));
    }
  });

  it("exits with code 2 for an unknown role, and with code 1 for an invalid setting", async () => {
    const [role, setting] = await Promise.all([
      runProgram([...MAIN, "--role", "htpp"]),
      runProgram(MAIN, { PORT: "x" }),
    ]);
    assert.match(role.stderr, /--role must be one of all, http, worker, jobs/);
    assert.deepEqual([role.code, setting.code], [2, 1]);
  });

  it("reports in one line that its directory is not writable", async () => {
    const { code, stderr } = await runProgram(MAIN, { DATA_DIR: "/dev/null/data", PORT: "0" });
    assert.equal(code, 1);
    assert.match(stderr, /^\/dev\/null\S* cannot be written \(ENOTDIR\); set DATA_DIR [^\n]*\n$/);
  });

  it("reports in one line that the file with its key cannot be read", async (t) => {
    const { prefix } = withRedis(t);
    const dataDir = newDataDir(t);
    const file = join(dataDir, "credentials.key");
    mkdirSync(file);
    const env = { DATA_DIR: dataDir, REDIS_URL: redisUrl(), REDIS_PREFIX: prefix, PORT: "0" };
    const { code, stdout, stderr } = await runProgram(MAIN, env);
    assert.deepEqual([code, stderr], [1, `${file} cannot be read (EISDIR)\n`]);
    assert.doesNotMatch(stdout, /"stack"/);
  });

  it("reports once why a group of processes cannot start, such as for data with other partitions, and leaves nothing behind", async (t) => {
    const { redis, prefix, keys } = withRedis(t);
    await redis.hset(keys.meta, { partitions: 8, salt: "salt", layout: "1" });
    const dataDir = newDataDir(t);
    const env = { DATA_DIR: dataDir, REDIS_URL: redisUrl(), REDIS_PREFIX: prefix, PORT: "0", PROCESSES: "2" };
    const { code, stderr } = await runProgram(MAIN, env);
    assert.deepEqual(
      [code, stderr],
      [1, "PARTITIONS is 64, but the data was laid out with 8: set PARTITIONS to that number\n"],
    );
  });

  it("describes in one sentence what is wrong with its Redis", async (t) => {
    const [, host] = /:\/\/(?:[^@/]*@)?([^,/]+)/.exec(redisUrl()) ?? [];
    const env = { DATA_DIR: newDataDir(t), PORT: "0", REDIS_WAIT_S: "0" };
    const WRONG: [settings: Record<string, string>, sentence: string][] = [
      [
        { REDIS_URL: withLogin(redisUrl(), "nobody", "secret") },
        `REDIS_URL: the user name or the password for ${host} is wrong`,
      ],
      [
        { REDIS_URL: redisUrl(), JOBS_REDIS_URL: "redis://127.0.0.1:1", PROCESSES: "2" },
        "JOBS_REDIS_URL: 127.0.0.1:1 cannot be reached (ECONNREFUSED): start Redis there, or correct the address",
      ],
    ];
    const ended = await Promise.all(WRONG.map(([settings]) => runProgram(MAIN, { ...env, ...settings })));
    assert.deepEqual(
      ended.map(({ code, stderr }) => [code, stderr]),
      WRONG.map(([, sentence]) => [1, `${sentence}\n`]),
    );
    for (const { stdout } of ended) assert.doesNotMatch(stdout, /secret|"stack"/);
  });

  it("names every invalid variable on standard error, and starts nothing", async (t) => {
    const dataDir = newDataDir(t);
    const env = {
      DATA_DIR: dataDir,
      PORT: "secret",
      LEASE_MS: "1",
      REDIS_URL: "http://u:secret@x",
      DEMO_TENANT: "",
    };
    const { code, stdout, stderr } = await runProgram([...MAIN, "--role", "secret"], env);
    assert.equal(code, 1);
    assert.equal(stdout, "");
    for (const name of ["PORT", "LEASE_MS", "REDIS_URL", "--role"])
      assert.match(stderr, new RegExp(`^ {2}${name} must`, "m"));
    assert.doesNotMatch(stderr, /secret|DEMO_TENANT|^\s+at /m);
    assert.deepEqual(readdirSync(dataDir), []);
  });

  it("exits with an error if the port is taken, and leaves no Redis behind", async (t) => {
    const dataDir = newDataDir(t);
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    t.after(() => void other.close());
    const { port } = other.address() as { port: number };
    const { code, stderr } = await runProgram(MAIN, { DATA_DIR: dataDir, PORT: port.toString() });
    assert.deepEqual([code, lastLine(stderr)], [1, `cannot listen on 127.0.0.1:${port}: ${TAKEN}`]);
    assert.equal(embeddedPid(dataDir), undefined);
    assert.ok(!existsSync(join(dataDir, "demo.json")));
  });
});
