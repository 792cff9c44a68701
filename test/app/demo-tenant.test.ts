import assert from "node:assert/strict";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { demoFile, registerDemo } from "../../src/app/process/demo-tenant.ts";
import { Owners } from "../../src/store/owners/owners.ts";
import { Tenants } from "../../src/store/tenants/tenants.ts";
import { newDataDir } from "../support/programs.ts";
import { withRedis } from "../support/redis.ts";
import { CHEAP_PASSWORDS } from "../support/service.ts";

describe("the demo tenant", () => {
  it("is not registered if the file for its credentials cannot be written, which are shown only once", async (t) => {
    const { redis, keys } = withRedis(t);
    const tenants = new Tenants(redis, keys);
    const stores = { tenants, owners: new Owners(redis, keys, CHEAP_PASSWORDS) };
    const folder = newDataDir(t);
    const noFolder = join(folder, "file");
    writeFileSync(noFolder, "");
    const publicUrl = "http://x.test";
    await assert.rejects(registerDemo(stores, { dataDir: noFolder, publicUrl }), { code: "EEXIST" });
    assert.deepEqual(await tenants.ids(), []);
    const dataDir = join(folder, "data");
    assert.ok(await registerDemo(stores, { dataDir, publicUrl }));
    assert.equal(await registerDemo(stores, { dataDir, publicUrl }), undefined);
    assert.deepEqual(readdirSync(dataDir), [demoFile("")]);
  });
});
