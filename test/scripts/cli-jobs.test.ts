import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { openQueue } from "../../src/jobs/queues.ts";
import { atEnd, redisUrl, withRedis } from "../support/redis.ts";
import { type Json, startService, unique } from "../support/service.ts";
import { until } from "../support/until.ts";
import { tool } from "../support/tool.ts";

const suite = atEnd();
let env: Record<string, string>;
let id: string;
before(async () => {
  const service = await startService(suite);
  const tenant = unique("t");
  await service.tenants.create(tenant);
  env = { REDIS_URL: redisUrl(), REDIS_PREFIX: service.prefix };
  const { redis } = withRedis(suite);
  const connection = redis.duplicate({ maxRetriesPerRequest: null });
  const queue = openQueue("alerts", { connection, prefix: service.keys.jobs });
  // A wave without a time can not be told.
  await queue.add("wave", { scope: `${tenant}/default` }, { attempts: 1, jobId: "broken" });
  suite.after(async () => {
    await queue.close();
    connection.disconnect();
  });
  await until("the job has failed", async () => (await queue.getFailedCount()) === 1);
  id = "alerts/broken";
});

async function run(...words: string[]): Promise<Json> {
  const { code, stdout, stderr } = await tool([...words, "--json"], env);
  assert.deepEqual([code, stderr], [0, ""], words.join(" "));
  return JSON.parse(stdout);
}

describe("job list, redrive and discard", () => {
  it("show what has failed and why, do it again, and delete it", async () => {
    const [job] = await run("job", "list");
    assert.equal(job.id, id);
    assert.ok(job.reason);
    assert.deepEqual(await run("job", "redrive", id), { redriven: [id] });
    await until("it has failed again", async () => (await run("job", "list")).length === 1);
    assert.deepEqual(await run("job", "discard", "--all"), { discarded: [id] });
    assert.deepEqual(await run("job", "list"), []);
    const { code, stderr } = await tool(["job", "redrive", id], env);
    assert.equal(code, 1);
    assert.match(stderr, /no failed job/);
  });
});

describe("shopify set, list and remove", () => {
  it("keep a shop with its secrets, and never show them", async () => {
    const tenant = unique("t");
    await tool(["tenant", "create", tenant], env);
    const shop = `${tenant}.myshopify.com`;
    await run("shopify", "set", tenant, shop, "--secret", "shpss_one");
    const set = await run("shopify", "set", tenant, shop, "--secret", "shpss_two", "--store", "default");
    assert.deepEqual([set.shop, set.scope, set.secrets], [shop, `${tenant}/default`, 2]);
    const { stdout } = await tool(["shopify", "list"], env);
    assert.ok(stdout.includes(shop) && !stdout.includes("shpss"));
    assert.deepEqual(await run("shopify", "remove", shop), { shop, removed: true });
    assert.equal((await tool(["shopify", "set", "nobody", shop, "--secret", "x"], env)).code, 1);
    assert.equal((await tool(["shopify", "set", tenant, shop], env)).code, 1);
  });
});
