import type { CommandContext } from "../../handler.ts";
import type { Draft } from "../../state/draft.ts";
import { forgetExcessAnswers } from "../state/answers.ts";
import { dropExcess, stateToDrop } from "../state/removed-items.ts";
import { answersOf } from "../state/wishlist.ts";

/**
 * Erases a part of wishlists that have too much for one command: stored replies, and removed items from before their
 * limit. Returns whether there was such a part: the erasure then needs another command.
 */
export function eraseExcess(draft: Draft, wishlistIds: readonly string[], context: CommandContext): boolean {
  draft.load(wishlistIds.flatMap((id) => [...stateToDrop(draft, id), answersOf(id)]));
  const dropped = wishlistIds.filter((id) => dropExcess(draft, id, context, Infinity));
  return dropped.length > 0 || forgetExcessAnswers(draft, wishlistIds);
}
