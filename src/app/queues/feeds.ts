import { sendThrough } from "../../actors/runtime/send.ts";
import { TenantBudgets } from "../../ingest/budgets/budgets.ts";
import { StoredBudget } from "../../ingest/budgets/stored-budget.ts";
import { applyChunk } from "../../ingest/files/apply-chunk.ts";
import { Targets } from "../../ingest/targets.ts";
import { FlaggedWishes } from "../../ingest/wishes/flagged-wishes.ts";
import { Feeds } from "../../ingest/writers/feeds.ts";
import { rowWriters } from "../../ingest/writers/row-writers.ts";
import { StockFeed } from "../../ingest/writers/stock-feed.ts";
import { processCatalogue } from "../../jobs/catalogue/process.ts";
import { FEED_LOCK_MS, type FeedJob, giveUpFeed, processFeeds } from "../../jobs/feeds/process.ts";
import { type FlagResetJob, giveUpFlagReset, processFlagReset } from "../../jobs/flags/process.ts";
import { CommandWindow } from "../../jobs/queue/command-window.ts";
import { jobOf, type QueueWork } from "../../jobs/queue/job.ts";
import { refuseNewerJob } from "../../jobs/queue/newer-job.ts";
import type { Background } from "./context.ts";
import { endingDurably } from "./durable-ends.ts";

/** Limits of the rows of files that a process applies at the same time. A row is less work than a command of a wave. */
const ROWS_IN_FLIGHT = { min: 32, max: 256 };

/** Returns the work of the queues `catalogue` and `feeds`: effects of catalogue changes, and files of rows. */
export function feedWorks(background: Background): Record<"catalogue" | "feeds", QueueWork> {
  const { config, log, keys, layout, redis, clock, stores, dispatcher, reads } = background;
  const { tenants } = stores;
  const { customers, erasures, products } = reads;
  const budgets = new TenantBudgets(redis, keys, config.budgets);
  const stored = new StoredBudget(reads.storedBytes, config.budgets.stored, log);
  const feeds = new Feeds(layout, products);
  const stockFeed = new StockFeed(layout, products, stores.pendingStock);
  const targets = new Targets(layout, reads.references, reads.wishlists);
  const files = {
    log,
    dispatcher,
    window: new CommandWindow(config.DURABILITY !== "memory", ROWS_IN_FLIGHT),
    tenants,
    fileFeeds: stores.fileFeeds,
    openWorks: stores.openWorks,
    spareBytes: stored.knownSpareBytes.bind(stored),
    pace: budgets.paceRows.bind(budgets),
    apply: applyChunk.bind(undefined, {
      writers: rowWriters({ feeds, stockFeed, targets, customers, erasures }),
      onUndecodable: background.onUndecodable,
    }),
  };
  const file = processFeeds(files);
  const resets = {
    flagged: new FlaggedWishes({ layout, ...reads }),
    flagResets: stores.flagResets,
    openWorks: stores.openWorks,
    send: sendThrough(dispatcher),
    now: clock.now,
  };
  const reset = processFlagReset(resets);
  return {
    catalogue: { process: processCatalogue({ dispatcher, feeds, stockFeed, tenants }), concurrency: 8 },
    feeds: {
      process: endingDurably(background, (job, ...rest) => {
        switch (job.name) {
          case "flag-reset":
            return reset(jobOf<FlagResetJob>(job), ...rest);
          case "feed":
            return file(jobOf<FeedJob>(job), ...rest);
          default:
            return refuseNewerJob();
        }
      }),
      onGivenUp: (job) =>
        job.name === "flag-reset"
          ? giveUpFlagReset(resets, jobOf<FlagResetJob>(job))
          : giveUpFeed(files, jobOf<FeedJob>(job)),
      concurrency: 8,
      perTenant: config.TENANT_FEEDS,
      lockMs: FEED_LOCK_MS,
    },
  };
}
