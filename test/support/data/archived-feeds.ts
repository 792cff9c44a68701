import { readdirSync } from "node:fs";
import { join } from "node:path";
import { feedKeys } from "../../../src/store/changes/feed-keys.ts";
import { openLayout } from "../../../src/store/layout/layout.ts";
import { withQueue } from "../jobs/queue.ts";
import { type Caller, given, type Service } from "../service.ts";
import { until } from "../until.ts";
import { DAY_MS } from "../../../src/units/durations.ts";


/** Returns the folder of the archived changes in a data directory with one installation. */
export const archiveRootIn = (dataDir: string): string =>
  join(dataDir, "changes", given(readdirSync(join(dataDir, "changes"))[0]));

type Stored = Pick<Service, "redis" | "keys">;

/** The keys of the change feed of a tenant's default store. */
export async function keysOfFeed({ redis, keys }: Stored, { tenantId }: Pick<Caller, "tenantId">) {
  return feedKeys(keys, await openLayout(redis, keys, keys.partitions), `${tenantId}/default`);
}

/** Makes all changes of a feed some days older. The entries get ids of that time, in their order. */
export async function ageFeed(stored: Stored, shop: Pick<Caller, "tenantId">, days: number): Promise<void> {
  const { feed } = await keysOfFeed(stored, shop);
  const entries = await stored.redis.xrange(feed, "-", "+");
  const transaction = stored.redis.multi().del(feed);
  for (const [id, fields] of entries) {
    const [ms = "0", seq = "0"] = id.split("-");
    transaction.xadd(feed, `${Number(ms) - days * DAY_MS}-${seq}`, ...fields);
  }
  await transaction.exec();
}

/** Runs a job of the queue `maintenance`, and waits until it has ended. */
async function runMaintenance(stored: Stored, name: string): Promise<void> {
  await withQueue(stored, "maintenance", async (queue) => {
    // A second attempt would start after a minute.
    const { id = "" } = await queue.add(name, {}, { attempts: 1 });
    await until(`${name} has ended`, async () => {
      const job = await queue.getJob(id);
      if (await job?.isFailed()) throw new Error(`${name} failed: ${job?.failedReason ?? ""}`);
      return (await job?.isCompleted()) ?? false;
    });
  });
}

/** Moves older changes out of Redis. */
export const runArchiving = (stored: Stored): Promise<void> => runMaintenance(stored, "archive-changes");

/** Drops the changes of tenants above their limit. */
export const runLimiting = (stored: Stored): Promise<void> => runMaintenance(stored, "limit-changes");

/** Moves all changes of some tenants out of Redis, as if they were three days old. */
export async function archiveFeeds(
  stored: Stored,
  shops: readonly Pick<Caller, "tenantId">[],
): Promise<void> {
  for (const shop of shops) await ageFeed(stored, shop, 3);
  await runArchiving(stored);
}
