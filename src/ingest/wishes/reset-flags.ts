import type { Send } from "../../actors/runtime/send.ts";
import { waitingSince } from "../../actors/wishlist/items/waiting.ts";
import { parseItemId } from "../../store/ids/ids.ts";
import type { Wish } from "../../store/read/wishes.ts";
import type { FlagReset } from "../../store/work/flag-resets.ts";
import type { FlaggedWishes } from "./flagged-wishes.ts";

/** Number of wishes that are changed at the same time. */
const CONCURRENCY = 32;

/** Resets the flag of one wish. Resolves to false if the wish does not exist any more. */
async function resetOne(
  send: Send,
  { storeKey, flag }: { storeKey: string; flag: FlagReset["flag"] },
  { item, customer }: Wish,
): Promise<boolean> {
  const address = parseItemId(item.id);
  if (!address) return false;
  const { partition } = customer;
  const target = { storeKey, wishlistId: address.wishlist, number: address.number };
  const reply = await send({
    partition,
    command: { type: "UpdateItem", ...target, changes: { [flag]: false } },
  });
  if (reply.ok) return true;
  // The wish was removed in the meantime.
  if (reply.code === "ResourceNotFound") return false;
  throw new Error(`the flag of ${item.id} cannot be reset: ${reply.detail}`);
}

/**
 * Resets the flag of the next page of wishes. A wish whose flag was set after the start of the reset keeps it. Resolves
 * to the reset with its new cursor, or as finished if there are no more wishes.
 */
export async function resetNext(
  { flagged, send, now }: { flagged: FlaggedWishes; send: Send; now: () => number },
  storeKey: string,
  reset: FlagReset,
): Promise<FlagReset> {
  const { flag, lists, cursor, startedTime } = reset;
  const { wishes, next } = await flagged.page(storeKey, lists, { flag, cursor, size: CONCURRENCY });
  const due = wishes.filter(({ item }) => waitingSince(item) <= startedTime);
  const done = await Promise.all(due.map((wish) => resetOne(send, { storeKey, flag }, wish)));
  const count = reset.count + done.filter(Boolean).length;
  if (next) return { ...reset, count, cursor: next };
  const { cursor: _, ...rest } = reset;
  return { ...rest, count, status: "finished", finishedTime: new Date(now()).toISOString() };
}
