import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { memoryOf } from "../../../src/store/redis/server/memory.ts";

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
    ["prefers the operator's limit", 801, 1000, 2000, { used: 801, limit: 2000, isNearLimit: false }],
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
