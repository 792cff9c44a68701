import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { decodeJwt } from "jose";
import { digestOf } from "../../../src/http/idempotency/digest.ts";
import { partitionOfWishlist } from "../../../src/store/ids/ids.ts";
import { openLayout } from "../../../src/store/layout/layout.ts";
import { newCluster, PARTITIONS } from "../../support/processes.ts";
import { startOwnCluster } from "../../support/servers/own-cluster.ts";
import { RedisServer } from "../../support/servers/redis-server.ts";
import { type Answer, given, unique, WS } from "../../support/service.ts";
import { until } from "../../support/until.ts";

const LISTS = 9;
/** Writes of each kind to each list. */
const ROUNDS = 3;
const UNKNOWN = "500 OutcomeUnknown";
const ENV = { DURABILITY: "replica", LEASE_MS: "2000" };
/** How long a request waits: longer than a worker waits at once for a master that cannot confirm. */
const ASK_TIMEOUT_MS = 6000;
/** The same where so many writes come at once that a busy machine takes seconds to apply them. */
const MANY_TIMEOUT_MS = 15_000;

/** A service on a cluster, with a caller and what says where its data is. */
async function startShop(t: TestContext, askTimeoutMs: number) {
  const store = await startOwnCluster(t);
  const { redis, keys, cluster } = store;
  const jobs = await RedisServer.start(t);
  const env = { ...ENV, ASK_TIMEOUT_MS: askTimeoutMs.toString(), JOBS_REDIS_URL: jobs.url };
  const { serve, newShop } = newCluster(t, { env, store });
  const shop = await newShop(await serve("all"));
  const layout = await openLayout(redis, keys, PARTITIONS);
  const masters = await Promise.all(
    Array.from({ length: PARTITIONS }, (_, partition) => cluster.numberOf(keys.lease(partition))),
  );
  const clientId = String(decodeJwt(shop.token)["client_id"]);
  return {
    cluster,
    shop,
    /** The master of the settings of all tenants, and of the audit log. */
    settingsMaster: await cluster.numberOf(keys.tenantsVersion),
    masterOfList: (id: string) => given(masters[given(partitionOfWishlist(id))]),
    masterOfKey: (key: string) =>
      given(masters[layout.partitionOf(digestOf(`${shop.tenantId}/default`, clientId, key))]),
  };
}

interface Write {
  kind: string;
  /** Numbers of the masters that it writes to. */
  uses: number[];
  send: () => Promise<Answer<{ code?: string }>>;
}

const outcomeOf = ({ status, body }: Awaited<ReturnType<Write["send"]>>): string =>
  status < 300 ? "done" : `${status} ${String(body.code)}`;

describe("writes on a cluster, while one master cannot confirm", () => {
  it("wait only for the masters that they write to", async (t) => {
    const { cluster, shop, settingsMaster, masterOfList, masterOfKey } = await startShop(t, MANY_TIMEOUT_MS);
    const lists = await Promise.all(
      Array.from({ length: LISTS }, async () => String((await shop.newWishlist()).id)),
    );
    const silent = given(lists.map(masterOfList).find((master) => master !== settingsMaster));

    const newItem = (wishlistId: string, headers = {}) => {
      const product = { productRef: unique("p"), selectedVariantRef: unique("v") };
      return () => shop.post(`${WS}/wishlist/items`, { wishlistId, product }, { headers });
    };
    const newSettings = (headers = {}) => {
      const settings = { allowDuplicateVariants: true };
      return () => shop.put(`${WS}/settings`, settings, { headers });
    };
    const writesOf = (list: string): Write[] => {
      const home = masterOfList(list);
      const [key, other] = [unique("k"), unique("k")];
      const item = newItem(list, { "Idempotency-Key": key });
      const settings = newSettings({ "Idempotency-Key": other });
      return [
        { kind: "item", uses: [home], send: newItem(list) },
        { kind: "item with a key", uses: [home, masterOfKey(key)], send: item },
        { kind: "settings", uses: [settingsMaster], send: newSettings() },
        { kind: "settings with a key", uses: [settingsMaster, masterOfKey(other)], send: settings },
      ];
    };
    const writes = Array.from({ length: ROUNDS }, () => lists.flatMap(writesOf)).flat();

    const { release } = await cluster.cutOff(silent);
    const outcomes = await Promise.all(
      writes.map(async ({ kind, uses, send }) => ({ kind, uses, outcome: outcomeOf(await send()) })),
    );
    const isUnknown = ({ uses }: Write) => uses.includes(silent);
    const wanted = writes.map((write) => ({
      kind: write.kind,
      uses: write.uses,
      outcome: isUnknown(write) ? UNKNOWN : "done",
    }));
    assert.deepEqual(outcomes, wanted);
    for (const kind of ["item", "item with a key", "settings with a key"])
      assert.equal(new Set(writes.filter((write) => write.kind === kind).map(isUnknown)).size, 2, kind);

    await release();
    for (const { kind, send } of writes.filter(isUnknown).slice(0, LISTS))
      await until(`${kind} is confirmed`, async () => outcomeOf(await send()) === "done");
  });

  it("get no stored answer while they may be lost, and are applied again if they are lost", async (t) => {
    const { cluster, shop, settingsMaster, masterOfKey } = await startShop(t, ASK_TIMEOUT_MS);
    const keys = Array.from({ length: 64 }, () => unique("k"));
    const key = given(keys.find((each) => masterOfKey(each) !== settingsMaster));
    const send = async () => {
      const headers = { "Idempotency-Key": key };
      return outcomeOf(await shop.put(`${WS}/settings`, { allowDuplicateVariants: false }, { headers }));
    };
    const { release } = await cluster.cutOff(settingsMaster);
    assert.deepEqual([await send(), await send()], [UNKNOWN, UNKNOWN]);
    await release();
    await until("it is confirmed", async () => (await send()) === "done");
    const { body } = await shop.get(`${WS}/settings`);
    assert.equal(body.allowDuplicateVariants, false);
  });
});
