import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { EXPORTS, newBrazeExport, runOf } from "../../support/exports.ts";
import { until } from "../../support/until.ts";

describe("a cancelled run", () => {
  it("counts the result of the batch that is being sent, so that the next run does not send it again", async (t) => {
    const { shop, braze, id, itemIds, takenItems } = await newBrazeExport(t, 3);
    let release: (() => void) | undefined;
    braze.held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { body: run } = await shop.post(`${EXPORTS}/${id}/runs`);
    await until("a batch is sent", () => braze.taken.length === 1);
    const path = `${EXPORTS}/${id}/runs/${run.id}`;
    await shop.post(`${path}/cancel`);
    release?.();
    const counts = async () => (await shop.get(path)).body.counts;
    await until("its result counts", async () => (await counts()).accepted === 1);
    assert.equal((await shop.get(path)).body.status, "cancelled");
    const next = await runOf(shop, id);
    assert.deepEqual([next.status, next.counts.accepted], ["succeeded", 2]);
    assert.deepEqual(takenItems(), itemIds);
  });
});
