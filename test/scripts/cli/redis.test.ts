import assert from "node:assert/strict";
import { createServer } from "node:net";
import { describe, it } from "node:test";
import { pino } from "pino";
import { EmbeddedRedis } from "../../../src/app/process/embedded-redis.ts";
import { ensureRedisServer } from "../../../src/app/process/redis-binary.ts";
import { newDataDir } from "../../support/programs.ts";
import { atEnd, redisUrl, withLogin, withRedis } from "../../support/redis.ts";
import { startProxy } from "../../support/servers/proxy.ts";
import { assertRefused, tool, toolEnv } from "../../support/tool.ts";

const suite = atEnd();
const { prefix } = withRedis(suite);
const env = toolEnv({ prefix });

describe("the Redis of the operator's tool", () => {
  it("is that of the service that runs with DATA_DIR", async (t) => {
    const dataDir = newDataDir(t);
    const log = pino({ level: "silent" });
    const redis = await EmbeddedRedis.start({ binary: ensureRedisServer(() => undefined), dataDir, log });
    t.after(() => redis.stop());
    const created = await tool(["tenant", "create", "shop", "--json"], {
      DATA_DIR: dataDir,
      REDIS_URL: "",
    });
    assert.equal(created.code, 0, created.stderr);
    const { stdout } = await tool(["tenant", "list", "--json"], { REDIS_URL: redis.url });
    assert.match(stdout, /"tenantId":"shop"/);
    await redis.stop();
    assertRefused(await tool(["tenant", "list"], { DATA_DIR: dataDir }), /No service runs with/, "stopped");
  });

  it("is reported as missing if no service runs there", async (t) => {
    const dataDir = newDataDir(t);
    const refused = await tool(["tenant", "list"], { DATA_DIR: dataDir });
    assertRefused(refused, /No service runs with the data directory/, "no service");
    assert.ok(refused.stderr.includes(dataDir));
    assert.match(refused.stderr, /REDIS_URL/);
  });

  it("is reported as failed if the connection ends during a command", async (t) => {
    const proxy = await startProxy(t, redisUrl());
    const hasArrived = proxy.loseReplyTo(1, "{tenants}:all");
    const failed = await tool(["tenant", "list"], { ...env, REDIS_URL: proxy.url });
    assertRefused(failed, /^Redis failed during the command \(.*\)\. Check what/, "lost");
    assert.ok(hasArrived());
  });

  it("is reported as missing if it cannot be reached, or refuses the credentials", async (t) => {
    const mute = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => mute.listen(0, "127.0.0.1", resolve));
    t.after(() => void mute.close());
    const { port } = mute.address() as { port: number };
    const wrongPassword = withLogin(redisUrl(), "nobody", "secret");
    for (const url of ["redis://127.0.0.1:1", `redis://:secret@127.0.0.1:${port}`, wrongPassword]) {
      const refused = await tool(["tenant", "list"], { REDIS_URL: url });
      assertRefused(refused, /cannot be reached/, url);
      assert.doesNotMatch(refused.stderr, /secret/);
    }
  });
});
