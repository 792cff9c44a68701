import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { TenantSlots } from "../../../src/store/tenants/tenant-slots.ts";
import { RedisServer } from "../../support/servers/redis-server.ts";
import { startService } from "../../support/service.ts";
import { toolEnv, toolJson } from "../../support/tool.ts";

describe("wishlist tenant delete", () => {
  it("leaves no slots of the tenant in the Redis of the queues", async (t) => {
    const jobs = await RedisServer.start(t);
    const service = await startService(t, { JOBS_REDIS_URL: jobs.url });
    const [deleted, other] = [await service.newCaller(), await service.newCaller()];
    const slots = new TenantSlots(jobs.redis, service.keys);
    const set = { queue: "webhooks", limit: 1, forOthers: 0, leaseMs: 60_000, token: "run" };
    for (const { tenantId } of [deleted, other])
      for (const id of ["running", "waiting"])
        await slots.take({ ...set, tenant: tenantId, job: { id, receiver: "r" } });
    const env = { ...toolEnv(service), JOBS_REDIS_URL: jobs.url };
    assert.equal((await toolJson(["tenant", "delete", deleted.tenantId, "--yes"], env)).deleted, true);
    assert.ok(!(await slots.tenants("webhooks")).includes(deleted.tenantId));
    const names = await jobs.redis.keys("*:slots-*");
    assert.equal(names.filter((name) => name.endsWith(`:${deleted.tenantId}`)).length, 0);
    assert.ok(names.includes(service.keys.slots("webhooks", other.tenantId)));
  });
});
