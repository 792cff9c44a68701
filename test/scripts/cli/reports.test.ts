import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { keysLike } from "../../support/redis.ts";
import { startService, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { tool, toolEnv } from "../../support/tool.ts";

describe("report recount", () => {
  it("corrects a store's counters, and shows how many were wrong", async (t) => {
    const service = await startService(t);
    const env = toolEnv(service);
    const shop = await service.newCaller({ store: "north" });
    await shop.newItem((await shop.newWishlist()).id);
    await settled(service);
    const { body: right } = await shop.get(`${WS}/reports/activity`);
    const [lost = ""] = await keysLike(service.redis, `${service.prefix}*tallies:*:days`);
    await service.redis.del(lost);
    assert.notDeepEqual((await shop.get(`${WS}/reports/activity`)).body, right);
    const call = ["report", "recount", shop.tenantId, "--store", "north"];
    const { stdout, stderr } = await tool([...call, "--json"], env);
    assert.equal(stderr, "");
    assert.deepEqual(JSON.parse(stdout), {
      storeKey: `${shop.tenantId}/north`,
      counters: 6,
      wrong: 2,
      skipped: 0,
    });
    assert.deepEqual((await shop.get(`${WS}/reports/activity`)).body, right);
    assert.match((await tool(call, env)).stdout, /All 6 counters .* are correct\./);
    const refused = await tool(["report", "recount", "nobody"], env);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /no tenant nobody/);
  });
});
