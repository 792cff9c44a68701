import type { Job, Processor } from "bullmq";
import type { Logger } from "pino";
import type { Dispatcher } from "../../actors/runtime/dispatcher.ts";
import type { Send } from "../../actors/runtime/send.ts";
import { Unavailable } from "../../actors/runtime/unavailable.ts";
import { defined } from "../../collections/defined.ts";
import { entriesIn } from "../../ingest/writers/entries-in.ts";
import type { FeedTarget } from "../../ingest/writers/feeds.ts";
import type { ChunkResult, FeedChunk, FileFeeds } from "../../store/feeds/file-feeds.ts";
import type { Tenant } from "../../store/tenants/tenant.ts";
import type { Tenants } from "../../store/tenants/tenants.ts";
import type { OpenWorks } from "../../store/work/open-work.ts";
import type { CommandWindow } from "../queue/command-window.ts";
import type { NewJob } from "../queue/job.ts";
import { runLater } from "../queue/worker/run-later.ts";

/** A job of the queue `feeds`: one for each feed, from its first row to its last row. */
export interface FeedJob {
  storeKey: string;
  feed: string;
}

/** Maximum duration of a time slice: afterwards other jobs run. */
const SLICE_MS = 1000;
/** Interval between checks for new rows. */
const POLL_MS = 100;
/** If no data has come for this long, the file is no longer being sent: its request reports much more often. */
const SILENCE_MS = 60_000;
/** How long a feed waits before another process continues it, if its process has failed. */
export const FEED_LOCK_MS = 6000;
const RENEW_MS = FEED_LOCK_MS / 3;
/** Maximum time between sending a row and applying it. */
const MARGIN_MS = 1000;

/**
 * Whether the job certainly still belongs to this process. A process that was suspended must not send rows:
 * another process may have continued the feed, and old rows would then overwrite later rows of the file.
 */
class JobLock {
  readonly #job: Job<FeedJob>;
  readonly #token: string;
  #until = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(job: Job<FeedJob>, token: string) {
    this.#job = job;
    this.#token = token;
  }

  get isCertain(): boolean {
    return performance.now() < this.#until;
  }

  /** Runs `work`, and renews the lock in the meantime. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    await this.#renew();
    this.#timer = setInterval(() => void this.#renew().catch(() => undefined), RENEW_MS);
    try {
      return await work();
    } finally {
      clearInterval(this.#timer);
    }
  }

  async #renew(): Promise<void> {
    const now = performance.now();
    const isRenewed = (await this.#job.extendLock(this.#token, FEED_LOCK_MS)) === 1;
    this.#until = isRenewed ? now + FEED_LOCK_MS - MARGIN_MS : 0;
  }
}

/** Returns the job that applies a feed. It is added before the first row, so that no row waits without a job. */
export const feedJob = (storeKey: string, feed: string): NewJob & { id: string } => ({
  name: "feed",
  data: { storeKey, feed } satisfies FeedJob,
  id: `feed-${feed}`,
  delayMs: POLL_MS,
});

interface FeedDeps {
  log: Logger;
  dispatcher: Dispatcher;
  /** Limits the rows that are being applied, so that requests wait little for them. */
  window: CommandWindow;
  fileFeeds: FileFeeds;
  openWorks: Pick<OpenWorks, "end">;
  tenants: Tenants;
  /** Applies the rows of a chunk. Resolves to their results. */
  apply: (chunk: FeedChunk, target: FeedTarget, send: Send) => Promise<ChunkResult>;
  /** Bytes that each changed record may still grow by; undefined while the tenant is within its budget. */
  spareBytes: (tenant: Tenant) => Promise<number | undefined>;
  /** Counts rows of a tenant. Resolves to how long its next rows must wait, in milliseconds. */
  pace: (tenant: Tenant, rows: number) => Promise<number>;
}

/** Applies a chunk. Resolves to how long the tenant's next rows must wait, in milliseconds. */
async function applyNext(
  { dispatcher, window, fileFeeds, tenants, apply, spareBytes, pace }: FeedDeps,
  { storeKey, feed }: FeedJob,
  chunk: FeedChunk,
  lock: JobLock,
): Promise<number> {
  const tenant = await tenants.findFor(storeKey);
  if (!tenant) throw new Error(`the tenant of ${storeKey} does not exist`);
  const spare = await spareBytes(tenant);
  const budget = spare === undefined ? {} : { spareBytes: spare };
  const send: Send = async ({ partition, command }) => {
    const sendTimed = () => {
      if (!lock.isCertain) throw new Unavailable("another process may have taken over the feed");
      return dispatcher.sendTimed({ partition, ...budget }, command);
    };
    const { reply } = await window.pass(storeKey, sendTimed, entriesIn(command));
    return reply;
  };
  const { arrivedTime } = chunk;
  const target = {
    storeKey,
    settings: tenant.settings,
    ...defined({ arrivedTime }),
    ...(spare === undefined ? {} : { isSpent: true }),
  };
  const result = await apply(chunk, target, send);
  await fileFeeds.commit(storeKey, feed, chunk.index, result);
  const rows = Object.values(result.counts).reduce((sum, count) => sum + count, 0);
  return pace(tenant, rows);
}

/**
 * Applies chunks until none are left or the time slice is over. Resolves to the delay until the next time slice;
 * undefined if there is none.
 */
async function runSlice(deps: FeedDeps, data: FeedJob, lock: JobLock): Promise<number | undefined> {
  const { fileFeeds, openWorks, log } = deps;
  const { storeKey, feed } = data;
  const end = performance.now() + SLICE_MS;
  while (performance.now() < end) {
    const next = await fileFeeds.next(storeKey, feed);
    if (next === "gone") return undefined;
    if (next === "over") {
      await fileFeeds.finish(storeKey, feed);
      await openWorks.end({ kind: "feed", storeKey, id: feed });
      log.info({ storeKey, feed }, "feed applied");
      return undefined;
    }
    if ("index" in next) {
      const waitMs = await applyNext(deps, data, next, lock);
      if (waitMs > 0) return waitMs;
    } else if (next.silentMs < SILENCE_MS) return POLL_MS;
    else await fileFeeds.close(storeKey, feed, "cut");
  }
  return 0;
}

/**
 * Ends a feed as incomplete if the queue has given up its job, because nothing else would end it. A feed that has ended
 * stays as it is.
 */
export async function giveUpFeed(
  { fileFeeds, openWorks }: { fileFeeds: Pick<FileFeeds, "giveUp">; openWorks: Pick<OpenWorks, "end"> },
  { data: { storeKey, feed } }: Pick<Job<FeedJob>, "data">,
): Promise<void> {
  await fileFeeds.giveUp(storeKey, feed);
  await openWorks.end({ kind: "feed", storeKey, id: feed });
}

/**
 * Processes the queue `feeds`. A feed has one job, which alternates with the jobs of other feeds. The next time slice
 * continues with the first chunk that is not stored as applied; its rows may be sent twice, which changes nothing.
 */
export const processFeeds = (deps: FeedDeps): Processor<FeedJob, void> =>
  async function processFeedJob(job: Job<FeedJob>, token = "") {
    const lock = new JobLock(job, token);
    const delayMs = await lock.during(() => runSlice(deps, job.data, lock));
    if (delayMs === undefined) return;
    await runLater(job, token, delayMs);
  };
