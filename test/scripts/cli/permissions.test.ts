import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import type { Redis } from "ioredis";
import { type BackupRecord, writeBackup } from "../../../scripts/cli/backup-file.ts";
import { COMMANDS } from "../../../scripts/cli/tool.ts";
import { LAYOUT_VERSION, openLayout } from "../../../src/store/layout/layout.ts";
import { dumpKeys } from "../../../src/store/redis/backup.ts";
import type { Ended } from "../../support/programs.ts";
import { type Cleanup, dump, keysWith, PARTITIONS, withRedis } from "../../support/redis.ts";
import { newestFirst } from "../../support/runner/newest-first.ts";
import { documentedRights, newUser } from "../../support/servers/limited-user.ts";
import { RedisServer } from "../../support/servers/redis-server.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { assertRefused, tool, toolText } from "../../support/tool.ts";

/** Data of a service that never ran, its backup, and the settings of the tool for users with other rights. */
async function withBackup(test: Cleanup) {
  const t = newestFirst(test);
  const { redis, prefix, keys } = withRedis(t);
  await openLayout(redis, keys, PARTITIONS);
  await redis.hset(keys.jobs("feeds"), "of", "the backup");
  const dir = tempFolder(t);
  const file = join(dir, "all.backup");
  const settings = { REDIS_PREFIX: prefix, DATA_DIR: dir };
  let users = 0;
  const envOf = async (...rights: string[]) => {
    const name = `user-${++users}-of-${prefix.slice(0, -1)}`;
    const url = await newUser(t, redis, { name, rights: [...documentedRights(prefix), ...rights] });
    return { ...settings, REDIS_URL: url };
  };
  await toolText(["backup", file], await envOf());
  await redis.hset(keys.jobs("feeds"), "of", "today");
  const all = () => contentOf(redis, prefix);
  return { redis, prefix, keys, dir, file, envOf, all };
}

/** The content of all keys with a prefix. */
async function contentOf(redis: Redis, prefix: string): Promise<string[]> {
  const names = await keysWith(redis, prefix);
  return Promise.all(names.map(async (name) => `${name} ${await dump(redis, name)}`));
}

describe("restore", () => {
  it("deletes nothing if the user may not restore, and says which permission is missing", async (t) => {
    const { prefix, file, envOf, all } = await withBackup(t);
    const before = await all();
    const refused = await tool(["restore", file, "--replace"], await envOf());
    assertRefused(
      refused,
      new RegExp(
        `^nothing was changed: the user of REDIS_URL may not run RESTORE on keys that start with ${prefix}; .*docs/redis.md`,
      ),
      "no RESTORE",
    );
    assert.equal(refused.code, 1);
    assert.deepEqual(await all(), before);
    for (const right of ["unlink", "hset"]) {
      const other = await tool(["restore", file, "--replace"], await envOf("+restore", `-${right}`));
      assertRefused(other, new RegExp(` may not run ${right.toUpperCase()} `), right);
      assert.deepEqual(await all(), before, right);
    }
  });

  it("works with the permissions of the guide", async (t) => {
    const { file, envOf, all } = await withBackup(t);
    await toolText(["restore", file, "--replace"], await envOf("+restore"));
    assert.match((await all()).join(), /the backup/);
    assert.doesNotMatch((await all()).join(), /today|trial/);
  });

  it("deletes nothing if the user of the queues may not restore", async (t) => {
    const { keys, prefix, file, envOf, all } = await withBackup(t);
    const before = await all();
    const jobs = await RedisServer.start(t);
    await jobs.redis.hset(keys.jobs("feeds"), "of", "today");
    await jobs.redis.call("ACL", "SETUSER", "jobs", "on", ">password", ...documentedRights(prefix));
    const env = {
      ...(await envOf("+restore")),
      JOBS_REDIS_URL: jobs.url.replace("://", "://jobs:password@"),
    };
    const refused = await tool(["restore", file, "--replace"], env);
    assertRefused(refused, /^nothing was changed: the user of JOBS_REDIS_URL may not run RESTORE/, "queues");
    assert.deepEqual([await all(), await jobs.redis.dbsize()], [before, 1]);
  });

  it("deletes nothing if Redis cannot read the values of a newer Redis", async (t) => {
    const { redis, prefix, dir, envOf, all } = await withBackup(t);
    const newer = join(dir, "newer.backup");
    const header = {
      layout: LAYOUT_VERSION,
      prefix,
      createdTime: "2026-01-01T00:00:00.000Z",
      online: false,
      credentialsKeys: [],
    };
    async function* records(): AsyncGenerator<BackupRecord> {
      for await (const record of dumpKeys(redis, prefix)) {
        // The version of the format is before the checksum of eight bytes.
        record.payload.writeUInt16LE(0xffff, record.payload.length - 10);
        yield { ...record, ofJobs: false };
      }
    }
    await writeBackup(newer, header, records());
    const before = await all();
    const refused = await tool(["restore", newer, "--replace"], await envOf("+restore"));
    assertRefused(refused, /^the Redis of REDIS_URL is older than that of the backup/, "older");
    assert.deepEqual(await all(), before);
  });

  it("deletes nothing if the credentials key of the backup cannot be stored", async (t) => {
    const { file, dir, envOf, all } = await withBackup(t);
    writeFileSync(join(dir, "file"), "");
    const before = await all();
    const env = { ...(await envOf("+restore")), CREDENTIALS_KEYS: "", DATA_DIR: join(dir, "file", "data") };
    const refused = await tool(["restore", file, "--replace"], env);
    assertRefused(refused, /ENOTDIR/, "no directory");
    assert.deepEqual(await all(), before);
  });
});

/** The tool as a user of Redis with other rights on the data of a service, and the result of each command. */
async function resultsOf(t: Cleanup, ...rights: string[]) {
  const { dir, file, envOf } = await withBackup(t);
  const env = await envOf(...rights);
  const input = join(dir, "rows.csv");
  writeFileSync(input, "sku,available\na,1\n");
  const values: Record<string, string> = { file: input, email: "a@example.com", shop: "a.myshopify.com" };
  const given: Record<string, string[]> = {
    backup: [join(dir, "new.backup")],
    restore: [file, "--replace"],
    "tenant set": ["acme", "--rate-limit", "5"],
    "dead-letter show": ["0-1-1"],
    "dead-letter redrive": ["--all"],
    "dead-letter discard": ["--all"],
    "job redrive": ["--all"],
    "job discard": ["--all"],
  };
  const extra: Record<string, string> = { yes: "", secret: "shpss", scope: "wishlists:read", name: "shop" };
  const results: [string, Ended][] = [];
  for (const { name, args = [], options = {} } of COMMANDS) {
    const required = Object.keys(options).filter((option) => options[option]?.required);
    const words = given[name] ?? [
      ...args.map((arg) => values[arg] ?? "acme"),
      ...required.flatMap((option) => [`--${option}`, extra[option] ?? "x"].filter((word) => word !== "")),
      ...(name === "shopify set" ? ["--secret", "shpss"] : []),
    ];
    results.push([name, await tool([...name.split(" "), ...words], env)]);
  }
  return results;
}

describe("every command", () => {
  for (const [what, rights] of [
    ["may not use the keys of the service", ["resetkeys", "~other:*"]],
    ["may only read", ["-@write"]],
    ["may not run scripts", ["-@scripting"]],
  ] as const)
    it(`says in one sentence that the user of Redis ${what}`, async (t) => {
      let refused = 0;
      for (const [name, result] of await resultsOf(newestFirst(t), ...rights)) {
        if (result.code === 0) continue;
        assert.equal(result.code, 1, `${name}: ${result.stderr}`);
        assertRefused(result, /^[^\n]+\n$/, name);
        if (/may not|lacks a permission/.test(result.stderr)) refused++;
      }
      assert.ok(refused > 5, String(refused));
    });
});

describe("a command that deletes before it writes", () => {
  it("changes nothing if the user may not run everything that the service needs", async (t) => {
    const { envOf, all } = await withBackup(t);
    const env = await envOf("-lpush");
    await toolText(["tenant", "create", "acme"], env);
    await toolText(["verify"], env);
    const before = await all();
    for (const words of [
      ["dead-letter", "redrive", "--all"],
      ["job", "redrive", "--all"],
      ["report", "recount", "acme"],
      ["tenant", "delete", "acme", "--yes"],
      ["verify", "--repair"],
    ])
      assertRefused(await tool(words, env), /^nothing was changed: .* may not run LPUSH on/, words.join(" "));
    assert.deepEqual(await all(), before);
  });
});
