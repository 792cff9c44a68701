import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { atEnd } from "../../support/redis.ts";
import { type Service, startService } from "../../support/service.ts";
import { assertRefused, inconsistencies, tool, toolEnv, toolText } from "../../support/tool.ts";

const suite = atEnd();
let service: Service;
let tenantId: string;
before(async () => {
  service = await startService(suite);
  ({ tenantId } = await service.newCaller());
});

describe("the operator's tool, for a tenant with a record that cannot be decoded", () => {
  it("finds it with verify, and says so in all other commands", async () => {
    const { redis, keys } = service;
    const env = toolEnv(service);
    await toolText(["owner", "create", tenantId, "ada@shop.example"], env);
    assert.deepEqual(await inconsistencies(env), []);
    const [owner = ""] = await redis.hkeys(keys.owners(tenantId));
    await redis.hset(keys.owners(tenantId), owner, "{");
    const expectFound = async (...expected: [index: string, record: string][]) => {
      for (const words of [[], ["--tenant", tenantId]])
        assert.deepEqual(
          (await inconsistencies(env, ...words)).map(({ index, record }) => [index, record]),
          expected,
        );
    };
    await expectFound(["owner", owner]);
    const refused = async (words: string[], pattern: RegExp) =>
      assertRefused(await tool(words, env), pattern, words.join(" "));
    await refused(["owner", "list", tenantId], /^a stored owner is not JSON: `.*verify` names the record/);
    await redis.hset(keys.tenant(tenantId), "signingKeys", "[");
    await expectFound(["list of signing keys", tenantId], ["owner", owner]);
    for (const name of ["tenant show", "client list", "tenant suspend"])
      await refused([...name.split(" "), tenantId], /^a stored list of signing keys is not JSON: .*verify/);
  });
});
