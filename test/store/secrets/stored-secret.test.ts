import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { sealSecrets } from "../../../src/jobs/maintenance/seal-secrets.ts";
import { Exports } from "../../../src/store/exports/exports.ts";
import { sealingKeyOf } from "../../../src/store/secrets/sealing-key.ts";
import { openSecret, renewSecret, sealSecret } from "../../../src/store/secrets/stored-secret.ts";
import { Unsealable, Vault } from "../../../src/store/secrets/vault.ts";
import { isSecretOf } from "../../../src/store/tenants/client.ts";
import { Shops } from "../../../src/store/tenants/shops.ts";
import { Tenants } from "../../../src/store/tenants/tenants.ts";
import { Endpoints } from "../../../src/store/webhooks/endpoints.ts";
import { intercepted } from "../../support/connections/intercepted.ts";
import { dump, keysWith, withRedis } from "../../support/redis.ts";
import { given } from "../../support/service.ts";

const [one, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const SCOPE = "shop/default";
const DOMAIN = "shop.myshopify.com";

describe("a stored secret", () => {
  it("is sealed if there is a vault, and can be decrypted in its own place only", () => {
    const vault = new Vault([one]);
    const stored = sealSecret(vault, "secret", "here");
    assert.deepEqual(Object.keys(stored), ["sealed"]);
    assert.equal(openSecret(vault, stored, "here"), "secret");
    assert.throws(() => openSecret(vault, stored, "there"), Unsealable);
    assert.throws(() => openSecret(undefined, stored, "here"), Unsealable);
  });

  it("is sealed again with the current key, and stays if that is impossible", () => {
    const clear = { value: "secret", expires: 1 };
    const first = renewSecret(new Vault([one]), clear, "here");
    assert.deepEqual(Object.keys(first).sort(), ["expires", "sealed"]);
    assert.equal(renewSecret(new Vault([one]), first, "here"), first);
    const second = renewSecret(new Vault([other, one]), first, "here");
    assert.equal(openSecret(new Vault([other]), second, "here"), "secret");
    assert.equal(renewSecret(new Vault([one]), second, "here"), second);
    assert.equal(renewSecret(undefined, clear, "here"), clear);
  });
});

describe("replaced secrets", () => {
  it("are at most the newest four, however often the secret of a client, shop or endpoint is replaced", async (t) => {
    const { redis, keys } = withRedis(t);
    const vault = new Vault([one]);
    const [tenants, shops] = [new Tenants(redis, keys, vault), new Shops(redis, keys, vault)];
    const endpoints = new Endpoints(redis, keys, vault);
    const { clientId } = await tenants.create("shop");
    const { endpoint } = await endpoints.create(SCOPE, { url: "https://x", events: [] });
    const [ofClient, ofShop, ofEndpoint]: [string[], string[], string[]] = [[], [], []];
    for (let i = 0; i < 8; i++) {
      ofClient.unshift((await tenants.rotateSecret("shop", clientId, 3600)).clientSecret);
      ofEndpoint.unshift(given(await endpoints.rotateSecret(SCOPE, endpoint.id, Date.now())));
      await shops.put({ domain: DOMAIN, storeKey: SCOPE }, `shpss_${i}`, 3600);
      ofShop.unshift(`shpss_${i}`);
    }
    const client = given(await tenants.findClient("shop", clientId));
    const now = Date.now();
    assert.deepEqual(
      ofClient.map((secret) => isSecretOf(client, secret, now)),
      [true, true, true, true, true, false, false, false],
    );
    const [shop, found] = [await shops.find(DOMAIN), await endpoints.find(SCOPE, endpoint.id)];
    assert.deepEqual(shops.secretsOf(given(shop), now), ofShop.slice(0, 5));
    assert.deepEqual(endpoints.secretsOf(SCOPE, given(found), now), ofEndpoint.slice(0, 5));
  });
});

describe("a secret whose key is lost", () => {
  it("does not stop the new secret of a shop or endpoint, and is refused until it is replaced", async (t) => {
    const { redis, keys } = withRedis(t);
    const withKey = (key: Buffer) => {
      const vault = new Vault([key]);
      return { shops: new Shops(redis, keys, vault), endpoints: new Endpoints(redis, keys, vault) };
    };
    const [lost, { shops, endpoints }] = [withKey(one), withKey(other)];
    const address = { domain: DOMAIN, storeKey: SCOPE };
    await lost.shops.put(address, "shpss_lost", 3600);
    const { id } = (await lost.endpoints.create(SCOPE, { url: "https://x", events: [] })).endpoint;
    const ofShop = async () => shops.secretsOf(given(await shops.find(DOMAIN)), Date.now());
    const ofEndpoint = async () =>
      endpoints.secretsOf(SCOPE, given(await endpoints.find(SCOPE, id)), Date.now());
    await assert.rejects(ofShop(), Unsealable);
    await assert.rejects(ofEndpoint(), Unsealable);
    await shops.put(address, "shpss_new", 3600);
    const next = given(await endpoints.rotateSecret(SCOPE, id, Date.now()));
    assert.deepEqual([await ofShop(), await ofEndpoint()], [["shpss_new"], [next]]);
  });
});

describe("sealSecrets", () => {
  function open(t: TestContext) {
    const { redis: direct, keys, prefix } = withRedis(t);
    /** Number of commands until the connection is lost. */
    let left = Infinity;
    const redis = intercepted(direct, (_, send) => {
      if (left-- <= 0) throw new Error("the connection is lost");
      return send();
    });
    const loseAfter = (commands: number) => void (left = commands);
    /** The secret stores with these keys, of which the first seals; without keys as in an older version. */
    const withKeys = (...own: Buffer[]) => {
      const vault = new Vault(own);
      const stores = {
        tenants: new Tenants(redis, keys, own.length > 0 ? vault : undefined),
        shops: new Shops(redis, keys, own.length > 0 ? vault : undefined),
        endpoints: new Endpoints(redis, keys, vault),
        exports: new Exports(redis, keys, vault),
      };
      return { ...stores, seal: () => sealSecrets({ redis, keys, vault, ...stores }) };
    };
    const stored = async () =>
      (await Promise.all((await keysWith(redis, prefix)).map((key) => dump(redis, key)))).join("\n");
    return { redis, keys, withKeys, stored, loseAfter };
  }

  it("seals secrets that older versions stored in plain text or with an older key, in several processes at once", async (t) => {
    const { redis, keys, withKeys, stored } = open(t);
    const old = withKeys();
    await old.tenants.create("shop");
    await old.shops.put({ domain: DOMAIN, storeKey: SCOPE }, "shpss_secret", 0);
    const { endpoint, secret } = await withKeys(one).endpoints.create(SCOPE, {
      url: "https://x",
      events: [],
    });
    const clear = { ...endpoint, secrets: [{ value: secret }] };
    await redis.hset(keys.endpoints(SCOPE), endpoint.id, JSON.stringify(clear));
    // As in earlier versions, the private key is a field of its own.
    const [key] = given(await old.tenants.find("shop")).signingKeys;
    const { value = "", ...others } = given(key);
    const { d } = JSON.parse(value) as { d: string };
    await redis.hset(
      keys.tenant("shop"),
      "signingKeys",
      JSON.stringify([{ ...others, privateJwk: JSON.parse(value) as unknown }]),
    );
    const secrets = [d, "shpss_secret", secret];
    for (const text of secrets) assert.ok((await stored()).includes(text));

    const read = async ({ tenants, shops, endpoints }: ReturnType<typeof withKeys>) => [
      tenants.signerOf(given(await tenants.find("shop"))).privateJwk.d,
      ...shops.secretsOf(given(await shops.find(DOMAIN)), Date.now()),
      ...endpoints.secretsOf(SCOPE, given(await endpoints.find(SCOPE, endpoint.id)), Date.now()),
    ];
    const first = withKeys(one);
    assert.deepEqual(await read(first), secrets);
    await Promise.all([first.seal(), withKeys(one).seal(), withKeys(one).seal()]);
    for (const text of secrets) assert.ok(!(await stored()).includes(text));
    assert.deepEqual(await read(first), secrets);
    const before = await stored();
    await first.seal();
    assert.equal(await stored(), before);

    await withKeys(other, one).seal();
    assert.deepEqual(await read(withKeys(other)), secrets);
    await assert.rejects(read(first), Unsealable);
    assert.equal(await sealingKeyOf(redis, keys), new Vault([other]).keyId);
  });

  it("records the new key only when no secret needs the old one, wherever it is interrupted, and continues", async (t) => {
    const { redis, keys, withKeys, loseAfter } = open(t);
    const old = withKeys(one);
    await old.seal();
    for (const id of ["shop", "shop2"]) {
      await old.tenants.create(id);
      const storeKey = `${id}/default`;
      await old.shops.put({ domain: `${id}.myshopify.com`, storeKey }, "shpss_secret", 0);
      await old.endpoints.create(storeKey, { url: "https://x", events: [] });
      const connector = { type: "braze", baseUrl: "https://x", apiKey: "braze-secret" };
      const kinds = { mode: "changed", includePrivate: false, onlyConsenting: true } as const;
      await old.exports.create(storeKey, { name: "wishes", connector, enabled: true, ...kinds });
    }
    const openAll = async ({ tenants, shops, endpoints, exports }: ReturnType<typeof withKeys>) => {
      for (const tenant of await tenants.list()) tenants.signerOf(tenant);
      for (const shop of await shops.list()) shops.secretsOf(shop, Date.now());
      for (const storeKey of await tenants.storeKeys()) {
        for (const each of await endpoints.list(storeKey)) endpoints.secretsOf(storeKey, each, Date.now());
        for (const each of await exports.list(storeKey)) exports.opened(storeKey, each);
      }
    };
    const isRecorded = async () => (await sealingKeyOf(redis, keys)) === new Vault([other]).keyId;
    const both = withKeys(other, one);
    for (let commands = 0, isOver = false; !isOver; commands++) {
      loseAfter(commands);
      isOver = await both.seal().then(
        () => true,
        () => false,
      );
      loseAfter(Infinity);
      await openAll(both);
      if (await isRecorded()) await openAll(withKeys(other));
    }
    assert.ok(await isRecorded());
  });

  it("seals new secrets from the start, also after a rotation", async (t) => {
    const { withKeys, stored } = open(t);
    const { tenants, shops, endpoints } = withKeys(one);
    await tenants.create("shop");
    await tenants.rotateSigningKey("shop");
    for (const secret of ["shpss_one", "shpss_two"])
      await shops.put({ domain: DOMAIN, storeKey: SCOPE }, secret, 60);
    const { endpoint, secret } = await endpoints.create(SCOPE, { url: "https://x", events: [] });
    const next = given(await endpoints.rotateSecret(SCOPE, endpoint.id, Date.now()));
    const { d = "" } = tenants.signerOf(given(await tenants.find("shop"))).privateJwk;
    const text = await stored();
    for (const each of ["shpss_one", "shpss_two", secret, next, d]) assert.ok(!text.includes(each));
    const found = given(await endpoints.find(SCOPE, endpoint.id));
    assert.deepEqual(endpoints.secretsOf(SCOPE, found, Date.now()), [next, secret]);
    assert.deepEqual(shops.secretsOf(given(await shops.find(DOMAIN)), Date.now()), [
      "shpss_two",
      "shpss_one",
    ]);
  });
});
