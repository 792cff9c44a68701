import type { BeginHandover, BegunHandover } from "../../actors/guest/messages.ts";
import { bodyOf, type Rejection } from "../../actors/reply.ts";
import type { Send } from "../../actors/runtime/send.ts";
import { Unavailable } from "../../actors/runtime/unavailable.ts";
import { defined } from "../../collections/defined.ts";
import { partitionOfWishlist } from "../../store/ids/ids.ts";
import type { HandoverResult } from "../../store/records/guests.ts";

/**
 * Executes the claim of a guest's wishlist, or continues a claim that was granted. Resolves to its result, or to the
 * reason why it was refused. Each step may run twice, even at the same time: the guest's partition grants the claim to
 * one customer, and the customer's partition decides it once.
 *
 * @throws {Unavailable} with an unknown outcome after the claim has begun; a job continues it
 */
export async function handOver(send: Send, begin: BeginHandover): Promise<HandoverResult | Rejection> {
  const begun = await send({ partition: homeOf(begin), command: begin });
  if (!begun.ok) return begun;
  try {
    return await finishClaim(send, begin, bodyOf(begun));
  } catch (cause) {
    if (!(cause instanceof Unavailable)) throw cause;
    throw new Unavailable(cause.message, { cause, isUnknown: true });
  }
}

const homeOf = ({ wishlistId }: BeginHandover) => partitionOfWishlist(wishlistId) ?? 0;

async function finishClaim(
  send: Send,
  begin: BeginHandover,
  { handover, list }: BegunHandover,
): Promise<HandoverResult | Rejection> {
  const { wishlistId, storeKey } = begin;
  const { number, terms } = handover;
  if (handover.result) return handover.result;
  if (!list || !terms) throw new Error(`the claim of ${wishlistId} has no terms`);
  const { partition: home, ...how } = terms;
  const about = { storeKey, guestWishlistId: wishlistId, number };
  const accepted = await send({
    partition: home,
    command: { type: "AcceptHandover", ...about, ...how, ...list },
  });
  let result: HandoverResult | undefined;
  let wasRefused = false;
  if (accepted.ok) result = bodyOf(accepted);
  else {
    // Another request may have been accepted in the meantime, so the recorded result decides.
    const decided = await send({ partition: home, command: { type: "RefuseHandover", ...about } });
    if (!decided.ok) return decided;
    result = bodyOf(decided).result;
    wasRefused = decided.unchanged === true;
  }
  const end = { storeKey, wishlistId, number, ...defined({ result }) };
  const ended = await send({ partition: homeOf(begin), command: { type: "EndHandover", ...end } });
  if (!ended.ok) return ended;
  if (result) return result;
  // The reason for which another request was refused is unknown here. A new claim finds it, or is accepted.
  if (wasRefused) return handOver(send, begin);
  if (accepted.ok) throw new Error(`the claim of ${wishlistId} has no result`);
  return accepted;
}
