import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { newCluster } from "../../support/processes.ts";
import { startOwnStore } from "../../support/servers/own-store.ts";
import type { Json } from "../../support/service.ts";
import { until } from "../../support/until.ts";

/** Many heartbeats of a worker. */
const AWAY_MS = 2000;

describe("the log of a worker whose Redis is away", () => {
  it("reports each fault once, without names from a library", async (t) => {
    const store = await startOwnStore(t);
    const { start } = newCluster(t, { store });
    const worker = await start("worker");
    await store.kill();
    await until("the worker notices", () => worker.says("the heartbeat of the worker failed").length > 0);
    await pause(AWAY_MS);
    await store.launch();
    await until("it is ready again", () => worker.isReady());
    const lines: Json[] = worker.program.stdout
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line))
      .filter(({ level }) => level === "warn");
    const faults = lines.map(({ msg, partition, worker: name, err }) =>
      JSON.stringify([msg, partition, name, err?.message]),
    );
    assert.deepEqual(faults, [...new Set(faults)]);
    assert.ok(faults.some((fault) => fault.includes("there is no connection to Redis")));
    assert.doesNotMatch(worker.program.stdout, /enableOfflineQueue/);
  });
});
