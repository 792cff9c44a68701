import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openLayout } from "../../../src/store/layout/layout.ts";
import { WISHLIST } from "../../../src/store/records/fields.ts";
import { encodeWishlistMeta } from "../../../src/store/records/wishlist-meta.ts";
import { metaWith } from "../../support/data/state-keys.ts";
import { PARTITIONS } from "../../support/redis.ts";
import { configure } from "../../support/servers/all-servers.ts";
import { startOwnStore } from "../../support/servers/own-store.ts";
import { given, type Json } from "../../support/service.ts";
import { tool, toolJson } from "../../support/tool.ts";

describe("the operator's tool on a Redis whose memory is full", () => {
  it("reports a change as done if it has taken effect, and as failed if it has not", async (t) => {
    const { url, redis, prefix, keys } = await startOwnStore(t);
    const env = { REDIS_URL: url, REDIS_PREFIX: prefix };
    const run = (...words: string[]) => toolJson(words, env);
    const { clientId } = await run("tenant", "create", "t");
    await run("shopify", "set", "t", "one.myshopify.com", "--secret", "s");
    await run("owner", "create", "t", "grace@example.com");
    const state = async () => ({
      tenant: await run("tenant", "show", "t"),
      clients: await run("client", "list", "t"),
      shops: await run("shopify", "list"),
      owners: await redis.hgetall(keys.owners("t")),
      notBefore: ((await run("tenant", "list")) as Json[]).map(({ notBefore }) => notBefore as number),
    });
    const changes = [
      ["tenant", "set", "t", "--rate-limit", "7"],
      ["tenant", "set", "t", "--budget", "stored=1"],
      ["tenant", "suspend", "t"],
      ["tenant", "resume", "t"],
      ["tenant", "revoke-tokens", "t"],
      ["client", "create", "t"],
      ["client", "rotate", "t", given(clientId as string)],
      ["client", "disable", "t", given(clientId as string)],
      ["shopify", "set", "t", "two.myshopify.com", "--secret", "s"],
      ["shopify", "remove", "one.myshopify.com"],
      ["owner", "create", "t", "ada@example.com"],
      ["owner", "reset-password", "t", "grace@example.com"],
      ["owner", "delete", "t", "grace@example.com"],
    ];
    for (const words of changes) {
      const before = await state();
      await configure(redis, "maxmemory", "1");
      const { code, stderr } = await tool(words, env);
      await configure(redis, "maxmemory", "0");
      const isChanged = JSON.stringify(await state()) !== JSON.stringify(before);
      assert.equal(code === 0, isChanged, `${words.join(" ")}: ${stderr}`);
    }
  });

  it("deletes a client, so that credentials can be revoked", async (t) => {
    const { url, redis, prefix } = await startOwnStore(t);
    const env = { REDIS_URL: url, REDIS_PREFIX: prefix };
    const { clientId } = await toolJson(["tenant", "create", "t", "--store", "one"], env);
    await configure(redis, "maxmemory", "1");
    const { code, stderr } = await tool(["client", "delete", "t", given(clientId as string)], env);
    await configure(redis, "maxmemory", "0");
    assert.deepEqual([code, stderr], [0, ""]);
    assert.deepEqual(await toolJson(["client", "list", "t"], env), []);
    assert.deepEqual((await toolJson(["tenant", "show", "t"], env)).stores, ["default", "one"]);
  });

  it("verifies the records, because that only reads", async (t) => {
    const { url, redis, prefix, keys } = await startOwnStore(t);
    const env = { REDIS_URL: url, REDIS_PREFIX: prefix };
    await openLayout(redis, keys, PARTITIONS);
    await redis.hset(keys.wishlist(0, "w1"), WISHLIST.meta, encodeWishlistMeta(metaWith({ deleted: true })));
    const before = await tool(["verify", "--json"], env);
    await configure(redis, "maxmemory", "1");
    const full = await tool(["verify", "--json"], env);
    await configure(redis, "maxmemory", "0");
    assert.ok(JSON.parse(before.stdout).inconsistencies.length > 0);
    assert.deepEqual(full, before);
  });
});
