import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { openLayout } from "../../../src/store/layout/layout.ts";
import { newDataDir, wishlist } from "../../support/programs.ts";
import { atEnd, PARTITIONS } from "../../support/redis.ts";
import { configure } from "../../support/servers/all-servers.ts";
import { startOwnStore } from "../../support/servers/own-store.ts";
import { type Caller, unique, WS } from "../../support/service.ts";
import { sharedService } from "../../support/shared-service.ts";
import { tool, toolEnv } from "../../support/tool.ts";

const suite = atEnd();
const folder = newDataDir(suite);
let env: Record<string, string>;
let shop: Caller;
before(async () => {
  const service = await sharedService();
  shop = await service.newCaller();
  env = toolEnv(service);
});

function newFile(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const call = (kind: string, words: string[]) => ["feed", kind, shop.tenantId, ...words];
const run = (kind: string, ...words: string[]) => tool(call(kind, words), env);

describe("feed", () => {
  it("applies a file and shows its progress, the counts of its rows, and the same again later", async () => {
    const ref = unique("v");
    const levels = Array.from(
      { length: 1200 },
      (_, i) => `${JSON.stringify({ sku: `${ref}-${i}`, available: i })}\n`,
    );
    const file = newFile("levels.ndjson.gz", gzipSync(levels.join("")));
    const { code, stdout, stderr } = await wishlist(call("stock-levels", [file]), env);
    assert.equal(code, 0, stderr);
    const [, id = ""] =
      /^Feed (\w+) of stock-levels is finished: 1200 rows, 1200 parked\.$/m.exec(stdout) ?? [];
    assert.match(stderr, /^bytes .*\d of [\d,]+$/m);
    assert.equal((await shop.get(`${WS}/feeds/${id}`)).body.counts.applied.parked, 1200);
    assert.equal((await run("show", id)).stdout, stdout);
  });

  it("exits with 1 and the lines if rows were rejected", async () => {
    const [id, other] = [unique("p"), unique("p")];
    const file = newFile(
      "products.csv",
      `productRef,title,prerelease\n${id},Tent,maybe\n${other},Rope,true\n`,
    );
    const words = await run("products", file);
    assert.equal(words.code, 1);
    assert.match(words.stdout, /2 rows, 1 created, 1 rejected\.\n {2}line 2: \/prerelease must be one of/);
    const json = await run("products", file, "--json");
    assert.equal(json.code, 1);
    const { counts, errors } = JSON.parse(json.stdout);
    assert.deepEqual([counts, errors[0].line], [{ read: 2, applied: { unchanged: 1 }, rejected: 1 }, 2]);
  });

  it("says why the file was not read, and what to do, if the memory of Redis is full", async (t) => {
    const { url, redis, prefix, keys } = await startOwnStore(t);
    const full = { REDIS_URL: url, REDIS_PREFIX: prefix };
    await openLayout(redis, keys, PARTITIONS);
    await tool(["tenant", "create", "t", "--store", "s"], full);
    await configure(redis, "maxmemory", "1");
    const file = newFile("products.ndjson", "{}\n");
    const { code, stderr } = await tool(["feed", "products", "t", file, "--store", "s"], full);
    await configure(redis, "maxmemory", "0");
    assert.match(
      stderr,
      /^The file was not read to its end: OOM [^.]*\. Send the whole file again: [^.]*\.\n$/,
    );
    assert.equal(code, 1);
  });

  it("refuses a file without rows with a message", async () => {
    for (const [kind, name, pattern, exitCode] of [
      ["orders", join(folder, "none.csv"), /there is no file/, 1],
      ["orders", newFile("orders.txt", ""), /must end in \.csv/, 2],
      ["orders", newFile("orders.csv", "a,b\n"), /needs the column orderRef/, 1],
      [
        "orders",
        newFile("orders.csv.gz", "no gzip"),
        /The file is not gzip, or it is incomplete\. Send the whole/,
        1,
      ],
      [
        "orders",
        newFile("cut.csv.gz", gzipSync("a,b").subarray(0, 15)),
        /The file is not gzip, or it is incomplete/,
        1,
      ],
      ["show", "none", /there is no feed none/, 1],
    ] as const) {
      const { code, stdout, stderr } = await run(kind, name);
      assert.deepEqual([code, stdout], [exitCode, ""], name);
      assert.match(stderr, pattern);
      assert.doesNotMatch(stderr, /^\s+at /m);
    }
  });
});

/** A command of each kind that works on one store. */
const commandsOfStore = (tenantId: string): string[][] => [
  ["feed", "stock-levels", tenantId, newFile("stock.csv", "sku,available\na,1\n")],
  ["feed", "show", tenantId, "none"],
  ["report", "recount", tenantId],
  ["export", "list", tenantId],
];

describe("every command with --store", () => {
  it("refuses a name that no store can have, before it writes anything", async () => {
    const { tenantId } = shop;
    for (const words of [...commandsOfStore(tenantId), ["shopify", "set", tenantId, "shop.myshopify.com"]])
      for (const store of ["", "main shop", "a/b", "x".repeat(65)]) {
        const { code, stderr } = await tool([...words, "--store", store], env);
        assert.equal(code, 2, `${words.join(" ")} --store '${store}'`);
        assert.match(stderr, /^--store must be 1 to 64 letters, digits, dots, dashes or underscores$/m);
      }
  });

  it("refuses a store that the tenant does not have, except for a new shop", async () => {
    const { tenantId } = shop;
    for (const words of [...commandsOfStore(tenantId), ["export", "reindex", tenantId]]) {
      const { code, stderr } = await tool([...words, "--store", "norht"], env);
      assert.deepEqual([code, stderr.trim()], [1, `tenant ${tenantId} has no store norht`], words.join(" "));
    }
    const added = [
      "shopify",
      "set",
      tenantId,
      `${tenantId}.myshopify.com`,
      "--secret",
      "s",
      "--store",
      "shop",
    ];
    assert.equal((await tool(added, env)).code, 0);
    assert.equal((await tool(["export", "list", tenantId, "--store", "shop"], env)).code, 0);
  });
});
