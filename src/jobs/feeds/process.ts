import { DelayedError, type Job, type Processor } from "bullmq";
import type { Logger } from "pino";
import type { Dispatcher } from "../../actors/runtime/dispatcher.ts";
import { Unavailable } from "../../actors/runtime/unavailable.ts";
import type { Send } from "../../actors/send.ts";
import type { FeedTarget } from "../../ingest/writers/feeds.ts";
import { defined } from "../../store/defined.ts";
import type { ChunkResult, FeedChunk, FileFeeds } from "../../store/feeds/file-feeds.ts";
import type { Tenant } from "../../store/tenants/tenant.ts";
import type { Tenants } from "../../store/tenants/tenants.ts";
import type { OpenWorks } from "../../store/work/open-work.ts";
import type { NewJob } from "../queue/job.ts";

/** A job of the queue `feeds`: one for each feed, from its first row to its last. */
export interface FeedJob {
  storeKey: string;
  feed: string;
}

/** How long a job works on a feed before others run. */
const TURN_MS = 1000;
/** When to look again for rows that have not come. */
const POLL_MS = 100;
/** A file without new data for this long is not being sent any more: its request checks much more often. */
const SILENCE_MS = 60_000;
/** How long a feed waits for another process when the one that worked at it has vanished. */
export const FEED_LOCK_MS = 6000;
const RENEW_MS = FEED_LOCK_MS / 3;
/** A row is applied within this time after it is sent. */
const MARGIN_MS = 1000;

/**
 * Knows whether the job certainly still belongs to this process. A process that was stopped for a while must not send
 * rows: another one may have continued the feed, and these rows would overtake later ones of the file.
 */
class Hold {
  readonly #job: Job<FeedJob>;
  readonly #token: string;
  #until = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(job: Job<FeedJob>, token: string) {
    this.#job = job;
    this.#token = token;
  }

  get isSure(): boolean {
    return performance.now() < this.#until;
  }

  /** Runs `work` while the job is held. */
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
    const isHeld = (await this.#job.extendLock(this.#token, FEED_LOCK_MS)) === 1;
    this.#until = isHeld ? now + FEED_LOCK_MS - MARGIN_MS : 0;
  }
}

/** The job that applies a feed. It is added before the first row, so that none waits without it. */
export const feedJob = (storeKey: string, feed: string): NewJob & { id: string } => ({
  name: "feed",
  data: { storeKey, feed } satisfies FeedJob,
  id: `feed-${feed}`,
  delayMs: POLL_MS,
});

interface FeedDeps {
  log: Logger;
  dispatcher: Dispatcher;
  fileFeeds: FileFeeds;
  openWorks: Pick<OpenWorks, "end">;
  tenants: Tenants;
  /** Applies the rows of a chunk. Resolves to their results. */
  apply: (chunk: FeedChunk, target: FeedTarget, send: Send) => Promise<ChunkResult>;
  /** Bytes that each record of a tenant may grow by; undefined for any number. */
  spareBytes: (tenant: Tenant) => Promise<number | undefined>;
  /** Counts rows of a tenant. Resolves to how long the next are to wait, in milliseconds. */
  pace: (tenant: Tenant, rows: number) => Promise<number>;
}

/** Applies a chunk. Resolves to how long the tenant's next rows are to wait, in milliseconds. */
async function applyNext(
  { dispatcher, fileFeeds, tenants, apply, spareBytes, pace }: FeedDeps,
  { storeKey, feed }: FeedJob,
  chunk: FeedChunk,
  hold: Hold,
): Promise<number> {
  const tenant = await tenants.findFor(storeKey);
  if (!tenant) throw new Error(`the tenant of ${storeKey} is not there`);
  const spare = await spareBytes(tenant);
  const budget = spare === undefined ? {} : { spareBytes: spare };
  const send: Send = ({ partition, command }) => {
    if (!hold.isSure) return Promise.reject(new Unavailable("another process may have taken over the feed"));
    return dispatcher.send({ partition, ...budget }, command);
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
 * Applies chunks until there are none or the time is over. Resolves to the delay until it continues; undefined for
 * never.
 */
async function takeTurn(deps: FeedDeps, data: FeedJob, hold: Hold): Promise<number | undefined> {
  const { fileFeeds, openWorks, log } = deps;
  const { storeKey, feed } = data;
  const end = performance.now() + TURN_MS;
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
      const waitMs = await applyNext(deps, data, next, hold);
      if (waitMs > 0) return waitMs;
    } else if (next.silentMs < SILENCE_MS) return POLL_MS;
    else await fileFeeds.close(storeKey, feed, "cut");
  }
  return 0;
}

/**
 * Processes the queue `feeds`. A feed has one job, which takes turns with those of other feeds. The next process
 * continues with the first chunk that is not stored as applied; its rows may be sent twice, which changes nothing.
 */
export const processFeeds = (deps: FeedDeps): Processor<FeedJob, void> =>
  async function processFeedJob(job: Job<FeedJob>, token = "") {
    const hold = new Hold(job, token);
    const delayMs = await hold.during(() => takeTurn(deps, job.data, hold));
    if (delayMs === undefined) return;
    await job.moveToDelayed(Date.now() + delayMs, token);
    throw new DelayedError();
  };
