import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { newTenant } from "../../support/portal/session.ts";
import type { Ended } from "../../support/programs.ts";
import { atEnd, withRedis } from "../../support/redis.ts";
import { startService } from "../../support/service.ts";
import { tool, toolEnv } from "../../support/tool.ts";

const suite = atEnd();
const { prefix } = withRedis(suite);
const env = toolEnv({ prefix });
const UNREACHABLE = "redis://127.0.0.1:1";

function assertRefused({ code, stdout, stderr }: Ended, pattern: RegExp): void {
  assert.deepEqual([code, stdout], [1, ""], stderr);
  assert.match(stderr, pattern);
}

describe("the settings of the operator's tool", () => {
  it("are checked as those of the service, before anything is written", async () => {
    for (const [name, value] of [
      ["REDIS_PREFIX", "shop{1}:"],
      ["REDIS_URL", "localhost:6379"],
      ["REDIS_URL_FILE", "/run/secrets/redis"],
      ["JOBS_REDIS_URL", "localhost:6379"],
      ["JOBS_REDIS_URL_FILE", "/run/secrets/redis"],
      ["CREDENTIALS_KEYS", "short"],
      ["CREDENTIALS_KEYS_FILE", "/run/secrets/keys"],
      ["TENANT_ROWS", "many"],
      ["TENANT_KEYS", "many"],
      ["TENANT_CHANGES", "many"],
    ] as const) {
      const given = { ...env, [name]: value };
      // A file is refused only in the place of the value.
      if (name.endsWith("_FILE")) given[name.replace("_FILE", "")] = "";
      assertRefused(await tool(["tenant", "create", "shop"], given), new RegExp(`^ +${name} `, "m"));
    }
    const { stdout } = await tool(["tenant", "list", "--json"], env);
    assert.equal(stdout, "[]\n");
  });

  it("may include invalid settings that the tool does not use", async () => {
    const { code, stderr } = await tool(["tenant", "list"], { ...env, PORT: "http", SMTP_URL_FILE: "/smtp" });
    assert.deepEqual([code, stderr], [0, ""]);
  });

  it("make commands about jobs fail if the Redis of the jobs cannot be reached", async (t) => {
    const service = await startService(t);
    const tenant = await newTenant(service);
    const given = { ...toolEnv(service), JOBS_REDIS_URL: UNREACHABLE };
    for (const words of [
      ["job", "list"],
      ["tenant", "show", tenant],
      ["job", "redrive", "alerts/x"],
    ])
      assertRefused(await tool(words, given), /Redis cannot be reached: JOBS_REDIS_URL: 127\.0\.0\.1:1/);
  });
});
