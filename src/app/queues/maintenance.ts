import { sendThrough } from "../../actors/runtime/send.ts";
import { archiveChanges } from "../../jobs/changes/archive-changes.ts";
import { limitChanges } from "../../jobs/changes/limit-changes.ts";
import { forgetArchived, sweepArchives } from "../../jobs/changes/sweep-archives.ts";
import { trimChanges } from "../../jobs/changes/trim-changes.ts";
import { pruneExports } from "../../jobs/exports/kept-files.ts";
import { eraseAndLog, eraseStore, type OnErased } from "../../jobs/maintenance/erase-store.ts";
import { lapseGuests } from "../../jobs/maintenance/lapse-guests.ts";
import { recountStored } from "../../jobs/maintenance/recount-stored.ts";
import { redactShop, resumeRedactions } from "../../jobs/maintenance/redact-shop.ts";
import { sweepReferences } from "../../jobs/maintenance/sweep-references.ts";
import { sweepWaiting } from "../../jobs/maintenance/sweep-waiting.ts";
import type { OrderJob } from "../../jobs/orders/order-job.ts";
import { forAll } from "../../jobs/queue/for-all.ts";
import { jobOf, type QueueWork } from "../../jobs/queue/job.ts";
import { refuseNewerJob } from "../../jobs/queue/newer-job.ts";
import type { FeedSegment } from "../../store/changes/feed-segment.ts";
import { storeKeyIn } from "../../store/records/of-store.ts";
import { historyOf } from "../../store/redis/server/history.ts";
import { tenantOf } from "../../store/tenants/tenant.ts";
import { openPersonalData } from "../personal-data.ts";
import type { Background } from "./context.ts";
import { endingDurably } from "./durable-ends.ts";
import { exportFilesOf } from "./exports.ts";
import { movingWishes } from "./move-wishes.ts";

/** How long the orders wait that are matched after lists of products are complete, in milliseconds. */
const COMPLETED_MS = 60_000;

/** Jobs at the same time in a process: a long one, such as an erasure, must not delay those that limit the changes. */
const CONCURRENCY = 4;

/** Returns the job that moves older changes to the archive. It resolves to the number of segments. */
function archiving({ config, metrics, clock, stores, archives, log }: Background) {
  const { CHANGES_HOT_HOURS: hotHours } = config;
  const { tenants, feedSegments: segments } = stores;
  const { now } = clock;
  return async (signal?: AbortSignal): Promise<number> => {
    if (hotHours === undefined) return 0;
    const onMoved = ({ count, bytes }: FeedSegment) => {
      metrics.archivedChanges.inc(count);
      metrics.archivedSegments.inc();
      metrics.archivedBytes.inc(bytes);
    };
    const moved = await archiveChanges(
      { tenants, segments, archive: archives.target, now, hotHours, onMoved },
      signal,
    );
    if (moved > 0) log.info({ segments: moved }, "older changes archived");
    return moved;
  };
}

/** Returns the job that drops changes of tenants that have too many in Redis. */
function limiting({ config, stores, log }: Background) {
  const { tenants, feedSegments: segments } = stores;
  const onDropped = (storeKey: string, changes: number) =>
    log.warn(
      { storeKey, changes },
      "the oldest changes were dropped, because the tenant has too many (TENANT_CHANGES)",
    );
  const deps = { tenants, segments, defaultLimit: config.budgets.changes, onDropped };
  return (signal?: AbortSignal) => limitChanges(deps, signal);
}

/** Returns the erasure of a store. */
function erasing(background: Background) {
  const { keys, layout, stores, dispatcher, reads, onUndecodable } = background;
  const { redis } = reads;
  const { exports, exportRuns, deadLetters } = stores;
  const personalData = openPersonalData(background, reads);
  const records = { personalData, deadLetters, exports, exportRuns };
  const deps = { redis, keys, layout, dispatcher, ...records, onUndecodable };
  return (storeKey: string, onErased: OnErased) => eraseStore(deps, { storeKey, onErased });
}

/** Returns the work of each night. */
function nightly(background: Background): QueueWork["process"] {
  const { config, layout, log, stores, dispatcher, jobs, exportSchedules, reads } = background;
  const { tenants, references, redactions, privacyLog, exports } = stores;
  const { exportRuns: runs, feedSegments: segments } = stores;
  const { now } = background.clock;
  const { partitions } = layout;
  const { indexReads, redis } = reads;
  const history = () => historyOf(redis);
  const sweep = sweepReferences({
    ...{ log, now, tenants, references, partitions, history },
    reads: indexReads,
    matchLater(storeKey, names) {
      const data: OrderJob = { kind: "names", storeKey, names };
      return jobs.add("orders", [{ name: "names", data, delayMs: COMPLETED_MS }]);
    },
  });
  const send = sendThrough(dispatcher);
  const lapsing = { tenants, send, log, now, days: config.GUEST_DAYS, guests: reads.guests, partitions };
  const archives = Object.values(background.archives.byKind);
  const move = movingWishes(background);
  return async (job, token, signal) => {
    let dropped = 0;
    const works = [
      () => resumeRedactions({ redactions, privacyLog, jobs, now }),
      async () => {
        dropped = await sweep(jobOf<unknown, number>(job), token, signal);
      },
      async () => {
        const lists = { wishes: reads.wishes, waiting: reads.waitingLists, move };
        const wishes = await sweepWaiting(lists, signal);
        log.info({ wishes }, "waiting lists swept");
      },
      () => jobs.removeFinished(),
      async () => {
        const deadLetters = await stores.deadLetters.dropExpired(now());
        if (deadLetters > 0) log.warn({ deadLetters }, "expired dead letters deleted");
      },
      () => exportSchedules.reconcile(log),
      () => pruneExports({ exports, runs, connectors: exportFilesOf(config), now }, signal),
      async () => {
        const wishlists = await lapseGuests(lapsing, signal);
        log.info({ wishlists }, "wishlists of guests lapsed");
      },
      () => trimChanges({ tenants, segments, now }, signal),
      async () => {
        const removed = await sweepArchives({ archives, segments, now }, signal);
        log.info({ segments: removed }, "archives of changes swept");
      },
    ];
    // A fault in the data of one work must not stop the others, night after night.
    await forAll(works, (work) => work(), { signal });
    return dropped;
  };
}

/**
 * Returns the work of the queue `maintenance`: sweeps references, waiting lists, runs of exports, guests, dead letters,
 * changes and finished jobs each night, continues erasures of stores and exports that have lost their jobs, counts
 * stored bytes again, archives and limits changes, and erases stores.
 */
export function maintenanceWork(background: Background): QueueWork {
  const { log, stores, reads, clock } = background;
  const { redactions, shops, privacyLog } = stores;
  const erase = erasing(background);
  const redacting = { redactions, shops, privacyLog, now: clock.now, erase, log };
  const redact = endingDurably(background, (job, token) => redactShop(redacting, job, token));
  const archive = archiving(background);
  const limit = limiting(background);
  const archives = Object.values(background.archives.byKind);
  const workOfNight = nightly(background);
  return {
    concurrency: CONCURRENCY,
    process(job, token, signal) {
      switch (job.name) {
        case "recount-stored":
          return recountStored({ stored: reads.storedCount, log }, job, signal);
        case "archive-changes":
          return archive(signal);
        case "limit-changes":
          return limit(signal);
        case "forget-changes":
          return forgetArchived(archives, tenantOf(storeKeyIn(job.data)));
        case "redact-shop":
          return redact(job, token, signal);
        // A job of an earlier version, which could not cancel an erasure.
        case "erase-store":
          return eraseAndLog({ erase, privacyLog, now: clock.now }, storeKeyIn(job.data));
        case "sweep-references":
          return workOfNight(job, token, signal);
        default:
          return refuseNewerJob();
      }
    },
  };
}
