import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, describe, it } from "node:test";
import { Vault } from "../../../src/store/secrets/vault.ts";
import { Shops } from "../../../src/store/tenants/shops.ts";
import { queueOf } from "../../support/jobs/queue.ts";
import { atEnd, type Cleanup, SEALING_KEY, withRedis } from "../../support/redis.ts";
import { type Service, startService, unique } from "../../support/service.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { tool, toolEnv, toolJson } from "../../support/tool.ts";
import { until } from "../../support/until.ts";

const suite = atEnd();
let service: Service;
let env: Record<string, string>;
let id: string;
before(async () => {
  service = await startService(suite);
  const tenant = unique("t");
  await service.tenants.create(tenant);
  env = toolEnv(service);
  const { redis } = withRedis(suite);
  const queue = queueOf(suite, { redis, keys: service.keys }, "alerts");
  // A wave without a time fails.
  await queue.add("wave", { storeKey: `${tenant}/default` }, { attempts: 1, jobId: "broken" });
  await until("the job has failed", async () => (await queue.getFailedCount()) === 1);
  id = "alerts/broken";
});

const run = (...words: string[]) => toolJson(words, env);

const FAILED = 2005;

/** Stores failed jobs `job-0`, `job-1`, ..., the oldest first, in the queue `alerts` of an installation without processes. */
async function withFailedJobs(t: Cleanup) {
  const { redis, prefix, keys } = withRedis(t);
  const queue = queueOf(t, { redis, keys }, "alerts");
  const ids = Array.from({ length: FAILED }, (_, i) => `job-${i}`);
  await queue.addBulk(ids.map((jobId) => ({ name: "wave", data: {}, opts: { jobId } })));
  await redis.del(queue.toKey("wait"));
  await redis.zadd(queue.toKey("failed"), ...ids.flatMap((jobId, i) => [i, jobId]));
  return { redis, queue, env: toolEnv({ prefix }) };
}

describe("job list, redrive and discard", () => {
  it("show what has failed and why, run it again, and delete it", async () => {
    const [job] = await run("job", "list");
    assert.equal(job.id, id);
    assert.ok(job.reason);
    assert.deepEqual(await run("job", "redrive", id), { redriven: [id], failed: [] });
    await until("it has failed again", async () => (await run("job", "list")).length === 1);
    assert.deepEqual(await run("job", "discard", "--all"), { discarded: [id], failed: [] });
    assert.deepEqual(await run("job", "list"), []);
    const { code, stderr } = await tool(["job", "redrive", id], env);
    assert.equal(code, 1);
    assert.match(stderr, /no failed job/);
  });

  it("take all failed jobs of a queue, and an old one by its id; the list says that it is not complete", async (t) => {
    const { queue, env: own } = await withFailedJobs(t);
    const { stdout, stderr } = await tool(["job", "list", "--json"], own);
    assert.equal(JSON.parse(stdout).length, 1000);
    assert.match(stderr, /newest 1000 of 2005 failed jobs of the queue alerts/);
    const oldest = "alerts/job-0";
    assert.deepEqual(await toolJson(["job", "redrive", oldest], own), { redriven: [oldest], failed: [] });
    assert.ok(await queue.getJob("job-0").then((job) => job?.isWaiting()));
    const again = await tool(["job", "redrive", oldest], own);
    assert.deepEqual([again.code, again.stdout], [1, ""]);
    const { redriven } = await toolJson(["job", "redrive", "--all"], own);
    assert.equal(new Set(redriven).size, FAILED - 1);
    assert.deepEqual([await queue.getFailedCount(), await queue.getWaitingCount()], [0, FAILED]);
  });

  it("go on after a job that cannot be changed, and name it", async (t) => {
    const { redis, queue, env: own } = await withFailedJobs(t);
    await redis.set(`${queue.toKey("job-7")}:lock`, "another process");
    const { code, stdout } = await tool(["job", "discard", "--all", "--json"], own);
    const { discarded, failed } = JSON.parse(stdout);
    assert.deepEqual([code, discarded.length, failed.length], [1, FAILED - 1, 1]);
    assert.equal(failed[0].id, "alerts/job-7");
    assert.match(failed[0].reason, /locked/);
    assert.equal(await queue.getFailedCount(), 1);
  });

  it("run each job again once if two operators do so at the same time", async (t) => {
    const { queue, env: own } = await withFailedJobs(t);
    const ended = await Promise.all([1, 2].map(() => tool(["job", "redrive", "--all", "--json"], own)));
    const redriven = ended.flatMap(({ stdout }) => JSON.parse(stdout).redriven);
    assert.deepEqual([redriven.length, new Set(redriven).size], [FAILED, FAILED]);
    assert.equal(await queue.getWaitingCount(), FAILED);
  });
});

describe("shopify set, list and remove", () => {
  it("store a shop with its secrets, and never show them", async () => {
    const tenant = unique("t");
    await tool(["tenant", "create", tenant], env);
    const shop = `${tenant}.myshopify.com`;
    await run("shopify", "set", tenant, shop, "--secret", "shpss_one");
    const set = await run("shopify", "set", tenant, shop, "--secret", "shpss_two", "--store", "default");
    assert.deepEqual([set.shop, set.storeKey, set.secrets], [shop, `${tenant}/default`, 2]);
    const { stdout } = await tool(["shopify", "list"], env);
    assert.ok(stdout.includes(shop) && !stdout.includes("shpss"));
    assert.deepEqual(await run("shopify", "remove", shop), { shop, removed: true });
    assert.equal((await tool(["shopify", "set", "nobody", shop, "--secret", "x"], env)).code, 1);
    assert.equal((await tool(["shopify", "set", tenant, shop], env)).code, 2);
  });

  it("store a secret that the shop already has once, so that a command can be repeated", async () => {
    const tenant = unique("t");
    await tool(["tenant", "create", tenant], env);
    const shop = `${tenant}.myshopify.com`;
    const setAll = async (...secrets: string[]) => {
      const counts = [];
      for (const secret of secrets)
        counts.push((await run("shopify", "set", tenant, shop, "--secret", secret)).secrets);
      return counts;
    };
    assert.deepEqual(await setAll("one", "one", "two", "two", "one"), [1, 1, 2, 2, 2]);
    const shops = new Shops(service.redis, service.keys, new Vault([Buffer.from(SEALING_KEY, "base64")]));
    const found = await shops.find(shop);
    assert.deepEqual(found && shops.secretsOf(found, Date.now()), ["one", "two"]);
  });

  it("refuse a domain that Shopify does not have, and a shop that feeds another store", async () => {
    const [tenant, other] = [unique("t"), unique("t")];
    for (const each of [tenant, other]) await tool(["tenant", "create", each], env);
    const shop = `${tenant}.myshopify.com`;
    const set = (...words: string[]) => tool(["shopify", "set", ...words, "--secret", "shpss"], env);
    for (const domain of ["shop", "https://shop.myshopify.com", "shop.example", "a b.myshopify.com"]) {
      const { code, stderr } = await set(tenant, domain);
      assert.deepEqual([code, stderr.includes("example.myshopify.com")], [2, true], domain);
    }
    assert.equal((await set(tenant, shop.toUpperCase())).code, 0);
    for (const place of [[other], [tenant, "--store", "outlet"]]) {
      const [owner = "", ...store] = place;
      const { code, stderr } = await set(owner, shop, ...store);
      assert.equal(code, 1);
      assert.match(stderr, new RegExp(`feeds the store ${tenant}/default; remove it there first`));
    }
    await run("shopify", "remove", shop);
    assert.equal((await set(other, shop)).code, 0);
  });

  it("read the secret from a file or from standard input, without its line break", async (t) => {
    const tenant = unique("t");
    await tool(["tenant", "create", tenant], env);
    const shop = `${tenant}.myshopify.com`;
    const dir = tempFolder(t);
    const file = join(dir, "secret");
    writeFileSync(file, "shpss_file\n");
    const set = (...words: string[]) => ["shopify", "set", tenant, shop, ...words];
    const secrets = async () => {
      const shops = new Shops(service.redis, service.keys, new Vault([Buffer.from(SEALING_KEY, "base64")]));
      const found = await shops.find(shop);
      return found && shops.secretsOf(found, Date.now());
    };
    assert.equal((await tool(set("--secret-file", file), env)).code, 0);
    assert.deepEqual(await secrets(), ["shpss_file"]);
    assert.equal((await tool(set("--secret-file", "-"), env, ["shpss_", "stdin\r\n"])).code, 0);
    assert.deepEqual(await secrets(), ["shpss_stdin", "shpss_file"]);
    for (const [words, input, pattern] of [
      [["--secret-file", "-"], ["\n"], /the secret is empty/],
      [["--secret-file", join(dir, "none")], [], /cannot be read.*ENOENT/],
      [["--secret-file", dir], [], /cannot be read.*EISDIR/],
      [["--secret-file", "/dev/zero"], [], /must be one line/],
      [["--secret-file", "-"], ["\uFEFFshpss_file\n"], /must be one line/],
      [["--secret-file", "-"], ["shpss_1\nshpss_2\n"], /must be one line/],
      [["--secret-file", file, "--secret", "x"], [], /not both/],
    ] as const) {
      const { code, stderr } = await tool(set(...words), env, [...input]);
      assert.equal(code, words.length > 2 ? 2 : 1);
      assert.match(stderr, pattern);
    }
  });
});
