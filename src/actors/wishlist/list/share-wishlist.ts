import { defined } from "../../../collections/defined.ts";
import { isOfAttempt } from "../../../store/idempotency/key-lifetime.ts";
import type { StateKey } from "../../../store/partition/state/state-keys.ts";
import type { ShareRecord } from "../../../store/records/shares.ts";
import type { Handler } from "../../handler.ts";
import { isRefusal, refuse } from "../../reply.ts";
import type { Draft } from "../../state/draft.ts";
import type { CreateShare, RevokeShare, ShareView } from "../messages.ts";
import { findMeta } from "../state/meta.ts";

/** Maximum number of valid links to one wishlist. */
const MAX_SHARES = 20;

/** Returns the state key of all links to a wishlist. */
export const sharesStateKey = (wishlistId: string): StateKey<"shares"> => ({
  kind: "shares",
  id: wishlistId,
});

/** Whether a link is still valid at a time in ISO 8601 with milliseconds, in UTC. */
export const isValidAt = ({ expires }: Pick<ShareRecord, "expires">, time: string): boolean =>
  expires === undefined || expires > time;

const validShares = (draft: Draft, wishlistId: string, time: string): ShareRecord[] =>
  (draft.get(sharesStateKey(wishlistId)) ?? []).filter((share) => isValidAt(share, time));

/** Returns a link without the fields that lead to its token. */
export const shareView = ({ hash: _, repeatKey: _key, ...view }: ShareRecord): ShareView => view;

const isSameRequest = (share: ShareRecord, { repeatKey }: CreateShare, time: string): boolean =>
  repeatKey !== undefined &&
  share.repeatKey === repeatKey &&
  isOfAttempt(share.createdTime, Date.parse(time));

/**
 * Makes a link to a wishlist, and removes expired links. The wishlist keeps its version, because its content does not
 * change. If an earlier attempt of the same request has made the link, the link gets the token of this attempt; nobody
 * has seen the earlier token. Refused with `ResourceNotFound`, with `InvalidInput` if `expires` is not in the future,
 * and with `LimitExceeded`.
 */
export const createShare: Handler<CreateShare, ShareView> = (command, draft, context) => {
  const { time, newShareId: id } = context;
  const { wishlistId, hash, expires, displayName, repeatKey } = command;
  const meta = findMeta(draft, command);
  if (isRefusal(meta)) return meta;
  if (!isValidAt(command, time)) return refuse("InvalidInput", "expires must be in the future.", "/expires");
  const shares = validShares(draft, wishlistId, time);
  const existing = shares.find((share) => isSameRequest(share, command, time));
  if (existing) {
    draft.put(
      sharesStateKey(wishlistId),
      shares.map((share) => (share === existing ? { ...existing, hash } : share)),
    );
    return { ok: true, body: shareView(existing) };
  }
  if (shares.length >= MAX_SHARES)
    return refuse("LimitExceeded", `A wishlist has at most ${MAX_SHARES} valid links.`);
  const share: ShareRecord = { id, hash, createdTime: time, ...defined({ expires, displayName, repeatKey }) };
  draft.put(sharesStateKey(wishlistId), [...shares, share]);
  return { ok: true, body: shareView(share) };
};

/** Revokes a link. Refused with `ResourceNotFound` if the wishlist has no such valid link. */
export const revokeShare: Handler<RevokeShare> = ({ shareId, ...target }, draft, { time }) => {
  const meta = findMeta(draft, target);
  if (isRefusal(meta)) return meta;
  const shares = validShares(draft, target.wishlistId, time);
  const others = shares.filter(({ id }) => id !== shareId);
  if (others.length === shares.length) return refuse("ResourceNotFound", "There is no such share.");
  draft.put(sharesStateKey(target.wishlistId), others.length === 0 ? null : others);
  return { ok: true };
};

/** Revokes all links to some wishlists. */
export function revokeAll(draft: Draft, wishlistIds: readonly string[]): void {
  draft.load(wishlistIds.map(sharesStateKey));
  for (const id of wishlistIds)
    if (draft.get(sharesStateKey(id)) !== null) draft.put(sharesStateKey(id), null);
}
