import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { CONSENTING, newExport, runOf } from "../../support/exports.ts";
import { wishlist } from "../../support/programs.ts";
import { existing } from "../../support/redis.ts";
import { type Caller, given, type Service } from "../../support/service.ts";
import { sharedService } from "../../support/shared-service.ts";
import { tool, toolEnv } from "../../support/tool.ts";
import { until } from "../../support/until.ts";

let service: Service;
let shop: Caller;
let id: string;
before(async () => {
  service = await sharedService();
  shop = await service.newCaller();
  const { id: customerRef } = await shop.newCustomer(CONSENTING);
  const list = await shop.newWishlist({ customerRef });
  await shop.newItem(list.id);
  ({ id } = await newExport(shop, { schedule: { cron: "0 6 * * *", timezone: "Europe/Berlin" } }));
});

const env = () => toolEnv(service);
const call = (...words: string[]) => tool(["export", ...words], env());

describe("export run, list and show", () => {
  it("run an export with a progress bar, and show its result", async () => {
    const { code, stdout, stderr } = await wishlist(["export", "run", shop.tenantId, id, "--json"], env());
    assert.equal(code, 0, stderr);
    const run = JSON.parse(stdout);
    assert.deepEqual([run.status, run.counts.accepted], ["succeeded", 1]);
    assert.match(stderr, /percent +100 of 100/);
    const { stdout: listed } = await call("list", shop.tenantId);
    assert.match(listed, new RegExp(`${id} +wishes +file +changed +0 6 \\* \\* \\* Europe/Berlin`));
    const { stdout: shown } = await call("show", shop.tenantId, id);
    assert.match(shown, new RegExp(`${run.id} .* succeeded +1 +1 .*${run.id}\\.ndjson`));
    const missing = await call("show", shop.tenantId, "nothing");
    assert.deepEqual([missing.code, missing.stderr], [1, "there is no export nothing\n"]);
  });

  it("fail if the run fails", async () => {
    const { id: unknown } = await newExport(shop);
    const stored = service.keys.exports(`${shop.tenantId}/default`);
    const record = JSON.parse(given((await service.redis.hget(stored, unknown)) ?? undefined));
    const renamed = { ...record, connector: { type: "of a newer version" } };
    await service.redis.hset(stored, unknown, JSON.stringify(renamed));
    const { code, stdout } = await call("run", shop.tenantId, unknown, "--json");
    assert.deepEqual([code, JSON.parse(stdout).status], [1, "failed"]);
  });

  it("print no control characters of a tenant's texts, which could control the terminal", async () => {
    const other = await service.newCaller();
    const name = "a\u001b]0;title\u0007\u009b2Jb\u007f";
    await newExport(other, { name });
    const { stdout } = await call("list", other.tenantId);
    assert.match(stdout, / a\uFFFD\]0;title\uFFFD\uFFFD2Jb\uFFFD +file /);
    assert.equal(JSON.parse((await call("list", other.tenantId, "--json")).stdout)[0].name, name);
  });

  it("index lost wishlists again", async () => {
    const { redis, keys } = service;
    const storeKey = `${shop.tenantId}/default`;
    const indexes = Array.from({ length: 16 }, (_, partition) => keys.wishlists(partition, storeKey));
    await until("the list is there", async () => (await existing(redis, indexes)) > 0);
    await Promise.all(indexes.map((index) => redis.del(index)));
    const { id: full } = await newExport(shop, { mode: "full" });
    assert.equal((await runOf(shop, full)).counts.read, 0);
    assert.equal((await call("reindex", shop.tenantId)).stdout, "1 wishlists are indexed.\n");
    assert.equal((await runOf(shop, full)).counts.read, 1);
  });
});
