// In which order the processes of a run take test files. Each takes the next one that no other has taken, so they all
// end at about the same time, however long the files take.
import { relative, sep } from "node:path";

/**
 * The test files that take the longest, the longest first, as `npm test -- --times` shows them. One that is somewhat out of
 * date costs a few seconds: a long file may begin late.
 */
export const LONGEST = [
  "test/faults/cluster.test.ts",
  "test/faults/silent-connection.test.ts",
  "test/faults/lost-queues.test.ts",
  "test/faults/connections.test.ts",
  "test/faults/durability.test.ts",
  "test/faults/lost-replies.test.ts",
  "test/faults/failover.test.ts",
  "test/faults/killed-redis.test.ts",
  "test/app/start.test.ts",
  "test/faults/idle.test.ts",
  "test/faults/repeated-creations.test.ts",
  "test/jobs/undecodable-records.test.ts",
  "test/actors/runtime/dispatcher.test.ts",
  "test/http/alerts/mail-retries.test.ts",
  "test/http/outbound/webhooks.test.ts",
  "test/faults/killed-jobs.test.ts",
  "test/faults/unconfirmed-events.test.ts",
  "test/scripts/demo.test.ts",
  "test/http/attacks/requests.test.ts",
  "test/faults/unconfirmed-writes.test.ts",
  "test/faults/graceful.test.ts",
  "test/app/embedded-redis.test.ts",
  "test/image.test.ts",
  "test/http/access/two-tenants.test.ts",
  "test/scripts/counts.test.ts",
  "test/http/limits/rate-limits.test.ts",
  "test/clients/typed-client.test.ts",
  "test/jobs/patient-jobs.test.ts",
  "test/faults/frozen-worker.test.ts",
  "test/scripts/cli-tenants.test.ts",
  "test/http/retailer/feeds.test.ts",
  "test/http/outbound/given-up-runs.test.ts",
  "test/faults/away-export.test.ts",
  "test/http/wishlists/paging.test.ts",
  "test/http/outbound/export-runs.test.ts",
  "test/faults/killed-worker.test.ts",
  "test/http/limits/spent-budgets.test.ts",
  "test/http/outbound/webhook-replays.test.ts",
  "test/faults/killed-feed.test.ts",
  "test/concurrency.test.ts",
];

/** Files that read all sources with the compiler. In one process they do that once, which takes several seconds of CPU. */
export const OF_SOURCES = [
  "test/architecture.test.ts",
  "test/assertions.test.ts",
  "test/docs.test.ts",
  "test/kubernetes.test.ts",
  "test/store/lua/permissions.test.ts",
  "test/test-folders.test.ts",
  "test/vocabulary.test.ts",
];

/**
 * Files of a process at least: another process costs about four seconds of CPU, to load the service and to optimize its
 * code, more than most files do.
 */
const LEAST_FILES = 12;

/** Of so many processes, one begins with the short files: the long ones wait for most of their time, and leave the CPU idle. */
const LANES_PER_SHORT = 4;

/** Test files that one process takes together. */
export type Unit = readonly string[];

/**
 * The units in the order in which each process of a run takes them, but for those that another one has taken. Most begin
 * with the longest files, and one of four with the others. All processes have all units, so the last files, which are
 * short, go to whoever is free.
 * @param files absolute paths
 * @param most processes at most
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
  const count = Math.min(most, Math.ceil(files.length / LEAST_FILES));
  return Array.from({ length: count }, (_, i) =>
    i % LANES_PER_SHORT === LANES_PER_SHORT - 1 ? [...short, ...long] : [...long, ...short],
  );
}
