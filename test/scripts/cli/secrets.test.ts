import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { claimSealingKey } from "../../../src/store/secrets/sealing-key.ts";
import { withRedis } from "../../support/redis.ts";
import { toolEnv, toolJson, toolText } from "../../support/tool.ts";

describe("credentials-key", () => {
  it("says that a key was forgotten, until the service has a new one", async (t) => {
    const { redis, keys, prefix } = withRedis(t);
    const env = toolEnv({ prefix });
    const forget = () => toolText(["credentials-key", "forget", "--yes"], env);
    const show = () => toolText(["credentials-key", "show"], env);
    assert.equal(await show(), "No secret is sealed yet.\n");
    assert.equal(await forget(), "No secret is sealed yet.\n");
    await claimSealingKey(redis, keys, "lost");
    assert.match(await show(), /sealed with the key lost, which is not available here/);
    assert.match(await forget(), /^The key is forgotten\. Start the service/);
    for (const said of [await show(), await forget()])
      assert.match(said, /^The key lost is forgotten: the secrets that it sealed stay unreadable\. Start/);
    const { keyId, forgotten } = await toolJson(["credentials-key", "show"], env);
    assert.deepEqual([keyId, forgotten], [null, "lost"]);
    await claimSealingKey(redis, keys, "new");
    assert.match(await show(), /sealed with the key new,/);
  });
});
