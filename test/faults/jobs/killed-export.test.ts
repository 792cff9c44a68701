import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { seedStore } from "../../../scripts/bench/support/seed/store.ts";
import { EXPORTS, linesOf, newExport } from "../../support/exports.ts";
import { newCluster, PARTITIONS } from "../../support/processes.ts";
import type { Json } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { until } from "../../support/until.ts";

const WISHLISTS = 2000;
const EACH = 10;

describe("a process that is killed in the middle of an export of 20,000 wishes", () => {
  it("has each wish once: another process continues the same file", async (t) => {
    const dataDir = tempFolder(t);
    const { redis, keys, start, serve, newShop } = newCluster(t, { env: { DATA_DIR: dataDir } });
    const [http, killed] = await Promise.all([serve("http"), start("jobs")]);
    const shop = await newShop(http);
    const storeKey = `${shop.tenantId}/default`;
    await seedStore({ redis, keys, partitions: PARTITIONS, storeKey }, { wishlists: WISHLISTS, each: EACH });
    const { id } = await newExport(shop);
    const { body } = await shop.post(`${EXPORTS}/${id}/runs`);
    const look = async (): Promise<Json> => (await shop.get(`${EXPORTS}/${id}/runs/${body.id}`)).body;
    await until("some is written", async () => (await look()).counts.accepted > 4000);
    killed.program.signal("SIGKILL");
    const { counts: before, status } = await look();
    assert.ok(status === "running" && before.accepted < WISHLISTS * EACH);
    await serve("jobs");
    await until("it goes on", async () => (await look()).counts.accepted > before.accepted);
    await settled({ redis, keys });
    const run = await look();
    assert.equal(run.status, "succeeded");
    assert.equal(run.counts.accepted, WISHLISTS * EACH);
    const ids = linesOf(dataDir, run).map(({ item }) => item.id as string);
    assert.equal(ids.length, WISHLISTS * EACH);
    assert.equal(new Set(ids).size, ids.length);
  });
});
