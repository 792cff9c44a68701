import type { Reply } from "./messages.ts";
import { refuse } from "./outcome.ts";

/** What stands in place of a kept answer that told of an erased wishlist or customer. */
const ERASED_ANSWER = "erased";

/** The reply ends its request; one that does not is followed by a further command. */
export const isFinal = (reply: Reply) => !(reply.ok && reply.remaining);

/** The reply that was kept under an Idempotency-Key. */
export function keptReply(text: string): Reply {
  if (text !== ERASED_ANSWER) return { ...(JSON.parse(text) as Reply), replayed: true };
  return { ...refuse("ResourceNotFound", "What this key made has been deleted since."), replayed: true };
}
