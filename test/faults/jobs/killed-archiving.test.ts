import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FileArchive } from "../../../src/jobs/changes/file-archive.ts";
import { ArchiveReader } from "../../../src/store/changes/archive-reader.ts";
import { ChangeFeed } from "../../../src/store/changes/change-feed.ts";
import { openLayout } from "../../../src/store/layout/layout.ts";
import { DAY_MS } from "../../../src/units/durations.ts";
import { MOVED } from "../../programs/dying-archiver.ts";
import { archiveRootIn, keysOfFeed, runArchiving } from "../../support/data/archived-feeds.ts";
import { newCluster, PARTITIONS } from "../../support/processes.ts";
import { newDataDir } from "../../support/programs.ts";

const DYING = { entry: "test/programs/dying-archiver.ts" };
const DAYS = 6;
const EACH_DAY = 1500;
const PAGE = 1000;

describe("a process that is killed while it moves older changes to files", () => {
  it("neither loses nor duplicates a change before, while and after the next process finishes the work", async (t) => {
    const dataDir = newDataDir(t);
    const { redis, keys, start, serve, newShop } = newCluster(t, {
      env: { DATA_DIR: dataDir, CHANGES_HOT_HOURS: "1" },
    });
    const [http, killed] = await Promise.all([serve("http"), start("jobs", DYING)]);
    const shop = await newShop(http);
    const storeKey = `${shop.tenantId}/default`;
    const { feed, segments } = await keysOfFeed({ redis, keys }, shop);
    const first = (Math.floor(Date.now() / DAY_MS) - DAYS - 1) * DAY_MS;
    const ids = Array.from(
      { length: DAYS * EACH_DAY },
      (_, i) => `${first + Math.floor(i / EACH_DAY) * DAY_MS}-${i}`,
    );
    for (let from = 0; from < ids.length; from += PAGE) {
      const pipeline = redis.pipeline();
      for (const id of ids.slice(from, from + PAGE))
        pipeline.xadd(feed, id, "i", `1-${id}`, "e", `{"type":"customer.created","of":"${id}"}`);
      await pipeline.exec();
    }
    const layout = await openLayout(redis, keys, PARTITIONS);
    const archive = new FileArchive(archiveRootIn(dataDir));
    const changes = new ChangeFeed(redis, keys, layout, new ArchiveReader({ files: archive }));
    const walk = async () => {
      const found: string[] = [];
      for (let cursor: string | undefined; ;) {
        const page = await changes.after(storeKey, cursor, PAGE);
        found.push(...page.map(({ entryId }) => entryId));
        cursor = page.at(-1)?.entryId;
        if (cursor === undefined) return found;
      }
    };
    const moving = runArchiving({ redis, keys });
    await killed.program.end();
    assert.deepEqual(
      [await redis.xlen(feed), await redis.xlen(segments)],
      [(DAYS - MOVED) * EACH_DAY, MOVED],
    );
    assert.deepEqual(await walk(), ids);
    await serve("jobs");
    await moving;
    assert.deepEqual([await redis.xlen(feed), await redis.xlen(segments)], [0, DAYS]);
    assert.deepEqual(await walk(), ids);
  });
});
