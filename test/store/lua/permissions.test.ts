import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { loadScript } from "../../../src/store/redis/script.ts";
import { CLUSTER_COMMANDS, NEEDED_COMMANDS } from "../../../src/store/redis/server/permissions.ts";
import { openRedis, withRedis } from "../../support/redis.ts";
import { newestFirst } from "../../support/runner/newest-first.ts";
import { script } from "../../support/script.ts";
import { newUser } from "../../support/servers/limited-user.ts";
import { readSources } from "../../support/sources/sources.ts";

const start = script("server/missing-permissions");
const loaded = loadScript("server/missing-permissions");
/** Methods of other objects of the service with the name of a command. */
const OTHER_METHODS = new Set(
  "append copy debug digest discard dump keys move reset shutdown sort sync wait".split(" "),
);
/** Only the operator's tool writes and reads backups. */
const OF_THE_TOOL = "store/redis/backup.ts";
const ROOT = join(import.meta.dirname, "../../..");

/** The text of all scripts in a folder. */
function scriptsBelow(folder: string): string {
  const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => file.endsWith(".lua"))
    .map((file) => readFileSync(join(ROOT, folder, file), "utf8"))
    .join("\n");
}

describe("missing-permissions", () => {
  it("returns the names of the commands that the user may not run, in order", async (test) => {
    const t = newestFirst(test);
    const { call, redis, key } = start(t);
    const own = key("own");
    const calls = [["HSET", own], ["TIME"], ["GET", own], ["GET", "elsewhere"]];
    const quoted = calls.map((words) => JSON.stringify(words));
    assert.deepEqual(await call(quoted, []), []);
    const user = `user-of-${own}`;
    const url = await newUser(t, redis, { name: user, rights: [`~${own}`, "+@all", "-hset", "-time"] });
    const limited = openRedis(t, {}, url);
    assert.deepEqual(await loaded.run(limited, [], quoted), ["HSET", "TIME", "GET"]);
  });
});

describe("NEEDED_COMMANDS", () => {
  const needed = new Set(NEEDED_COMMANDS);
  const missing = (names: Iterable<string>) => [...new Set(names)].filter((name) => !needed.has(name)).sort();

  it("has every command of the scripts of the service and of its job queues", () => {
    const text = scriptsBelow("src/store/lua") + scriptsBelow("node_modules/bullmq/dist/cjs/commands");
    const calls = text.matchAll(/(?:redis\.p?|r)call\(\s*["']([A-Za-z]+)["']/g);
    assert.deepEqual(missing([...calls].map(([, name = ""]) => name.toUpperCase())), []);
  });

  it("has every command that the service sends directly", (t) => {
    const { redis } = withRedis(t);
    const commands = new Set(redis.getBuiltinCommands());
    const sources = readSources().filter(({ path }) => path !== OF_THE_TOOL);
    const ofCluster = new Set(CLUSTER_COMMANDS);
    const calls = sources.flatMap(({ tree }) => [...tree.text.matchAll(/\.([a-z]+)\(/g)]);
    const sent = calls
      .map(([, name = ""]) => name)
      .filter((name) => commands.has(name) && !OTHER_METHODS.has(name));
    assert.deepEqual(
      missing(sent.map((name) => name.toUpperCase())).filter((name) => !ofCluster.has(name)),
      [],
    );
  });
});
