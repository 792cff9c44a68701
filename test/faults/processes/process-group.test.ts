import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { describe, it } from "node:test";
import { isAlive, newDataDir, nodeArgs, type Program, startProgram } from "../../support/programs.ts";
import type { Cleanup } from "../../support/redis.ts";
import { newestFirst } from "../../support/runner/newest-first.ts";
import { until } from "../../support/until.ts";

const PROCESSES = 3;

/** Processes that another one has started, and that have not ended. */
function childrenOf(pid: number): number[] {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=", "-o", "ppid="], { encoding: "utf8" });
  const pairs = stdout.split("\n").map((line) => line.trim().split(/ +/).map(Number));
  return pairs.flatMap(([child, parent]) => (child !== undefined && parent === pid ? [child] : []));
}

const countOf = ({ stdout }: Program, text: string) => stdout.split(text).length - 1;

/** Starts a group whose Redis is away. Resolves once its processes are there, which is long before they are up. */
async function startGroup(t: Cleanup): Promise<Program> {
  const cleanup = newestFirst(t);
  const group = startProgram(cleanup, [...nodeArgs("src/main.ts"), "--role", "all"], {
    REDIS_URL: "redis://127.0.0.1:1",
    DATA_DIR: newDataDir(cleanup),
    DEMO_TENANT: "off",
    PORT: "0",
    PROCESSES: PROCESSES.toString(),
  });
  await until("its processes are there", () => childrenOf(group.pid).length === PROCESSES);
  return group;
}

describe("a group of processes", () => {
  it("stops on a SIGTERM that comes while its processes load the program", async (t) => {
    const group = await startGroup(t);
    const started = childrenOf(group.pid);
    group.signal("SIGTERM");
    assert.equal((await group.end()).code, 0);
    assert.deepEqual(started.filter(isAlive), []);
  });

  it("stops each process cleanly when its first process is killed", async (t) => {
    const group = await startGroup(t);
    await until("all wait for Redis", () => countOf(group, "waiting for Redis") === PROCESSES);
    group.signal("SIGKILL");
    await until("all have stopped", () => countOf(group, '"msg":"stopped"') === PROCESSES);
  });

  it("goes on if a process dies while it waits for metrics, and another cannot be started at once", async (t) => {
    const group = startProgram(newestFirst(t), nodeArgs("test/programs/dying-group.ts"));
    await group.says(/started again/);
    group.signal("SIGTERM");
    assert.equal((await group.end()).code, 0);
  });
});
