import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { LimitReached } from "../../../src/store/redis/structures/limited-hash.ts";
import { isSecretOf } from "../../../src/store/tenants/client.ts";
import { tenantStores } from "../../../src/store/tenants/store-keys.ts";
import { TenantError } from "../../../src/store/tenants/tenant.ts";
import { Tenants } from "../../../src/store/tenants/tenants.ts";
import { dump, keysWith, withRedis } from "../../support/redis.ts";
import { given } from "../../support/service.ts";

function setUp(t: TestContext) {
  const { redis, keys, prefix } = withRedis(t);
  const tenants = new Tenants(redis, keys);
  /** Fails unless the action raises the version, as every change must. */
  const changing = async <T>(action: () => Promise<T>): Promise<T> => {
    const before = await tenants.version();
    const result = await action();
    assert.notEqual(await tenants.version(), before);
    return result;
  };
  const clientOf = async (tenantId: string, clientId: string) =>
    given(await tenants.findClient(tenantId, clientId));
  const find = async (id: string) => given(await tenants.find(id));
  const storesOf = async (id: string) => tenantStores(redis, keys, id, await tenants.clients(id));
  const stored = async () =>
    Promise.all((await keysWith(redis, prefix)).map(async (key) => [key, await dump(redis, key)]));
  return { redis, keys, tenants, changing, clientOf, find, storesOf, stored };
}

const WRONG_TENANTS = ["", "A", "a_b", "-a", "a-", "a b", "a/b", "a{b", "ä", "a".repeat(64), "a\n", "a:b"];
const WRONG_STORES = ["", "a b", "a/b", "a{b}", "ä", "a".repeat(65), "a\n", "a:b"];

describe("Tenants.create", () => {
  it("registers an active tenant with a signing key and a client with all scopes", async (t) => {
    const { tenants, changing, clientOf, find } = setUp(t);
    const { tenantId, clientId, clientSecret } = await changing(() => tenants.create("shop"));
    const tenant = await find(tenantId);
    assert.deepEqual(
      [
        tenant.state,
        tenant.generation,
        tenant.notBefore,
        tenant.rateLimit,
        tenant.settings.allowDuplicateVariants,
      ],
      ["active", 0, 0, undefined, false],
    );
    assert.equal(tenant.signingKeys.length, 1);
    const client = await clientOf(tenantId, clientId);
    assert.deepEqual([client.store, client.scopes, client.disabled], ["default", [], false]);
    assert.ok(isSecretOf(client, clientSecret, Date.now()));
    assert.deepEqual(await tenants.list(), [tenant]);
  });

  it("registers a name once, also for concurrent requests", async (t) => {
    const { tenants } = setUp(t);
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => tenants.create("shop")));
    assert.equal(results.filter(({ status }) => status === "fulfilled").length, 1);
    for (const result of results) {
      if (result.status === "rejected") assert.ok(result.reason instanceof TenantError);
    }
    assert.equal((await tenants.clients("shop")).length, 1);
  });

  it("stores no secret in plain text", async (t) => {
    const { tenants, stored } = setUp(t);
    const { clientId, clientSecret } = await tenants.create("shop");
    const rotated = await tenants.rotateSecret("shop", clientId, 60);
    const text = JSON.stringify(await stored());
    for (const secret of [clientSecret, rotated.clientSecret]) assert.ok(!text.includes(secret));
  });

  it("refuses invalid names of tenants and stores, and stores none of them", async (t) => {
    const { tenants, stored } = setUp(t);
    for (const id of WRONG_TENANTS) {
      await assert.rejects(tenants.create(id), TenantError, JSON.stringify(id));
      assert.equal(await tenants.find(id), undefined);
    }
    for (const store of WRONG_STORES) {
      await assert.rejects(tenants.create("shop", { store }), TenantError, JSON.stringify(store));
    }
    assert.deepEqual(await stored(), []);
    for (const id of ["a", "0", "a-b", "a".repeat(63)]) await tenants.create(id, { store: "Store_1.de-x" });
  });
});

describe("Tenants.setState", () => {
  it("suspends a tenant and resumes it", async (t) => {
    const { tenants, changing, find } = setUp(t);
    await tenants.create("shop");
    await changing(() => tenants.setState("shop", "suspended"));
    assert.equal((await find("shop")).state, "suspended");
    await changing(() => tenants.setState("shop", "active"));
    assert.equal((await find("shop")).state, "active");
  });
});

describe("Tenants.setSettings", () => {
  it("changes the given settings and keeps the rest; a rate limit of 0 returns to the default", async (t) => {
    const { tenants, changing, find } = setUp(t);
    await tenants.create("shop");
    const settings = async () => {
      const { rateLimit, settings } = await find("shop");
      return [rateLimit, settings.allowDuplicateVariants];
    };
    await changing(() => tenants.setSettings("shop", { rateLimit: 7 }));
    assert.deepEqual(await settings(), [7, false]);
    await changing(() => tenants.setSettings("shop", { allowDuplicateVariants: true }));
    assert.deepEqual(await settings(), [7, true]);
    await tenants.setSettings("shop", {});
    assert.deepEqual(await settings(), [7, true]);
    await changing(() => tenants.setSettings("shop", { rateLimit: 0, allowDuplicateVariants: false }));
    assert.deepEqual(await settings(), [undefined, false]);
  });
});

describe("Tenants.revokeTokens", () => {
  it("starts a new generation of tokens", async (t) => {
    const { tenants, changing, find } = setUp(t);
    await tenants.create("shop");
    const now = await changing(() => tenants.revokeTokens("shop"));
    const { generation, notBefore } = await find("shop");
    assert.deepEqual([generation, notBefore], [1, now]);
    await tenants.revokeTokens("shop");
    assert.equal((await find("shop")).generation, 2);
  });
});

describe("Tenants.rotateSigningKey", () => {
  it("signs with a new key, and keeps the last five", async (t) => {
    const { tenants, changing, find } = setUp(t);
    await tenants.create("shop");
    const kids = [(await find("shop")).signingKeys[0]?.kid];
    for (let i = 0; i < 5; i++) kids.unshift(await changing(() => tenants.rotateSigningKey("shop")));
    const { signingKeys } = await find("shop");
    assert.deepEqual(
      signingKeys.map(({ kid }) => kid),
      kids.slice(0, 5),
    );
    for (const { publicJwk } of signingKeys) assert.ok(!("d" in publicJwk));
    const { kid, privateJwk } = tenants.signerOf(await find("shop"));
    assert.deepEqual([kid, "d" in privateJwk], [kids[0], true]);
  });
});

describe("Tenants.createClient", () => {
  it("binds a client to a store and to scopes", async (t) => {
    const { tenants, changing, clientOf } = setUp(t);
    await tenants.create("shop");
    const options = { store: "berlin", scopes: ["wishlists:read"] };
    const { clientId } = await changing(() => tenants.createClient("shop", options));
    const client = await clientOf("shop", clientId);
    assert.deepEqual([client.store, client.scopes], ["berlin", ["wishlists:read"]]);
    assert.equal((await tenants.clients("shop")).length, 2);
    assert.equal(await tenants.findClient("other", clientId), undefined);
  });

  it("refuses invalid names of stores", async (t) => {
    const { tenants } = setUp(t);
    await tenants.create("shop");
    for (const store of WRONG_STORES)
      await assert.rejects(tenants.createClient("shop", { store }), TenantError);
    assert.equal((await tenants.clients("shop")).length, 1);
  });
});

describe("the stores of a tenant", () => {
  it("does not count a store whose first client was refused", async (t) => {
    const { redis, keys, tenants, storesOf } = setUp(t);
    const { clientId } = await tenants.create("shop");
    const text = (await redis.hget(keys.clients("shop"), clientId)) ?? "";
    const others = Array.from({ length: 199 }, (_, i) => [`c${i}`, text]);
    await redis.hset(keys.clients("shop"), Object.fromEntries(others));
    await assert.rejects(tenants.createClient("shop", { store: "berlin" }), LimitReached);
    assert.deepEqual(await storesOf("shop"), ["default"]);
  });

  it("counts stores of earlier versions, to which clients are bound without a note", async (t) => {
    const { redis, keys, tenants, storesOf } = setUp(t);
    await tenants.create("shop", { store: "berlin" });
    await redis.del(keys.stores("shop"));
    await assert.rejects(tenants.createClient("shop", { store: "rome", maxStores: 2 }), {
      name: "LimitReached",
      message: "the limit of 2 stores is reached",
    });
    await tenants.createClient("shop", { store: "rome", maxStores: 3 });
    assert.deepEqual(await storesOf("shop"), ["default", "berlin", "rome"]);
  });
});

describe("Tenants.scopes", () => {
  it("lists every store once, including the default one of every tenant", async (t) => {
    const { tenants } = setUp(t);
    assert.deepEqual(await tenants.storeKeys(), []);
    await tenants.create("b", { store: "x" });
    await tenants.create("a");
    for (const store of ["x", "y", "x"]) await tenants.createClient("b", { store });
    assert.deepEqual(await tenants.storeKeys(), ["a/default", "b/default", "b/x", "b/y"]);
  });
});

describe("Tenants.rotateSecret", () => {
  it("accepts the old secret exactly until the end of the overlap", async (t) => {
    const { tenants, changing, clientOf } = setUp(t);
    const { clientId, clientSecret: old } = await tenants.create("shop");
    const before = Date.now();
    const { clientSecret } = await changing(() => tenants.rotateSecret("shop", clientId, 60));
    const after = Date.now();
    const client = await clientOf("shop", clientId);
    assert.ok(isSecretOf(client, clientSecret, before));
    assert.ok(isSecretOf(client, clientSecret, after + 1e12));
    assert.ok(isSecretOf(client, old, before + 59_999));
    assert.ok(!isSecretOf(client, old, after + 60_000));
  });

  it("never extends an older secret, and drops it at once without an overlap", async (t) => {
    const { tenants, clientOf } = setUp(t);
    const { clientId, clientSecret: first } = await tenants.create("shop");
    await tenants.rotateSecret("shop", clientId, 60);
    const { clientSecret: third } = await tenants.rotateSecret("shop", clientId, 6000);
    const later = Date.now() + 61_000;
    assert.ok(!isSecretOf(await clientOf("shop", clientId), first, later));
    await tenants.rotateSecret("shop", clientId, 0);
    const client = await clientOf("shop", clientId);
    assert.equal(client.secrets.length, 1);
    assert.ok(!isSecretOf(client, third, Date.now()));
  });
});

describe("isSecretOf", () => {
  it("accepts no secret of an unknown client, nor an empty one", async (t) => {
    const { tenants, clientOf } = setUp(t);
    const { clientId } = await tenants.create("shop");
    const client = await clientOf("shop", clientId);
    for (const secret of ["", "wrong", client.secrets[0]?.hash ?? ""]) {
      assert.equal(isSecretOf(client, secret, Date.now()), false);
      assert.equal(isSecretOf(undefined, secret, Date.now()), false);
      assert.equal(isSecretOf({ ...client, secrets: [] }, secret, Date.now()), false);
    }
  });
});

describe("Tenants.setClient", () => {
  it("disables one client and keeps the others, and enables it again", async (t) => {
    const { tenants, changing, clientOf } = setUp(t);
    const { clientId } = await tenants.create("shop");
    const other = await tenants.createClient("shop", {});
    await changing(() => tenants.setClient("shop", clientId, { disabled: true }));
    assert.equal((await clientOf("shop", clientId)).disabled, true);
    assert.equal((await clientOf("shop", other.clientId)).disabled, false);
    await changing(() => tenants.setClient("shop", clientId, { disabled: false }));
    assert.equal((await clientOf("shop", clientId)).disabled, false);
  });
});

describe("two concurrent changes of one client", () => {
  it("are both stored: a rotation never enables a client that is being disabled", async (t) => {
    const { tenants, clientOf } = setUp(t);
    const { clientId, clientSecret: old } = await tenants.create("shop");
    const [, { clientSecret }] = await Promise.all([
      tenants.setClient("shop", clientId, { disabled: true }),
      tenants.rotateSecret("shop", clientId, 60),
    ]);
    const client = await clientOf("shop", clientId);
    assert.equal(client.disabled, true);
    for (const secret of [old, clientSecret]) assert.ok(isSecretOf(client, secret, Date.now()));
  });
});

describe("a change of an unknown tenant or client", () => {
  it("is refused, and creates nothing", async (t) => {
    const { tenants, stored } = setUp(t);
    await tenants.create("shop");
    const before = await stored();
    const changes = [
      () => tenants.setState("none", "suspended"),
      () => tenants.setSettings("none", { rateLimit: 1 }),
      () => tenants.revokeTokens("none"),
      () => tenants.rotateSigningKey("none"),
      () => tenants.createClient("none", {}),
      () => tenants.rotateSecret("shop", "none", 1),
      () => tenants.setClient("shop", "none", { disabled: true }),
      () => tenants.rotateSecret("none", "none", 1),
    ];
    for (const change of changes) await assert.rejects(change(), TenantError, change.toString());
    assert.deepEqual(await stored(), before);
  });
});
