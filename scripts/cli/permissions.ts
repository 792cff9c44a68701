import type { Redis } from "ioredis";
import { mastersOf } from "../../src/store/redis/connection/cluster/cluster-connection.ts";
import { findMissing, missingText } from "../../src/store/redis/server/permissions.ts";
import { type CliCommand, type CliContext, CliError, type CliInput } from "./command.ts";
import { withOwnJobsStore } from "./queues.ts";

/**
 * Checks the permissions of the users of both Redises before a command changes anything: a command that fails in the
 * middle would leave its work half done.
 *
 * @param jobs the Redis of the job queues; undefined if that is the Redis of the data
 * @param find finds the commands that a user may not run
 * @throws {CliError} with one sentence if a permission is missing
 */
export async function refuseMissing(
  { redis, keys }: CliContext,
  jobs: Redis | undefined,
  find: (server: Redis, prefix: string) => Promise<string[]>,
): Promise<void> {
  const stores = [
    { setting: "REDIS_URL", servers: mastersOf(redis) },
    { setting: "JOBS_REDIS_URL", servers: jobs ? mastersOf(jobs) : [] },
  ];
  for (const { setting, servers } of stores) {
    for (const server of servers) {
      const missing = await find(server, keys.prefix);
      if (missing.length > 0)
        throw new CliError(
          `nothing was changed: ${missingText(`the user of ${setting}`, missing, keys.prefix)}`,
        );
    }
  }
}

/**
 * Refuses a command that deletes before it writes, if a user of Redis has not all permissions of the service.
 *
 * @throws {CliError} as {@link refuseMissing} does
 */
export async function refuseHalfDone(
  { deletesFirst }: CliCommand,
  context: CliContext,
  input: CliInput,
): Promise<void> {
  if (!deletesFirst?.(input)) return;
  await withOwnJobsStore(context, (jobs) => refuseMissing(context, jobs, findMissing));
}
