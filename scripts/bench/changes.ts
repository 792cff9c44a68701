import { join } from "node:path";
import { archiveChanges } from "../../src/jobs/changes/archive-changes.ts";
import { FileArchive } from "../../src/jobs/changes/file-archive.ts";
import { feedKeys } from "../../src/store/changes/feed-keys.ts";
import { FeedSegments } from "../../src/store/changes/feed-segments.ts";
import { DAY_MS } from "../../src/units/durations.ts";
import { readCommandLine } from "../program.ts";
import { Follower } from "./support/load/follower.ts";
import { Backlog } from "./support/seed/backlog.ts";
import { seedItems, seedWishlists } from "./support/seed/wishlists.ts";
import { Stand } from "./support/stand.ts";

const PORT = 18_084;
const EACH = 20;
const PAGES = [100, 1000];

const { lists, days } = readCommandLine({
  call: "npm run bench:changes",
  purpose: [
    "Measures the change feed: the bytes of a change in Redis and in the archive, and the CPU time to move and to read a change. " +
      "The changes are those of real items, with earlier dates. Prints a Markdown table.",
  ],
  options: {
    lists: { type: "number", default: 1000, help: `wishlists, of ${EACH} items each` },
    days: { type: "number", default: 10, help: "days over which the changes are spread" },
  },
}).values;

const stand = await Stand.start(PORT, { processes: ["all"] });
try {
  const { store, storeKey } = await Follower.open(stand);
  const { redis, keys, layout } = store;
  const { feed, segments: index } = feedKeys(keys, layout, storeKey);
  await seedItems(stand, await seedWishlists(stand, lists), EACH);
  await new Backlog(store).drained();

  const entries = await redis.xrange(feed, "-", "+");
  await redis.del(feed);
  const start = Math.floor(Date.now() / DAY_MS - days - 2) * DAY_MS;
  for (const [i, [, fields]] of entries.entries())
    await redis.xadd(feed, `${start + Math.floor((i * days * DAY_MS) / entries.length)}-0`, ...fields);

  const bytesOf = async (key: string) => (await redis.memory("USAGE", key, "SAMPLES", 0)) ?? 0;
  const inRedis = async () => ((await bytesOf(feed)) + (await bytesOf(index))) / entries.length;
  /** CPU time of this process per change, in microseconds. */
  const costOf = async (work: () => Promise<void>) => {
    const from = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(from);
    return ((user + system) / entries.length).toFixed(1);
  };
  const archive = new FileArchive(join(stand.dataDir, "bench-changes"));
  const reads = async () => {
    const costs: string[] = [];
    for (const pageSize of PAGES) {
      const follower = await Follower.open(stand, { pageSize, archives: { files: archive } });
      const walk = async () => {
        for await (const _ of follower.pages());
      };
      costs.push(await costOf(walk));
    }
    return costs;
  };

  const before = { redis: await inRedis(), reads: await reads() };
  let archived = 0;
  const moving = await costOf(async () => {
    await archiveChanges({
      tenants: { storeKeys: () => Promise.resolve([storeKey]) },
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
  const lines = ["| For a change | In Redis | Moved |", "| --- | ---: | ---: |"];
  console.log([...lines, ...rows.map((row) => `| ${row.join(" | ")} |`)].join("\n"));
  console.log(`\n${entries.length} changes of ${days} days.`);
} finally {
  await stand.stop();
}
