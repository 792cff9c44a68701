// The order in which the processes of a run take test files. Each takes the next file that no other has taken. So all
// processes end at about the same time, however long the files take.
import { relative, sep } from "node:path";

/**
 * The slowest test files, the slowest first, as `npm test -- --times` shows them. An outdated list costs a few seconds,
 * because a long file may begin late.
 */
export const LONGEST = [
  "test/faults/cluster/failover.test.ts",
  "test/faults/redis/connections.test.ts",
  "test/faults/writes/lost-replies.test.ts",
  "test/faults/cluster/unconfirmed-writes.test.ts",
  "test/faults/failover/durability.test.ts",
  "test/http/outbound/export-receiver.test.ts",
  "test/jobs/undecodable-records.test.ts",
  "test/faults/failover/failover.test.ts",
  "test/faults/redis/silent-connection.test.ts",
  "test/faults/cluster/lost-ends.test.ts",
  "test/faults/jobs/lost-queues.test.ts",
  "test/faults/processes/graceful.test.ts",
  "test/faults/jobs/interrupted-recovery.test.ts",
  "test/faults/cluster/queues.test.ts",
  "test/faults/redis/killed-redis.test.ts",
  "test/faults/jobs/joining-jobs.test.ts",
  "test/faults/jobs/killed-jobs.test.ts",
  "test/faults/jobs/killed-changes.test.ts",
  "test/http/document/contract.test.ts",
  "test/app/start.test.ts",
  "test/faults/redis/idle.test.ts",
  "test/http/limits/counted-budgets.test.ts",
  "test/deploy/image.test.ts",
  "test/http/retailer/feeds.test.ts",
  "test/clients/typed-client.test.ts",
  "test/app/embedded-redis.test.ts",
  "test/http/explain/random-lists.test.ts",
  "test/faults/processes/killed-worker.test.ts",
  "test/http/access/two-tenants.test.ts",
  "test/scripts/demo.test.ts",
  "test/http/alerts/mail-retries.test.ts",
  "test/http/customers/privacy.test.ts",
  "test/http/limits/rate-limits.test.ts",
  "test/faults/jobs/lost-jobs.test.ts",
  "test/faults/writes/repeated-creations.test.ts",
  "test/actors/runtime/dispatcher.test.ts",
  "test/faults/failover/unconfirmed-events.test.ts",
  "test/faults/processes/frozen-worker.test.ts",
  "test/http/outbound/webhooks.test.ts",
  "test/jobs/queue/retried-jobs.test.ts",
  "test/actors/wishlist/removed-items.test.ts",
  "test/http/outbound/webhook-replays.test.ts",
  "test/http/attacks/requests.test.ts",
  "test/scripts/cli/jobs.test.ts",
  "test/app/terminal.test.ts",
  "test/http/outbound/export-runs.test.ts",
  "test/http/explain/random-histories.test.ts",
  "test/scripts/counts.test.ts",
  "test/docs/readme.test.ts",
  "test/faults/jobs/killed-feed.test.ts",
  "test/http/access/portal-sessions.test.ts",
  "test/http/document/examples.test.ts",
  "test/faults/jobs/killed-export.test.ts",
  "test/faults/redis/export-without-redis.test.ts",
  "test/store/partition/tracking-reader.test.ts",
  "test/jobs/reports.test.ts",
  "test/scripts/cli/tenants.test.ts",
  "test/http/wishlists/paging.test.ts",
  "test/faults/writes/retried-writes.test.ts",
  "test/http/limits/admission.test.ts",
  "test/store/layout/migration.test.ts",
  "test/faults/processes/poison.test.ts",
  "test/faults/jobs/killed-rounds.test.ts",
  "test/http/wishlists/removed-items.test.ts",
  "test/faults/jobs/killed-counting.test.ts",
  "test/invalid-start.test.ts",
  "test/model/worlds.test.ts",
  "test/jobs/orders/bought-units.test.ts",
  "test/faults/jobs/killed-mail.test.ts",
  "test/http/wishlists/concurrency.test.ts",
  "test/jobs/exports/s3.test.ts",
  "test/store/keys/keys.test.ts",
  "test/jobs/queue/next-time.test.ts",
  "test/scripts/cli/verify.test.ts",
  "test/http/access/deleted-tenant.test.ts",
  // A run in a browser has only these.
  "test/browser/pages/every-page.browser.ts",
  "test/browser/pages/roles.browser.ts",
  "test/browser/shop/operations.browser.ts",
  "test/browser/shop/portal.browser.ts",
  "test/browser/site.browser.ts",
];

/**
 * Files that read all sources with the compiler. In one process they read them once, which takes several seconds of
 * CPU.
 */
export const OF_SOURCES = [
  "test/code/architecture.test.ts",
  "test/code/assertions.test.ts",
  "test/code/comments.test.ts",
  "test/code/decoders.test.ts",
  "test/docs/docs.test.ts",
  "test/deploy/kubernetes.test.ts",
  "test/code/lookups.test.ts",
  "test/code/process-clock.test.ts",
  "test/code/repositories.test.ts",
  "test/store/lua/permissions.test.ts",
  "test/code/test-folders.test.ts",
  "test/code/vocabulary.test.ts",
];

/**
 * Minimum number of files per process. Another process costs about four seconds of CPU, to load the service and to
 * optimize its code. That is more than most files cost.
 */
const LEAST_FILES = 12;
/** A long file counts as this number of files. */
const FILES_PER_LONG = 6;

/**
 * One of this number of processes begins with the short files, because the long ones mostly wait and leave the CPU
 * idle.
 */
const LANES_PER_SHORT = 3;

/** Test files that one process takes together. */
export type Unit = readonly string[];

/**
 * The order in which each process of a run takes units, unless another process has taken them. Most processes begin
 * with the longest files, and one of three with the others. All processes have all units, so any free process takes the
 * last files, which are short.
 * @param files absolute paths
 * @param most maximum number of processes
 */
export function lanesOf(root: string, files: readonly string[], most: number): Unit[][] {
  const placeIn = (list: readonly string[], file: string) =>
    list.indexOf(relative(root, file).split(sep).join("/"));
  const placeOf = (file: string) => placeIn(LONGEST, file);
  const isOfSources = (file: string) => placeIn(OF_SOURCES, file) >= 0;
  const ofSources = files.filter(isOfSources);
  const longest = files.filter((file) => placeOf(file) >= 0).sort((a, b) => placeOf(a) - placeOf(b));
  const others = files.filter((file) => placeOf(file) < 0 && !isOfSources(file));
  const long = longest.map((file): Unit => [file]);
  const short = [...(ofSources.length > 0 ? [ofSources] : []), ...others.map((file): Unit => [file])];
  const size = files.length + longest.length * (FILES_PER_LONG - 1);
  const count = Math.min(most, Math.ceil(size / LEAST_FILES));
  return Array.from({ length: count }, (_, i) =>
    i % LANES_PER_SHORT === LANES_PER_SHORT - 1 ? [...short, ...long] : [...long, ...short],
  );
}
