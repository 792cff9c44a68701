import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { withRedis } from "../../support/redis.ts";
import { given } from "../../support/service.ts";
import { tool, toolEnv, toolJson } from "../../support/tool.ts";

describe("two deletions at once", () => {
  it("let one succeed, and the other say what is gone as the operator has named it", async (t) => {
    const { prefix } = withRedis(t);
    const env = toolEnv({ prefix });
    const { clientId } = await toolJson(["tenant", "create", "t"], env);
    await toolJson(["owner", "create", "t", "ada@example.com"], env);
    const cases: [words: string[], name: string][] = [
      [["owner", "delete", "t", "ada@example.com"], "owner ada@example.com"],
      [["client", "delete", "t", given(clientId as string)], `client ${clientId}`],
    ];
    for (const [words, name] of cases) {
      const results = await Promise.all([tool(words, env), tool(words, env)]);
      const [first, second] = results.toSorted((a, b) => (a.code ?? 0) - (b.code ?? 0));
      assert.deepEqual([first?.code, first?.stderr], [0, ""]);
      assert.deepEqual([second?.code, second?.stderr], [1, `tenant t has no ${name}\n`]);
    }
  });
});
