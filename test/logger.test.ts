import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { describe, it } from "node:test";
import { createLogger } from "../src/logger.ts";
import { nodeArgs } from "./support/programs.ts";
import type { Json } from "./support/service.ts";

/** The logged form of an error. */
function logged(err: Error): Json {
  const lines: string[] = [];
  createLogger("warn", { write: (line) => void lines.push(line) }).warn({ err }, "something failed");
  return JSON.parse(lines.join("")).err;
}

describe("an error in the log", () => {
  it("that combines several has the texts of all of them, each once", () => {
    const err = new AggregateError(
      [new Error("one"), new Error("two"), new Error("one"), "three"],
      "several",
    );
    const { message, causes } = logged(err);
    assert.deepEqual([message, causes], ["several", ["one", "two", "three"]]);
  });

  it("has only its code as a further member, because a Redis command error has arguments", () => {
    const err = Object.assign(new Error("away"), { code: "ECONNRESET", command: { args: ["secret"] } });
    const { stack, ...rest } = logged(err);
    assert.deepEqual(rest, { type: "Error", message: "away", code: "ECONNRESET" });
    assert.doesNotMatch(String(stack), /secret/);
  });

  it("of a command that was not sent reports a missing connection", () => {
    const err = new Error("Stream isn't writeable and enableOfflineQueue options is false");
    assert.deepEqual(logged(err), { type: "Error", message: "there is no connection to Redis" });
  });

  it("of a command whose connection ended names no option of a library, and has no stack", () => {
    const retried = new Error('Reached the max retries per request limit (which is 0). Refer to "..."');
    retried.name = "MaxRetriesPerRequestError";
    for (const err of [retried, new Error("Connection is closed."), new Error("Socket closed unexpectedly")])
      assert.equal(JSON.stringify(logged(err)).includes("stack"), false);
    assert.equal(logged(retried).message, "the connection to Redis was lost");
    assert.equal(logged(new Error("Connection is closed.")).message, "the connection to Redis was lost");
    assert.equal(logged(new Error("Command timed out")).message, "Redis did not answer in time");
    const several = logged(new AggregateError([retried, retried], "several"));
    assert.deepEqual(several.causes, ["the connection to Redis was lost"]);
  });

  it("of a pass over the Sentinels says that no primary was found, and has no stack", () => {
    const text = "All sentinels are unreachable. Retrying from scratch after 10ms.";
    const message = "no Sentinel names a primary that can be reached";
    assert.deepEqual(logged(new Error(text)), { type: "Error", message });
    const away = new Error(`${text} Last error: connect ECONNREFUSED 127.0.0.1:1`);
    assert.equal(logged(away).message, `${message}: connect ECONNREFUSED 127.0.0.1:1`);
  });

  it("that is a reply of Redis has no stack", () => {
    const err = new Error("MOVED 7358 127.0.0.1:7001");
    err.name = "ReplyError";
    assert.deepEqual(logged(err), { type: "Error", message: err.message });
  });

  it("of another server keeps its text, also if the text is the same", () => {
    const err = Object.assign(new Error("Connection is closed."), { code: "ECONNECTION" });
    assert.equal(logged(err).message, "Connection is closed.");
  });
});

describe("a process whose log has lost its reader", () => {
  it("ends with its exit code, although lines are left that it cannot write", async (t) => {
    const child = spawn(process.execPath, nodeArgs("test/programs/last-lines.ts"), {
      cwd: join(import.meta.dirname, ".."),
      stdio: ["pipe", "pipe", "ignore"],
    });
    t.after(() => child.kill("SIGKILL"));
    child.stdout.destroy();
    await once(child.stdout, "close");
    child.stdin.end();
    const [code] = (await once(child, "exit", { signal: AbortSignal.timeout(20_000) })) as [number | null];
    assert.equal(code, 3);
  });
});
