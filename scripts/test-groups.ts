// Which test files share a process. All processes run at the same time, so each is to take about as long as the others.
import { relative, sep } from "node:path";

/**
 * The test files that take the longest, the longest first, as `npm test -- --times` shows them. The list was made on a machine
 * that had other work for a part of the run. One that is somewhat out of date costs a few seconds.
 */
export const LONGEST = [
  "test/faults/cluster.test.ts",
  "test/faults/durability.test.ts",
  "test/app/start.test.ts",
  "test/faults/silent-connection.test.ts",
  "test/faults/connections.test.ts",
  "test/faults/lost-queues.test.ts",
  "test/http/document/contract.test.ts",
  "test/http/access/portal-sessions.test.ts",
  "test/clients/typed-client.test.ts",
  "test/faults/failover.test.ts",
  "test/faults/frozen-worker.test.ts",
  "test/faults/graceful.test.ts",
  "test/faults/lost-replies.test.ts",
  "test/http/document/examples.test.ts",
  "test/faults/idle.test.ts",
  "test/http/outbound/export-runs.test.ts",
  "test/http/retailer/feeds.test.ts",
  "test/faults/killed-worker.test.ts",
  "test/faults/killed-jobs.test.ts",
  "test/faults/killed-counting.test.ts",
  "test/faults/unconfirmed-events.test.ts",
  "test/faults/unconfirmed-writes.test.ts",
  "test/http/customers/privacy.test.ts",
  "test/http/outbound/webhooks.test.ts",
  "test/model/worlds.test.ts",
  "test/faults/poison.test.ts",
  "test/app/embedded-redis.test.ts",
  "test/faults/killed-feed.test.ts",
  "test/scripts/counts.test.ts",
  "test/http/customers/erasure-meanwhile.test.ts",
  "test/http/alerts/mail-retries.test.ts",
  "test/http/retailer/lists.test.ts",
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

/**
 * Deals files to groups: the longest first, then those of the sources to one group, then the others in their order, each to
 * the group with the fewest, so that those of one folder, which take about as long, come to all groups.
 * @param files absolute paths
 * @param most groups at most
 */
export function groupsOf(root: string, files: readonly string[], most: number): string[][] {
  const placeIn = (list: readonly string[], file: string) =>
    list.indexOf(relative(root, file).split(sep).join("/"));
  const placeOf = (file: string) => placeIn(LONGEST, file);
  const isOfSources = (file: string) => placeIn(OF_SOURCES, file) >= 0;
  const longest = files.filter((file) => placeOf(file) >= 0).sort((a, b) => placeOf(a) - placeOf(b));
  const others = files.filter((file) => placeOf(file) < 0 && !isOfSources(file));
  const count = Math.min(most, Math.ceil(files.length / LEAST_FILES));
  const groups = Array.from({ length: count }, (): string[] => []);
  for (const [i, file] of longest.entries()) {
    const place = i % count;
    // There and back again: who gets the longest of a round gets the shortest of the next.
    groups[Math.floor(i / count) % 2 === 0 ? place : count - 1 - place]?.push(file);
  }
  groups.at(-1)?.push(...files.filter(isOfSources));
  for (const file of others) {
    const fewest = Math.min(...groups.map(({ length }) => length));
    groups.find(({ length }) => length === fewest)?.push(file);
  }
  // The longest wait for most of their time. Half of them come last, so that others use the CPU all the time.
  return groups.map((group, i) => (i % 2 === 0 ? group : group.reverse()));
}
