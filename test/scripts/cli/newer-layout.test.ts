import assert from "node:assert/strict";
import { it } from "node:test";
import { LAYOUT_VERSION, openLayout } from "../../../src/store/layout/layout.ts";
import { PARTITIONS, withRedis } from "../../support/redis.ts";
import { assertRefused, tool, toolEnv, toolText } from "../../support/tool.ts";

it("the operator's tool changes no data of a newer layout, and says which version can", async (t) => {
  const { redis, keys, prefix } = withRedis(t);
  const env = toolEnv({ prefix });
  await openLayout(redis, keys, PARTITIONS);
  await toolText(["tenant", "create", "t"], env);
  const newer = `${Number(LAYOUT_VERSION) + 1}`;
  await redis.hset(keys.meta, "layout", newer);
  for (const words of [["tenant", "suspend", "t"], ["tenant", "list"], ["verify"]])
    assertRefused(
      await tool(words, env),
      new RegExp(`^the data has layout ${newer}, but .* use the version that wrote`),
      words.join(" "),
    );
  await redis.hset(keys.meta, "layout", LAYOUT_VERSION);
  assert.match(await toolText(["tenant", "list"], env), /^t +active/m);
});
