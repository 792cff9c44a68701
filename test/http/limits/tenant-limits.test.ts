import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Context } from "koa";
import { TenantLimits } from "../../../src/http/middleware/rate-limit.ts";
import { Problem } from "../../../src/ingest/problem.ts";
import type { Tenant } from "../../../src/store/tenants/tenant.ts";

const ctx = { res: { setHeader: () => undefined } } as unknown as Context;

/** How many of many concurrent requests are admitted. */
async function taken(limits: TenantLimits, tenant: Partial<Tenant>): Promise<number> {
  const requests = Array.from({ length: 20 }, () => limits.count(ctx, { id: "shop", ...tenant } as Tenant));
  const outcomes = await Promise.allSettled(requests);
  for (const outcome of outcomes)
    if (outcome.status === "rejected")
      assert.equal(outcome.reason instanceof Problem && outcome.reason.code, "RateLimited");
  return outcomes.filter(({ status }) => status === "fulfilled").length;
}

describe("TenantLimits", () => {
  it("applies the tenant's own limit, else the default, and admits everything without a limit", async () => {
    assert.equal(await taken(new TenantLimits(5, () => 1), {}), 5);
    assert.equal(await taken(new TenantLimits(5, () => 1), { rateLimit: 8 }), 8);
    assert.equal(await taken(new TenantLimits(undefined, () => 1), { rateLimit: 8 }), 20);
  });

  it("divides a limit among the processes, at least one request for each", async () => {
    assert.equal(await taken(new TenantLimits(5, () => 2), {}), 3);
    assert.equal(await taken(new TenantLimits(5, () => 9), {}), 1);
  });

  it("counts each tenant separately", async () => {
    const limits = new TenantLimits(5, () => 1);
    assert.equal(await taken(limits, { id: "one" }), 5);
    assert.equal(await taken(limits, { id: "other" }), 5);
  });
});
