import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Cleanup } from "./redis.ts";
import { until } from "./until.ts";

/** Maximum time of a start: a busy machine starts a program slowly. */
const START_MS = 60_000;

const ROOT = join(import.meta.dirname, "../..");

/** Returns a free port. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/** A Node.js program of this repository in a separate process, with only the given environment. */
export class Program {
  stdout = "";
  stderr = "";
  readonly #child: ChildProcess;
  readonly #ended: Promise<Ended>;

  constructor(args: string[], env: Record<string, string>) {
    const { PATH = "", HOME = "" } = process.env;
    this.#child = spawn(process.execPath, args, {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "pipe"],
      env: { PATH, HOME, ...env },
    });
    this.#child.stdout?.setEncoding("utf8").on("data", (text: string) => (this.stdout += text));
    this.#child.stderr?.setEncoding("utf8").on("data", (text: string) => (this.stderr += text));
    this.#ended = new Promise((resolve, reject) => {
      this.#child.once("error", reject);
      // An orphan may keep the pipes open, so this does not wait for their end.
      this.#child.once("exit", (code, signal) => {
        setImmediate(() => resolve({ code, signal, stdout: this.stdout, stderr: this.stderr }));
      });
    });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }

  /** Resolves to the exit code and the output when the program has ended. */
  end(): Promise<Ended> {
    return this.#ended;
  }

  /** Waits until the standard output matches a pattern. Resolves to the match. */
  async says(pattern: RegExp): Promise<RegExpExecArray> {
    await until(
      `the program says ${pattern.source}`,
      () => {
        if (!this.isRunning) throw new Error(`the program ended: ${this.stdout}${this.stderr}`);
        return pattern.test(this.stdout);
      },
      START_MS,
    );
    const found = pattern.exec(this.stdout);
    if (!found) throw new Error("what was said is gone");
    return found;
  }
}

/** Starts a program, which is killed when the test ends. */
export function startProgram(t: Cleanup, args: string[], env: Record<string, string> = {}): Program {
  const program = new Program(args, env);
  t.after(async () => {
    if (program.isRunning) program.signal("SIGKILL");
    await program.end();
  });
  return program;
}

/** Runs a program to its end. */
export const runProgram = (args: string[], env: Record<string, string> = {}): Promise<Ended> =>
  new Program(args, env).end();

/** The arguments with which Node.js runs a program as it is delivered, in a folder of compiled programs. */
export const builtArgs = (program: string, built = "dist"): string[] => [
  `${built}/${program.replace(/\.ts$/, ".js")}`,
];

/**
 * The arguments with which Node.js runs a program of this repository from the bundle for tests, which starts with 40%
 * less CPU. The garbage collector uses one thread, because there are more processes than cores.
 */
export const nodeArgs = (program: string): string[] => [
  "--single-threaded-gc",
  `dist/cached/${program.replace(/\.ts$/, ".cjs")}`,
];

/** Runs a command of the operator's tool. */
export const wishlist = (words: string[], env: Record<string, string>): Promise<Ended> =>
  runProgram([...nodeArgs("scripts/wishlist.ts"), ...words], env);

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Returns the process id of the Redis that was last started with a data directory; undefined if there is none. */
export function embeddedPid(dataDir: string): number | undefined {
  try {
    return (JSON.parse(readFileSync(join(dataDir, "redis.json"), "utf8")) as { pid: number }).pid;
  } catch {
    return undefined;
  }
}

/** Creates a data directory. At the end of the test it is deleted, and a Redis that still uses it is killed. */
export function newDataDir(t: Cleanup): string {
  const dataDir = mkdtempSync(join(tmpdir(), "wishlist-start-"));
  t.after(() => {
    const pid = embeddedPid(dataDir);
    if (pid !== undefined && isAlive(pid)) process.kill(pid, "SIGKILL");
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 });
  });
  return dataDir;
}
