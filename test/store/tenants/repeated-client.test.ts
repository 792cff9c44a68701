import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isSecretOf } from "../../../src/store/tenants/client.ts";
import { Tenants } from "../../../src/store/tenants/tenants.ts";
import { withRedis } from "../../support/redis.ts";
import { given } from "../../support/service.ts";

describe("Tenants.createClient", () => {
  it("keeps the secrets of few earlier attempts of the same request, for a day", async (t) => {
    const { redis, keys } = withRedis(t);
    const tenants = new Tenants(redis, keys);
    await tenants.create("shop");
    const attempts: { clientId: string; clientSecret: string }[] = [];
    for (let i = 0; i < 10; i++) attempts.push(await tenants.createClient("shop", {}, "the same request"));
    const [first, last] = [given(attempts[0]), given(attempts.at(-1))];
    assert.deepEqual(
      attempts.map(({ clientId }) => clientId),
      attempts.map(() => first.clientId),
    );
    const client = given(await tenants.findClient("shop", first.clientId));
    assert.equal(client.secrets.length, 5);
    assert.ok(isSecretOf(client, last.clientSecret, Date.now() + 1e12));
    assert.ok(!isSecretOf(client, first.clientSecret, Date.now()));
    const before = given(attempts.at(-2)).clientSecret;
    assert.ok(isSecretOf(client, before, Date.now()));
    assert.ok(!isSecretOf(client, before, Date.now() + 86_400_000));
  });
});
