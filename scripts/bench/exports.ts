import { statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Redis } from "ioredis";
import { markChanges } from "../../src/jobs/exports/sources/marks.ts";
import type { ChangeFeed } from "../../src/store/changes/change-feed.ts";
import { WindowMarks } from "../../src/store/exports/window-marks.ts";
import type { Keys } from "../../src/store/keys/keys.ts";
import { Progress } from "../cli/progress.ts";
import { readCommandLine } from "../program.ts";
import { medianOf } from "./support/load/load.ts";
import { openFeed, seedChanges } from "./support/seed/changes.ts";
import { seedStore } from "./support/seed/store.ts";
import { API, KEYS, PARTITIONS, Stand } from "./support/stand.ts";

const PORT = 18_083;
const FEW = 10_000;
const EACH = 10;
const BATCH = 1000;
const POLL_MS = 100;

const { items: asked, rounds } = readCommandLine({
  call: "npm run bench:exports",
  purpose: [
    "Measures exports: wishes per second into a file and to a webhook receiver, and the memory of the process. " +
      `The wishes are written directly into Redis, ${EACH} to a list. Then every wish changes, and the changes are ` +
      "exported to the receiver. Prints a Markdown table.",
  ],
  options: {
    items: { type: "number", default: 200_000, least: FEW, help: "wishes to export" },
    rounds: { type: "number", default: 3, help: "runs of each export; the medians are printed" },
  },
}).values;
/** Only whole lists. */
const many = Math.ceil(asked / EACH) * EACH;

interface Run {
  id: string;
  status: string;
  startedTime: string;
  finishedTime: string;
  counts: { accepted: number };
  reason?: string;
  file?: string;
}

interface Measured {
  perSecond: number;
  /** Maximum memory of the process, in bytes. */
  memory: number;
  bytes: number;
}

/** Runs an export of all wishes, and waits for its end. */
async function measure(stand: Stand, exportId: string, items: number): Promise<Measured> {
  const path = `${API}/exports/${exportId}/runs`;
  let run = await stand.call<Run>("POST", path);
  let memory = 0;
  while (run.status === "queued" || run.status === "running") {
    await pause(POLL_MS);
    memory = Math.max(memory, ...Object.values(await stand.metric("process_resident_memory_bytes")));
    run = await stand.call<Run>("GET", `${path}/${run.id}`);
  }
  if (run.status !== "succeeded" || run.counts.accepted !== items)
    throw new Error(`the run is ${run.status}: ${run.reason ?? ""} ${JSON.stringify(run.counts)}`);
  const seconds = (Date.parse(run.finishedTime) - Date.parse(run.startedTime)) / 1000;
  const bytes = run.file === undefined ? 0 : statSync(join(stand.dataDir, run.file)).size;
  return { perSecond: items / seconds, memory, bytes };
}

/** A receiver that accepts all webhooks. */
async function startSink(): Promise<{ url: string; stop: () => void }> {
  const server = createServer((req, res) => {
    req.resume().on("end", () => res.writeHead(204).end());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, stop: () => server.close() };
}

/** Returns how long it takes to read and mark all changes after a position of a store's feed, in seconds. */
async function markingTime(
  { redis, keys, storeKey }: { redis: Redis; keys: Keys; storeKey: string },
  changes: ChangeFeed,
  after: string,
): Promise<number> {
  const marks = new WindowMarks(redis, keys);
  const parts = { changes, marks, storeKey, exportId: "bench", onUndecodable: () => undefined };
  const since = "2026-01-01T00:00:00.000Z";
  const place = { at: after, item: "~" };
  const until = await changes.end(storeKey);
  const start = performance.now();
  for await (const _ of markChanges(parts, { reads: "changes", place, since, upTo: "~", until }));
  await marks.forget({ storeKey, exportId: "bench", since });
  return (performance.now() - start) / 1000;
}

const thousands = (number: number) => Math.round(number).toLocaleString("en");
const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`;

const stand = await Stand.start(PORT, { processes: ["all"], env: { ALLOW_PRIVATE_TARGETS: "true" } });
const sink = await startSink();
try {
  const newExport = async (connector: object, mode = "full") =>
    (await stand.call<{ id: string }>("POST", `${API}/exports`, { name: "bench", mode, connector })).id;
  const webhook = { type: "webhook", url: sink.url, batchSize: BATCH };
  const exports = {
    "NDJSON file": await newExport({ type: "file", format: "ndjson" }),
    "CSV file, compressed": await newExport({ type: "file", format: "csv", gzip: true }),
    [`Webhooks of ${thousands(BATCH)}`]: await newExport(webhook),
  };
  const store = {
    redis: stand.redis,
    keys: KEYS,
    partitions: PARTITIONS,
    storeKey: "demo/default",
  };
  const lines = ["| Output | Wishes | Wishes/s | Memory of the process |", "| --- | ---: | ---: | ---: |"];
  let wishlists: string[] = [];
  let fullRate = 0;
  for (const items of [FEW, many]) {
    const progress = new Progress("wishes", items);
    wishlists = await seedStore(store, { wishlists: items / EACH, each: EACH }, (count) =>
      progress.add(count),
    );
    for (const [name, id] of Object.entries(exports)) {
      const measured: Measured[] = [];
      for (let round = 0; round < rounds; round++) measured.push(await measure(stand, id, items));
      const perSecond = medianOf(measured.map((each) => each.perSecond));
      const memory = Math.max(...measured.map((each) => each.memory));
      if (name.startsWith("Webhooks")) fullRate = perSecond;
      lines.push(`| ${name} | ${thousands(items)} | ${thousands(perSecond)} | ${megabytes(memory)} |`);
    }
  }
  const changed = await newExport(webhook, "changed");
  await measure(stand, changed, many);
  const feed = await openFeed(store.redis, store.keys, PARTITIONS);
  const [measured, markings]: [Measured[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    const before = await feed.end(store.storeKey);
    await seedChanges(feed, store.storeKey, wishlists, EACH);
    measured.push(await measure(stand, changed, many));
    markings.push(await markingTime(store, feed, before));
  }
  const changedRate = medianOf(measured.map((each) => each.perSecond));
  const memory = Math.max(...measured.map((each) => each.memory));
  const marking = medianOf(markings);
  const seconds = many / changedRate;
  lines.push(
    `| Webhooks of ${thousands(BATCH)}, changes | ${thousands(many)} | ${thousands(changedRate)} | ${megabytes(memory)} |`,
    "",
    `A run of ${thousands(many)} changes takes ${(fullRate / changedRate).toFixed(2)} times as long as a run of all wishes. ` +
      `Its first reading of the changes takes ${marking.toFixed(2)} s: it takes ${(seconds / (seconds - marking)).toFixed(2)} times as long as with one reading.`,
    "",
    `Node ${process.versions.node}, ${availableParallelism()} cores for service, Redis and receiver together, medians of ${rounds} runs.`,
  );
  console.log(lines.join("\n"));
} finally {
  sink.stop();
  await stand.stop();
}
