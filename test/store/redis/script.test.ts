import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, it } from "node:test";
import { loadScript } from "../../../src/store/redis/script.ts";
import { withRedis } from "../../support/redis.ts";
import { SCRIPT_NAMES } from "../../support/sources/script-names.ts";

/** Tested through the functions that call them. */
const THROUGH_THEIR_CALLERS: Record<string, string> = {
  "partition/cancel-command": 'describe("cancelCommand"',
  "partition/commit-batches": 'describe("commitBatches"',
};

describe("the scripts", () => {
  it("describe their keys, arguments and result in their headers", () => {
    assert.ok(SCRIPT_NAMES.length > 0);
    for (const name of SCRIPT_NAMES) {
      const text = readFileSync(new URL(`../../../src/store/lua/${name}.lua`, import.meta.url), "utf8");
      const header = text.slice(0, text.indexOf("]]"));
      assert.match(header, new RegExp(`^#!lua[^\\n]*\\n--\\[\\[\\n {2}${basename(name)}: `), name);
      for (const part of ["Keys", "Args", "Returns"])
        assert.match(header, new RegExp(`\\n {2}${part} `), name);
    }
  });

  it("have a test each", () => {
    const folder = join(import.meta.dirname, "..");
    const tests = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".test.ts") && file !== "script.test.ts")
      .map((file) => readFileSync(join(folder, file), "utf8"))
      .join("\n");
    for (const name of SCRIPT_NAMES) {
      const sign = THROUGH_THEIR_CALLERS[name] ?? `script("${name}")`;
      assert.ok(tests.includes(sign), `no test of ${name}`);
    }
  });
});

describe("loadScript", () => {
  it("also runs on a server without the script", async (t) => {
    const { redis, prefix } = withRedis(t);
    const heartbeat = loadScript("structures/heartbeat");
    for (let i = 0; i < 2; i++) {
      await redis.script("FLUSH");
      assert.deepEqual(await heartbeat.run(redis, [`${prefix}alive`], ["me", "5000"]), [1 - i, "me", 5000]);
    }
  });

  it("passes on an error of the script, and does not run it again", async (t) => {
    const { redis, prefix } = withRedis(t);
    await redis.set(`${prefix}alive`, "no sorted set");
    await assert.rejects(
      loadScript("structures/heartbeat").run(redis, [`${prefix}alive`], ["me", "5000"]),
      /WRONGTYPE/,
    );
  });
});
