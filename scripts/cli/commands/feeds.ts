import { createReadStream, type ReadStream, statSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { createGunzip } from "node:zlib";
import { ownValue } from "../../../src/collections/own-value.ts";
import { UsageError } from "../../../src/command-line.ts";
import { FeedCut, type FeedFormat, receiveFeed } from "../../../src/http/feeds/receive.ts";
import { presentFeed } from "../../../src/http/presenters/feeds.ts";
import { Problem } from "../../../src/ingest/problem.ts";
import { feedJob } from "../../../src/jobs/feeds/process.ts";
import { FEED_KINDS, type FeedKind } from "../../../src/store/feeds/feed-record.ts";
import { FileFeeds } from "../../../src/store/feeds/file-feeds.ts";
import { readable } from "../../../src/store/records/undecodable.ts";
import { lostConnectionText } from "../../../src/store/redis/failures.ts";
import { storeOf, tenantOf } from "../../../src/store/tenants/tenant.ts";
import { type CliContext, CliError, type CliInput, command } from "../command.ts";
import { readLayout } from "../layout.ts";
import { lateWarner, Progress, standstillWatcher } from "../progress.ts";
import { withQueues } from "../queues.ts";
import { existingStoreKeyOf } from "./stores.ts";

const FORMATS: Record<string, FeedFormat> = { csv: "csv", ndjson: "ndjson", jsonl: "ndjson" };
const POLL_MS = 200;
const FIRST_ERRORS = 10;

type Shown = ReturnType<typeof presentFeed>;

const options = {
  store: { type: "string", help: "store that the rows belong to, `default` if absent" },
} as const;

async function openFeeds(
  context: CliContext,
  { args: { tenant = "" }, options: { store = "default" } }: CliInput,
): Promise<{ fileFeeds: FileFeeds; storeKey: string }> {
  const { redis, keys, now } = context;
  const storeKey = await existingStoreKeyOf(context, tenant, store);
  const layout = await readLayout(context);
  return { fileFeeds: new FileFeeds(redis, keys, layout, now), storeKey };
}

async function find(fileFeeds: FileFeeds, storeKey: string, id: string): Promise<Shown> {
  const feed = await fileFeeds.find(storeKey, id);
  if (!feed) throw new CliError(`there is no feed ${id}`);
  return presentFeed(feed, readable(await fileFeeds.errors(storeKey, id, 0, FIRST_ERRORS)));
}

function openFile(path: string, signal: AbortSignal) {
  const [, extension = "", gz] = /\.(\w+?)(\.gz)?$/.exec(path) ?? [];
  const format = ownValue(FORMATS, extension);
  if (!format) throw new UsageError(`${path} must end in .csv, .ndjson or .jsonl, or in one of them and .gz`);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats?.isFile()) throw new CliError(`there is no file ${path}`);
  const file: ReadStream = createReadStream(path, { signal });
  const unzip = gz ? createGunzip() : undefined;
  if (unzip) file.on("error", (err) => unzip.destroy(err)).pipe(unzip);
  return { format, size: stats.size, source: unzip ?? file, bytesRead: () => file.bytesRead };
}

/** Returns why a file was not read to its end, and what to do. */
function reasonOf(err: unknown, isStopped: boolean): unknown {
  const again = "Send the whole file again: rows that were applied are not applied twice.";
  if (isStopped) return new CliError(`Stopped. ${again}`);
  if (err instanceof FeedCut && err.cause === undefined)
    return new CliError(`${err.message} Check that a process with the role jobs runs. ${again}`);
  const cause = err instanceof FeedCut ? err.cause : err;
  if (cause instanceof Problem) return new CliError(cause.detail);
  if (cause instanceof Error && "code" in cause && String(cause.code).startsWith("Z_"))
    return new CliError(`The file is not gzip, or it is incomplete. ${again}`, { cause });
  if (!(cause instanceof Error)) return cause;
  const reason = lostConnectionText(cause) ?? cause.message.replace(/\.$/, "");
  return new CliError(`The file was not read to its end: ${reason}. ${again}`, { cause });
}

/** How an upload ended: completely, or with a reason why not. */
type Taken = { feed: string } | { reason: unknown };

/** Feeds a file, and shows the progress until all rows are applied or somebody stops it. */
async function feedFile(kind: FeedKind, context: CliContext, input: CliInput): Promise<Shown> {
  const { fileFeeds, storeKey } = await openFeeds(context, input);
  const stopping = new AbortController();
  const { signal } = stopping;
  const onStop = () => stopping.abort();
  const file = openFile(input.args["file"] ?? "", signal);
  process.once("SIGINT", onStop);
  return withQueues(context, ["feeds"], async ([queue]) => {
    let id: string | undefined;
    let taken: Taken | undefined;
    const begin = async (_storeKey: string, feed: string) => {
      const { name, data, id: jobId, delayMs = 0 } = feedJob(storeKey, feed);
      await queue?.add(name, data, { jobId, delay: delayMs });
      id = feed;
    };
    receiveFeed({ fileFeeds, begin }, { ...file, storeKey, kind }).then(
      (feed) => (taken = { feed }),
      (err: unknown) => (taken = { reason: reasonOf(err, signal.aborted) }),
    );
    const look = () => ({ id, taken });
    return watch(fileFeeds, storeKey, { size: file.size, signal, look, warn: context.warn });
  }).finally(() => process.removeListener("SIGINT", onStop));
}

const isIncomplete = ({ counts, status }: Shown) => counts.rejected > 0 || status !== "finished";

interface Watched {
  /** Bytes of the file. */
  size: number;
  /** Stops watching. A feed that was read completely continues without it. */
  signal: AbortSignal;
  look: () => { id: string | undefined; taken: Taken | undefined };
  warn: CliContext["warn"];
}

/** Shows the progress of a feed until it ends, or until it stands still although its whole file was received. */
async function watch(
  fileFeeds: FileFeeds,
  storeKey: string,
  { size, signal, look, warn }: Watched,
): Promise<Shown> {
  const warnIfLate = lateWarner(warn);
  const standsStill = standstillWatcher(warn);
  const progress = new Progress("bytes", size);
  let shown = 0;
  for (;;) {
    await pause(POLL_MS);
    const { id, taken } = look();
    if (taken && "reason" in taken) throw taken.reason;
    if (id === undefined) continue;
    const feed = await find(fileFeeds, storeKey, id);
    warnIfLate((feed.progress ?? 0) > 0 || feed.finishedTime !== undefined);
    const applied = Math.max(shown, Math.floor((feed.progress ?? 0) * size));
    progress.add(applied - shown);
    shown = applied;
    if (feed.finishedTime !== undefined) return feed;
    const show = `feed show ${tenantOf(storeKey)} ${id} --store ${storeOf(storeKey)}`;
    if (taken && (signal.aborted || standsStill(JSON.stringify(feed), show))) return feed;
  }
}

function describe({ id, kind, status, counts, errors }: Shown): string {
  const { read, applied, rejected } = counts;
  const outcomes = Object.entries({ ...applied, ...(rejected > 0 ? { rejected } : {}) });
  const lines = [
    `Feed ${id} of ${kind} is ${status}: ${read} ${read === 1 ? "row" : "rows"}${outcomes.map(([name, count]) => `, ${count} ${name}`).join("")}.`,
    ...errors.map(({ line, detail }) => `  line ${line}: ${detail}`),
    ...(rejected > errors.length ? [`  and ${rejected - errors.length} more`] : []),
  ];
  return lines.join("\n");
}

export const feedCommands = [
  ...FEED_KINDS.map((kind) =>
    command({
      name: `feed ${kind}`,
      isAudited: false,
      args: ["tenant", "file"],
      options,
      help: `upload a file of ${kind.replace("-", " ")}: .csv or .ndjson, also with .gz`,
      run: (context, input) => feedFile(kind, context, input),
      text: describe,
      isFailure: isIncomplete,
    }),
  ),
  command({
    name: "feed show",
    isAudited: false,
    args: ["tenant", "feed"],
    options,
    help: "show the progress of a feed and the errors of its first rejected rows",
    async run(context, input) {
      const { fileFeeds, storeKey } = await openFeeds(context, input);
      return find(fileFeeds, storeKey, input.args["feed"] ?? "");
    },
    text: describe,
  }),
];
