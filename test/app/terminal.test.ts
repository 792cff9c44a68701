import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { stripVTControlCharacters } from "node:util";
import { embeddedPid, isAlive, newDataDir } from "../support/programs.ts";
import type { Cleanup } from "../support/redis.ts";
import { newestFirst } from "../support/runner/newest-first.ts";
import { given } from "../support/service.ts";
import { until } from "../support/until.ts";

const CTRL_C = "\x03";
const START_MS = 60_000;

/**
 * Runs `npm start` on a pseudo terminal, which `script` of util-linux creates.
 * If the start takes long, npm draws a spinner between the lines, so the test switches it off.
 */
function startOnTerminal(t: Cleanup, env: Record<string, string>) {
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn("script", ["--quiet", "--return", "--command", "npm start", "/dev/null"], {
    cwd: join(import.meta.dirname, "../.."),
    env: { PATH, HOME, TERM: "xterm", npm_config_progress: "false", ...env },
  });
  t.after(() => void child.kill("SIGKILL"));
  const terminal = { shown: "", press: (key: string) => child.stdin.write(key) };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (terminal.shown += text));
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const close = () => child.kill("SIGKILL");
  return { terminal, ended, close, isRunning: () => child.exitCode === null };
}

/** Returns the process that started another one, as /proc shows it. */
const parentOf = (pid: number) => Number(/\) \S+ (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8"))?.[1]);

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number);

describe("npm start on a terminal", () => {
  for (const processes of ["1", "2"]) {
    const start = async (t: TestContext) => {
      const cleanup = newestFirst(t);
      const dataDir = newDataDir(cleanup);
      const env = { DATA_DIR: dataDir, PORT: "0", PROCESSES: processes };
      const { terminal, ended, close, isRunning } = startOnTerminal(cleanup, env);
      const isReady = () => /curl -s .*\r?\n/.test(terminal.shown);
      await until("the service is ready, or has ended", () => isReady() || !isRunning(), START_MS);
      assert.ok(isReady(), terminal.shown);
      const redis = given(embeddedPid(dataDir));
      return { terminal, ended, close, pids: [redis, parentOf(redis)] };
    };

    it(`shows a log for people, and stops in order on Ctrl-C, with PROCESSES=${processes}`, async (t) => {
      const { terminal, ended, pids } = await start(t);
      assert.ok(pids.every(isAlive));
      terminal.press(CTRL_C);
      await ended;
      const shown = stripVTControlCharacters(terminal.shown);
      assert.match(shown, /^\[[\d:.]+\] INFO: listening\r?$/m);
      assert.match(shown, /INFO: stopping\r?\n +signal: "SIGINT"[^]*INFO: stopped\r?$/m);
      assert.doesNotMatch(shown, /"msg":/);
      assert.deepEqual(pids.filter(isAlive), []);
    });

    it(`ends with all its processes if the terminal is closed, with PROCESSES=${processes}`, async (t) => {
      const { close, pids } = await start(t);
      const [redis = 0, service = 0] = pids;
      const children = childrenOf(service).filter((pid) => pid !== redis);
      assert.equal(children.length, processes === "1" ? 0 : 2);
      close();
      await until("all processes have ended", () => ![...pids, ...children].some(isAlive), START_MS);
    });
  }
});
