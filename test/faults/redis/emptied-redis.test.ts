import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openLayout } from "../../../src/store/layout/layout.ts";
import { newCluster, PARTITIONS } from "../../support/processes.ts";
import { startOwnStore } from "../../support/servers/own-store.ts";
import { given } from "../../support/service.ts";

describe("processes whose Redis", () => {
  for (const [what, isBegunAgain] of [
    ["was emptied", false],
    ["has the data of another start", true],
  ] as const)
    it(`${what} end: later processes would not find what they write`, async (t) => {
      const store = await startOwnStore(t);
      const { redis, keys } = store;
      const { start } = newCluster(t, { store });
      const running = await Promise.all(["http", "worker", "jobs"].map((role) => start(role)));
      await redis.del(keys.meta);
      if (isBegunAgain) await openLayout(redis, keys, PARTITIONS);
      for (const { program } of running) {
        const { code, stdout } = await program.end();
        assert.equal(code, 1);
        const lines = stdout.split("\n").filter((line) => line.includes('"stopping after an error"'));
        assert.match(given(lines[0]), /the data of Redis was removed or replaced.*stop all processes/);
      }
    });
});
