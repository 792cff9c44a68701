import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { loadScript } from "../../src/store/redis/script.ts";
import { withRedis } from "../support/redis.ts";

const FOLDER = new URL("../../src/store/lua/", import.meta.url);
const scripts = readdirSync(FOLDER).filter((file) => file.endsWith(".lua"));
/** Their outcomes are looked at through the functions that call them. */
const THROUGH_THEIR_CALLERS: Record<string, string> = {
  "cancel-command": 'describe("cancelCommand"',
  "commit-batches": 'describe("commitBatches"',
};

describe("the scripts", () => {
  it("say in their headers which keys and arguments they take and what they return", () => {
    assert.ok(scripts.length > 0);
    for (const file of scripts) {
      const text = readFileSync(new URL(file, FOLDER), "utf8");
      const header = text.slice(0, text.indexOf("]]"));
      assert.match(header, new RegExp(`^#!lua[^\\n]*\\n--\\[\\[\\n {2}${file.replace(".lua", "")}: `), file);
      for (const part of ["Keys", "Args", "Returns"])
        assert.match(header, new RegExp(`\\n {2}${part} `), file);
    }
  });

  it("have a test each", () => {
    const tests = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".test.ts") && file !== "script.test.ts")
      .map((file) => readFileSync(join(import.meta.dirname, file), "utf8"))
      .join("\n");
    for (const file of scripts) {
      const name = file.replace(".lua", "");
      const sign = THROUGH_THEIR_CALLERS[name] ?? `script("${name}")`;
      assert.ok(tests.includes(sign), `no test of ${file}`);
    }
  });
});

describe("loadScript", () => {
  it("runs also on a server that has forgotten the script", async (t) => {
    const { redis, prefix } = withRedis(t);
    const heartbeat = loadScript("heartbeat");
    for (let i = 0; i < 2; i++) {
      await redis.script("FLUSH");
      assert.deepEqual(await heartbeat.run(redis, [`${prefix}alive`], ["me", "5000"]), [1 - i, "me", 5000]);
    }
  });

  it("passes on what the script fails with, and does not run it again", async (t) => {
    const { redis, prefix } = withRedis(t);
    await redis.set(`${prefix}alive`, "no sorted set");
    await assert.rejects(loadScript("heartbeat").run(redis, [`${prefix}alive`], ["me", "5000"]), /WRONGTYPE/);
  });
});
