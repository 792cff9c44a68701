import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fullestOf, memoryOf, memoryStatus } from "../../../src/store/redis/server/memory.ts";
import { startOwnCluster } from "../../support/servers/own-cluster.ts";

const info = (used: number, maxmemory: number) =>
  `# Memory\r\nused_memory:${used}\r\nused_memory_human:1M\r\nmaxmemory:${maxmemory}\r\n`;

describe("memoryOf", () => {
  const CASES: [
    name: string,
    used: number,
    maxmemory: number,
    limit: number | undefined,
    expected: object,
  ][] = [
    ["has no limit by default", 900, 0, undefined, { used: 900, limit: 0, isNearLimit: false }],
    ["uses the limit of Redis", 800, 1000, undefined, { used: 800, limit: 1000, isNearLimit: false }],
    ["is near it above four fifths", 801, 1000, undefined, { used: 801, limit: 1000, isNearLimit: true }],
    ["uses the operator's limit below it", 401, 1000, 500, { used: 401, limit: 500, isNearLimit: true }],
    [
      "is near the limit of Redis, also if the operator's is above it",
      801,
      1000,
      2000,
      { used: 801, limit: 1000, isNearLimit: true },
    ],
    [
      "uses the operator's limit if Redis has none",
      801,
      0,
      1000,
      { used: 801, limit: 1000, isNearLimit: true },
    ],
  ];
  for (const [name, used, maxmemory, limit, expected] of CASES)
    it(name, () => assert.deepEqual(memoryOf(info(used, maxmemory), limit), expected));
});

describe("fullestOf", () => {
  const status = (used: number, limit: number) => ({ used, limit, isNearLimit: used > limit * 0.8 });
  it("chooses the server with the largest share of its limit", () => {
    const servers = [status(500, 1000), status(90, 100), status(800, 0)];
    assert.deepEqual(fullestOf(servers), status(90, 100));
  });
  it("chooses the server with the most bytes if none has a limit, and none if there is none", () => {
    assert.deepEqual(fullestOf([status(1, 0), status(3, 0), status(2, 0)]), status(3, 0));
    assert.equal(fullestOf([]), undefined);
  });
});

describe("memoryStatus", () => {
  it("is that of the fullest master of a cluster, also while another one does not answer", async (t) => {
    const { cluster, redis } = await startOwnCluster(t, {}, { hasReplicas: false });
    await redis.ping();
    const masters = (await cluster.masters()).map((master) => master.redis);
    for (const full of masters) {
      const limit = Math.round(memoryOf(await full.info("memory")).used * 1.1);
      await full.config("SET", "maxmemory", limit);
      const status = await memoryStatus(redis);
      assert.deepEqual([status.limit, status.isNearLimit], [limit, true]);
      if (full === masters.at(-1)) await masters[0]?.client("PAUSE", 2000, "ALL");
      assert.equal((await memoryStatus(redis)).limit, limit);
      await full.config("SET", "maxmemory", 0);
    }
  });
});
