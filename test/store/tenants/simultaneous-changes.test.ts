import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { dropSettingsAt } from "../../../src/store/tenants/settings/dated-settings.ts";
import { DEFAULT_STORE } from "../../../src/store/tenants/settings/settings.ts";
import { NoTenant } from "../../../src/store/tenants/tenant.ts";
import { Tenants } from "../../../src/store/tenants/tenants.ts";
import { withRedis } from "../../support/redis.ts";
import { given } from "../../support/service.ts";

async function withTenant(t: TestContext) {
  const { redis, keys } = withRedis(t);
  const tenants = new Tenants(redis, keys);
  await tenants.create("shop");
  const find = async () => given(await tenants.find("shop"));
  return { redis, keys, tenants, find };
}

describe("simultaneous changes of a tenant", () => {
  it("keep the value that each of them set, and when it ended", async (t) => {
    const { tenants, find } = await withTenant(t);
    const start = Date.now();
    const values = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
    let changes = 0;
    // Each attempt has its own time, so that an attempt that is repeated ends no earlier value.
    const now = () => start + ++changes * 1000;
    await Promise.all(
      values.map((priceDropPercent) =>
        tenants.setSettings("shop", { alerts: { priceDropPercent } }, { now }),
      ),
    );
    const { storedSettings } = await find();
    const at = (time: number) =>
      dropSettingsAt(storedSettings, DEFAULT_STORE, new Date(time).toISOString()).priceDropPercent;
    const seen = new Set(Array.from({ length: changes }, (_, i) => at(start + (i + 1) * 1000)));
    assert.deepEqual(
      [...seen].sort((a, b) => a - b),
      values,
    );
  });

  it("each revoke the tokens that were issued before", async (t) => {
    const { tenants, find } = await withTenant(t);
    await Promise.all([1, 2, 3, 4, 5].map(() => tenants.revokeTokens("shop")));
    assert.equal((await find()).generation, 5);
  });

  it("leave nothing of a tenant that is deleted meanwhile", async (t) => {
    const { redis, keys, tenants } = await withTenant(t);
    let deleted: Promise<number> | undefined;
    const now = () => {
      deleted ??= redis.del(keys.tenant("shop"));
      return Date.now();
    };
    await assert.rejects(tenants.setSettings("shop", { alerts: { backInStock: false } }, { now }), NoTenant);
    assert.equal(await deleted, 1);
    assert.equal(await redis.exists(keys.tenant("shop")), 0);
  });
});
