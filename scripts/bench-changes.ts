// Measures the change feed: bytes that a change takes in Redis and in a segment, and the CPU time to move and read it.
//
//   npm run bench:changes -- [--lists 1000] [--days 10]
//
// The changes are those of real items, which are then dated back. Prints a Markdown table.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { seedItems, seedWishlists } from "./bench/seed.ts";
import { Stand } from "./bench/stand.ts";
import { archiveChanges } from "../src/jobs/changes/archive-changes.ts";
import { FileArchive } from "../src/jobs/changes/file-archive.ts";
import { ArchiveReader } from "../src/store/changes/archive-reader.ts";
import { ChangeFeed } from "../src/store/changes/change-feed.ts";
import { feedKeys } from "../src/store/changes/feed-keys.ts";
import { FeedSegments } from "../src/store/changes/feed-segments.ts";
import { Keys } from "../src/store/keys.ts";
import { openLayout } from "../src/store/layout.ts";

const PORT = 18_084;
const PARTITIONS = 64;
const EACH = 20;
const STORE = "demo/default";
const DAY_MS = 86_400_000;
const PAGES = [100, 1000];
const POLL_MS = 100;

const { values: options } = parseArgs({
  options: {
    lists: { type: "string", default: "1000" },
    days: { type: "string", default: "10" },
  },
});
const lists = Number(options.lists);
const days = Number(options.days);

const stand = await Stand.start(PORT, { processes: ["all"] });
try {
  const { redis } = stand;
  const keys = new Keys("wl:", PARTITIONS);
  const layout = await openLayout(redis, keys, PARTITIONS);
  const { feed, segments: index } = feedKeys(keys, layout, STORE);
  await seedItems(stand, await seedWishlists(stand, lists), EACH);
  while ((await stand.waitingEvents()) > 0) await new Promise((resolve) => setTimeout(resolve, POLL_MS));

  const entries = await redis.xrange(feed, "-", "+");
  await redis.del(feed);
  const start = Math.floor(Date.now() / DAY_MS - days - 2) * DAY_MS;
  for (const [i, [, fields]] of entries.entries())
    await redis.xadd(feed, `${start + Math.floor((i * days * DAY_MS) / entries.length)}-0`, ...fields);

  const bytesOf = async (key: string) => (await redis.memory("USAGE", key, "SAMPLES", 0)) ?? 0;
  const inRedis = async () => ((await bytesOf(feed)) + (await bytesOf(index))) / entries.length;
  /** CPU time of this process for a change, in microseconds. */
  const costOf = async (work: () => Promise<void>) => {
    const from = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(from);
    return ((user + system) / entries.length).toFixed(1);
  };
  const archive = new FileArchive(join(stand.dataDir, "bench-changes"));
  const walk = (limit: number) => async () => {
    const changes = new ChangeFeed(redis, keys, layout, new ArchiveReader({ files: archive }));
    for (let cursor: string | undefined, page; (page = await changes.after(STORE, cursor, limit)).length > 0;)
      cursor = page.at(-1)?.entryId;
  };
  const reads = async () => {
    const costs: string[] = [];
    for (const limit of PAGES) costs.push(await costOf(walk(limit)));
    return costs;
  };

  const before = { redis: await inRedis(), reads: await reads() };
  let archived = 0;
  const moving = await costOf(async () => {
    await archiveChanges({
      tenants: { storeKeys: () => Promise.resolve([STORE]) },
      segments: new FeedSegments(redis, keys, layout),
      archive,
      now: Date.now,
      hotHours: 1,
      onMoved: ({ bytes }) => (archived += bytes),
    });
  });
  const after = { redis: await inRedis(), reads: await reads() };
  const rows = [
    ["Redis, bytes", before.redis.toFixed(1), after.redis.toFixed(1)],
    ["File, bytes", "", (archived / entries.length).toFixed(1)],
    ["To move, CPU µs", "", moving],
    ...PAGES.map((limit, i) => [
      `To read, pages of ${limit}, CPU µs`,
      before.reads[i] ?? "",
      after.reads[i] ?? "",
    ]),
  ];
  const lines = ["| For a change | in Redis | moved |", "| --- | ---: | ---: |"];
  console.log([...lines, ...rows.map((row) => `| ${row.join(" | ")} |`)].join("\n"));
  console.log(`\n${entries.length} changes of ${days} days.`);
} finally {
  await stand.stop();
}
