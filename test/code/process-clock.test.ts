import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, it } from "node:test";
import { isClock, parseSources, readSources, type Source, sourcesWith } from "../support/sources/sources.ts";

/**
 * Files that read the clock of their own process. It may be wrong, so no age, expiry, schedule or period may depend on
 * it: these use the clock of Redis, which all processes share.
 */
const READS = {
  "times that other servers compare with their own clocks": [
    "jobs/exports/connectors/bucket.ts",
    "jobs/exports/connectors/http.ts",
    "jobs/exports/connectors/sigv4.ts",
    "jobs/exports/connectors/webhook.ts",
    "jobs/webhooks/send.ts",
  ],
  "waits inside one process, and delays that the queues convert": [
    "app/process/start-lock.ts",
    "jobs/exports/schedule.ts",
    "jobs/queue/worker/run-later.ts",
    "jobs/queue/worker/store-clock-worker.ts",
    "jobs/queue/worker/tenant-limit.ts",
  ],
  "a day that is two days ahead": ["store/reports/counters.ts"],
  "the default clock of benchmarks and tests": [
    "store/exports/export-runs.ts",
    "store/exports/exports.ts",
    "store/tenants/shops.ts",
    "store/tenants/tenants.ts",
    "store/webhooks/endpoints.ts",
  ],
};

const CLI = join(import.meta.dirname, "../../scripts/cli");

const readersIn = (sources: readonly Source[]) =>
  sourcesWith(sources, isClock)
    .map(({ path }) => path)
    .sort();

describe("the clock of a process", () => {
  it("is read in few files, where a wrong clock does no harm", () => {
    assert.deepEqual(readersIn(readSources()), Object.values(READS).flat().sort());
  });

  it("is read by the operator's tool only for the time of a backup, which is only shown", () => {
    assert.deepEqual(readersIn(parseSources(CLI)), ["commands/backups.ts"]);
  });
});
