import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { newDataDir } from "../../support/programs.ts";
import { withRedis } from "../../support/redis.ts";
import { tool, toolEnv } from "../../support/tool.ts";

describe("the operator's tool before the first start of the service", () => {
  it("refuses a command that needs the layout of the data, and does not create it", async (t) => {
    const { redis, keys, prefix: empty } = withRedis(t);
    const first = toolEnv({ prefix: empty });
    assert.equal((await tool(["tenant", "create", "acme"], first)).code, 0);
    const file = join(newDataDir(t), "stock.csv");
    writeFileSync(file, "sku,available\na,1\n");
    for (const words of [
      ["feed", "stock-levels", "acme", file],
      ["feed", "show", "acme", "none"],
      ["report", "recount", "acme"],
      ["verify"],
    ]) {
      const { code, stdout, stderr } = await tool(words, first);
      assert.deepEqual([code, stdout], [1, ""], words.join(" "));
      assert.equal(stderr, "the service was never started on this Redis\n");
    }
    assert.equal(await redis.exists(keys.meta), 0);
  });
});
