import type { Logger } from "pino";
import type { Send } from "../../actors/runtime/send.ts";
import { handOver } from "../../ingest/wishes/hand-over.ts";
import type { Guests } from "../../store/read/guests.ts";
import { guestLifeMs } from "../../store/records/guests.ts";
import type { Tenants } from "../../store/tenants/tenants.ts";
import { forAll } from "../queue/for-all.ts";
import { isTemporary } from "../queue/worker/retry-while-unavailable.ts";

interface LapseDeps {
  tenants: Pick<Tenants, "storeKeys">;
  guests: Pick<Guests, "unusedSince">;
  partitions: number;
  send: Send;
  now: () => number;
  log: Logger;
  /** Days after which an unused guest's wishlist is deleted. */
  days: number;
}

/** Whether `work` succeeds. A failure that is not temporary is logged, and the next nightly job retries the work. */
async function succeedsOrLogs(
  work: Promise<unknown>,
  wishlist: { storeKey: string; wishlistId: string },
  log: Logger,
): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (err) {
    if (isTemporary(err)) throw err;
    log.error({ err, ...wishlist }, "cannot remove a guest's wishlist, or finish its claim");
    return false;
  }
}

/** Yields the guests' wishlists of a store that were not used since a time, in milliseconds since 1970. */
async function* unusedWishlists({ guests, partitions }: LapseDeps, storeKey: string, endMs: number) {
  for (let partition = 0; partition < partitions; partition++)
    for await (const unused of guests.unusedSince(partition, storeKey, endMs))
      for (const wishlist of unused) yield { partition, ...wishlist };
}

/**
 * Deletes guests' wishlists that were not used for their lifetime, like the API: their anonymous items stay for
 * reports. If a wishlist has an open claim, the claim is finished instead. Resolves to the number of both. A
 * failure does not stop the other stores. A repeated job handles the rest.
 */
export async function lapseGuests(deps: LapseDeps, signal?: AbortSignal): Promise<number> {
  const { send, now, days, log } = deps;
  const endMs = now() - guestLifeMs(days);
  const unusedSince = new Date(endMs).toISOString();
  let count = 0;
  const lapseIn = async (storeKey: string) => {
    for await (const { partition, wishlistId, isClaimed } of unusedWishlists(deps, storeKey, endMs)) {
      signal?.throwIfAborted();
      const work = isClaimed
        ? handOver(send, { type: "BeginHandover", storeKey, wishlistId })
        : send({ partition, command: { type: "LapseGuest", storeKey, wishlistId, unusedSince } });
      if (await succeedsOrLogs(work, { storeKey, wishlistId }, log)) count++;
    }
  };
  await forAll(await deps.tenants.storeKeys(), lapseIn, { signal });
  return count;
}
