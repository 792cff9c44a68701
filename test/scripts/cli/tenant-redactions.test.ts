import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { redactionJob } from "../../../src/jobs/maintenance/redact-shop.ts";
import type { Redaction } from "../../../src/store/privacy/redactions.ts";
import { queueOf } from "../../support/jobs/queue.ts";
import { given, startService, unique } from "../../support/service.ts";
import { toolEnv, toolJson } from "../../support/tool.ts";

describe("wishlist tenant delete", () => {
  it("leaves no job that would erase a shop of the tenant", async (t) => {
    const service = await startService(t);
    const { redis, keys } = service;
    const { tenantId } = await service.newCaller();
    const domain = `${unique("leaving")}.myshopify.com`;
    const redaction: Redaction = {
      ...{ domain, storeKey: `${tenantId}/default`, webhookId: "", state: "waiting" },
      requestedTime: new Date(Date.now()).toISOString(),
      dueTime: new Date(Date.now() + 86_400_000).toISOString(),
    };
    await redis.hset(keys.redactions, domain, JSON.stringify(redaction));
    const queue = queueOf(t, service, "maintenance");
    const { name, data, id, delayMs } = redactionJob(redaction, Date.now);
    await queue.add(name, data, { jobId: id, delay: given(delayMs) });

    const result = await toolJson(["tenant", "delete", tenantId, "--yes"], toolEnv(service));
    assert.equal(result.deleted, true);
    assert.equal(await queue.getJob(id), undefined);
    assert.equal(await redis.hexists(keys.redactions, domain), 0);
  });
});
