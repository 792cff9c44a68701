import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { before, describe, it } from "node:test";
import { keysOf } from "../../../src/collections/keys-of.ts";
import { resumeAll } from "../../../src/jobs/maintenance/resume-work.ts";
import { FileFeeds } from "../../../src/store/feeds/file-feeds.ts";
import { Layout } from "../../../src/store/layout/layout.ts";
import { Vault } from "../../../src/store/secrets/vault.ts";
import { Endpoints, type Replay } from "../../../src/store/webhooks/endpoints.ts";
import { FlagResets } from "../../../src/store/work/flag-resets.ts";
import { OpenWorks } from "../../../src/store/work/open-work.ts";
import { withQueue } from "../../support/jobs/queue.ts";
import { atEnd, withRedis } from "../../support/redis.ts";
import { type Caller, type Service, startService, WS } from "../../support/service.ts";
import { until } from "../../support/until.ts";

const suite = atEnd();
let service: Service;
let shop: Caller;
let storeKey: string;
before(async () => {
  service = await startService(suite, { ALLOW_PRIVATE_TARGETS: "true" });
  shop = await service.newCaller();
  storeKey = `${shop.tenantId}/default`;
});

const ONCE = { attempts: 1 };

/** A replay that is under way. */
const REPLAY: Replay = {
  id: "r",
  status: "running",
  since: new Date(0).toISOString(),
  sent: 7,
  startedTime: new Date(0).toISOString(),
  place: "0-0",
  end: "9-0",
};

/** Gives an endpoint a replay. */
const withReplay = (endpoints: Endpoints, store: string, id: string, replay: Replay) =>
  endpoints.change(store, id, (endpoint) => ({ ...endpoint, replay }));

describe("work whose job has used up its attempts", () => {
  it("ends as failed if it resets flags", async () => {
    const [resets, works] = [
      new FlagResets(service.redis, service.keys),
      new OpenWorks(service.redis, service.keys),
    ];
    const reset = { ...resets.begin({ flag: "notifyMe", lists: [] }, Date.now()), count: 3 };
    // Lists that no step can read.
    await resets.put(storeKey, { ...reset, lists: null as never });
    await works.add({ kind: "flag-reset", storeKey, id: reset.id }, Date.now());
    const path = `${WS}/wishlist/items/resetFlag/${reset.id}`;
    assert.equal((await shop.get(path)).body.status, "running");
    await withQueue(service, "feeds", (queue) =>
      queue.add("flag-reset", { storeKey, reset: reset.id }, ONCE),
    );
    await until("the reset has failed", async () => (await shop.get(path)).body.status === "failed");
    const { count, finishedTime } = (await shop.get(path)).body;
    assert.equal(count, 3);
    assert.ok(Date.parse(finishedTime) > 0);
    await until("it is no open work", async () => (await works.part("0")).works.length === 0);
  });

  it("stops with a reason if it sends webhooks again, and may be started again", async () => {
    const endpoints = `${WS}/webhook-endpoints`;
    const { id } = (await shop.post(endpoints, { url: "https://127.0.0.1:1/", events: [] })).body;
    // A place that the change feed cannot read.
    const stored = new Endpoints(service.redis, service.keys, new Vault([]));
    await withReplay(stored, storeKey, id, { ...REPLAY, place: "none" });
    const data = { storeKey, endpoint: id, replay: "r" };
    await withQueue(service, "webhooks", (queue) => queue.add("replay", data, ONCE));
    const state = async () => (await shop.get(`${endpoints}/${id}`)).body.replay;
    await until("the replay has stopped", async () => (await state()).status === "stopped");
    const { reason, reasonCode, sent, finishedTime } = await state();
    assert.equal(reasonCode, "given_up");
    assert.deepEqual([reason, sent], ["the service stopped or failed too often during the replay", 7]);
    assert.ok(Date.parse(finishedTime) > 0);
    assert.equal((await shop.post(`${endpoints}/${id}/replay`, { since: REPLAY.since })).status, 202);
  });

  it("ends when open work is checked, if its process died before it ended the work", async (t) => {
    const { redis, keys } = withRedis(t);
    const store = "t/s";
    const fileFeeds = new FileFeeds(redis, keys, new Layout(4, "salt"), Date.now);
    const flagResets = new FlagResets(redis, keys);
    const endpoints = new Endpoints(redis, keys, new Vault([randomBytes(32)]));
    const openWorks = new OpenWorks(redis, keys);
    const feed = await fileFeeds.open(store, { kind: "customers" });
    const reset = flagResets.begin({ flag: "notifyMe", lists: [] }, Date.now());
    await flagResets.put(store, reset);
    const { endpoint } = await endpoints.create(store, { url: "https://shop.example/", events: [] });
    await withReplay(endpoints, store, endpoint.id, REPLAY);
    const ids = { feed, "flag-reset": reset.id, replay: endpoint.id } as const;
    for (const kind of keysOf(ids)) await openWorks.add({ kind, storeKey: store, id: ids[kind] }, 0);
    const queues: string[] = [];
    const jobs = { resume: (queue: string) => Promise.resolve(queues.push(queue) > 0) };
    const onUndecodable = (err: unknown) => assert.fail(String(err));
    const deps = { openWorks, fileFeeds, flagResets, endpoints, jobs, onUndecodable, now: Date.now };
    await resumeAll(deps);
    assert.deepEqual(queues.sort(), ["feeds", "feeds", "webhooks"]);
    assert.equal((await fileFeeds.find(store, feed))?.status, "incomplete");
    assert.equal((await flagResets.find(store, reset.id))?.status, "failed");
    assert.equal((await endpoints.find(store, endpoint.id))?.replay?.status, "stopped");
    await resumeAll(deps);
    assert.deepEqual([queues.length, (await openWorks.part("0")).works], [3, []]);
  });
});
