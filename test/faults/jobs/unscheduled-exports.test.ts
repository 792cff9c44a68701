import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { ExportRuns } from "../../../src/store/exports/export-runs.ts";
import { Exports } from "../../../src/store/exports/exports.ts";
import { Vault } from "../../../src/store/secrets/vault.ts";
import { EXPORTS, newExport, overRun } from "../../support/exports.ts";
import { queueOf } from "../../support/jobs/queue.ts";
import { atEnd, SEALING_KEY } from "../../support/redis.ts";
import { type Caller, type Service, startService } from "../../support/service.ts";
import { until } from "../../support/until.ts";

const YEARLY = { cron: "0 3 1 1 *", timezone: "Europe/Berlin" };
const LATER = { ...YEARLY, cron: "0 5 1 1 *" };

const suite = atEnd();
let service: Service;
let shop: Caller;
before(async () => {
  service = await startService(suite);
  shop = await service.newCaller();
});

describe("a process that is killed after it has written an export, and before it has written to the queues", () => {
  it("leaves nothing behind after the next night: schedules follow the exports, and runs end", async (t) => {
    const storeKey = `${shop.tenantId}/default`;
    const exports = new Exports(service.redis, service.keys, new Vault([Buffer.from(SEALING_KEY, "base64")]));
    const runs = new ExportRuns(service.redis, service.keys);
    const created = await exports.create(storeKey, {
      ...{ name: "created", connector: { type: "file" }, mode: "full", enabled: true, schedule: YEARLY },
      ...{ includePrivate: false, onlyConsenting: true },
    });
    const { id: changed } = await newExport(shop, { schedule: YEARLY });
    await exports.change(storeKey, changed, (record) => ({ ...record, schedule: LATER }));
    const { id: deleted } = await newExport(shop, { schedule: YEARLY });
    await exports.delete(storeKey, deleted);
    const { runId } = await runs.begin(storeKey, created.id, { trigger: "request" });

    const night = await queueOf(t, service, "maintenance").add("sweep-references", {});
    const queue = queueOf(t, service, "exports");
    const scheduled = async () =>
      Object.fromEntries((await queue.getJobSchedulers()).map(({ key, pattern }) => [key, pattern]));
    await until("the night is over", async () => (await night.getState()) === "completed");
    assert.deepEqual(await scheduled(), { [created.id]: YEARLY.cron, [changed]: LATER.cron });
    assert.equal((await overRun(shop, created.id, runId)).status, "succeeded");
    assert.equal((await shop.get(`${EXPORTS}/${created.id}`)).body.activeRun, undefined);
  });
});
