import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { resumeAll, resumeSome } from "../../../src/jobs/maintenance/resume-work.ts";
import type { NewJob } from "../../../src/jobs/queue/job.ts";
import { Vault } from "../../../src/store/secrets/vault.ts";
import { Endpoints } from "../../../src/store/webhooks/endpoints.ts";
import { FlagResets } from "../../../src/store/work/flag-resets.ts";
import { LIST_START, type OpenWork, OpenWorks } from "../../../src/store/work/open-work.ts";
import { ended, lines, NDJSON, upload } from "../../support/data/feeds.ts";
import { withQueue } from "../../support/jobs/queue.ts";
import { atEnd, withRedis } from "../../support/redis.ts";
import { type Caller, type Service, startService, unique } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";

const FEEDS = 5000;
/** The maximum number of entries per check. */
const MOST = FEEDS / 5;

/** Many open feeds, and the check whether they have jobs. */
async function startLooking(t: Parameters<typeof withRedis>[0]) {
  const { redis, keys } = withRedis(t);
  const openWorks = new OpenWorks(redis, keys);
  const works = Array.from({ length: FEEDS }, (_, i) => ({
    kind: "feed" as const,
    storeKey: "t/s",
    id: `f${i}`,
  }));
  await Promise.all(works.map((work) => openWorks.add(work, Date.now())));
  const ensured: string[] = [];
  const deps: Parameters<typeof resumeAll>[0] = {
    openWorks,
    fileFeeds: {
      find: (_, id) => Promise.resolve({ id, status: "applying" } as never),
      giveUp: () => assert.fail("its job has not failed"),
    },
    flagResets: new FlagResets(redis, keys),
    endpoints: new Endpoints(redis, keys, new Vault([])),
    jobs: {
      resume(_queue: string, { id }: NewJob) {
        ensured.push(String(id));
        return Promise.resolve(false);
      },
    },
    onUndecodable: (err) => assert.fail(String(err)),
    now: Date.now,
  };
  const names = works.map(({ id }) => `feed-${id}`).sort();
  return { openWorks, deps, ensured, names };
}

describe("the list of open work", () => {
  it("is checked in parts, however long it is, without omissions", async (t) => {
    const { deps, ensured, names } = await startLooking(t);
    let from = LIST_START;
    do {
      const before = ensured.length;
      from = await resumeSome(deps, from);
      const count = ensured.length - before;
      assert.ok(count <= MOST, `${count}`);
    } while (from !== LIST_START);
    assert.deepEqual([...new Set(ensured)].sort(), names);
  });

  it("is checked completely if all jobs may be lost, and deleted completely with its store", async (t) => {
    const { deps, ensured, names, openWorks } = await startLooking(t);
    await resumeAll(deps);
    assert.deepEqual([...new Set(ensured)].sort(), names);
    const other: OpenWork = { kind: "feed", storeKey: "t/other", id: "one" };
    await openWorks.add(other, Date.now());
    await openWorks.forgetAll((storeKey) => storeKey === "t/s");
    assert.deepEqual(await openWorks.part(LIST_START), { works: [other], next: LIST_START });
  });
});

describe("a feed", () => {
  const suite = atEnd();
  let service: Service;
  let shop: Caller;
  before(async () => {
    service = await startService(suite);
    shop = await service.newCaller();
  });

  it("is in the list until it is applied", async () => {
    const { redis, keys, jobsRedis = redis } = service;
    await withQueue({ redis: jobsRedis, keys }, "feeds", (queue) => queue.pause());
    const { body } = await upload(shop, "customers", NDJSON, lines([{ id: unique("c") }]));
    assert.equal(await redis.zcard(keys.openWork), 1);
    await withQueue({ redis: jobsRedis, keys }, "feeds", (queue) => queue.resume());
    assert.equal((await ended(shop, body.id)).status, "finished");
    await settled(service);
    assert.equal(await redis.zcard(keys.openWork), 0);
  });
});
