import { defined } from "../../store/defined.ts";
import type { StateKey } from "../../store/partition/state/state-keys.ts";
import type { ShareRecord } from "../../store/records/shares.ts";
import { isOfAttempt } from "../../store/repeated.ts";
import type { Handler } from "../handler.ts";
import { refuse } from "../reply.ts";
import type { Draft } from "../state.ts";
import type { CreateShare, RevokeShare, ShareView } from "./messages.ts";
import { findMeta, isRefusal } from "./wishlist-meta.ts";

/** Maximum number of valid links to one wishlist. */
const MAX_SHARES = 20;

/** State key of all links to a wishlist. */
export const sharesOf = (wishlistId: string): StateKey<"shares"> => ({ kind: "shares", id: wishlistId });

/** Whether a link has not ended at a time in ISO 8601 with milliseconds, in UTC. */
export const isValidAt = ({ expires }: Pick<ShareRecord, "expires">, time: string): boolean =>
  expires === undefined || expires > time;

const validShares = (draft: Draft, wishlistId: string, time: string): ShareRecord[] =>
  (draft.get(sharesOf(wishlistId)) ?? []).filter((share) => isValidAt(share, time));

/** A link without what leads to its token. */
export const shareView = ({ hash: _, repeatKey: _key, ...view }: ShareRecord): ShareView => view;

const isAttempt = (share: ShareRecord, { repeatKey }: CreateShare, time: string): boolean =>
  repeatKey !== undefined &&
  share.repeatKey === repeatKey &&
  isOfAttempt(share.createdTime, Date.parse(time));

/**
 * Makes a link to a wishlist, and removes links that have ended. The wishlist keeps its version, because what it shows
 * does not change. If an earlier attempt of the same request has made the link, it gets this token; nobody has seen the
 * earlier one. Refused with `ResourceNotFound`, with `InvalidInput` if the end is not in the future, and with
 * `LimitExceeded`.
 */
export const createShare: Handler<CreateShare, ShareView> = (command, draft, context) => {
  const { time, newShareId: id } = context;
  const { wishlistId, hash, expires, displayName, repeatKey } = command;
  const meta = findMeta(draft, command);
  if (isRefusal(meta)) return meta;
  if (!isValidAt(command, time)) return refuse("InvalidInput", "expires must be in the future.", "/expires");
  const shares = validShares(draft, wishlistId, time);
  const made = shares.find((each) => isAttempt(each, command, time));
  if (made) {
    draft.put(
      sharesOf(wishlistId),
      shares.map((each) => (each === made ? { ...made, hash } : each)),
    );
    return { ok: true, body: shareView(made) };
  }
  if (shares.length >= MAX_SHARES)
    return refuse("LimitExceeded", `A wishlist has at most ${MAX_SHARES} valid links.`);
  const share: ShareRecord = { id, hash, createdTime: time, ...defined({ expires, displayName, repeatKey }) };
  draft.put(sharesOf(wishlistId), [...shares, share]);
  return { ok: true, body: shareView(share) };
};

/** Revokes a link. Refused with `ResourceNotFound` if the wishlist has no such valid link. */
export const revokeShare: Handler<RevokeShare> = ({ shareId, ...target }, draft, { time }) => {
  const meta = findMeta(draft, target);
  if (isRefusal(meta)) return meta;
  const shares = validShares(draft, target.wishlistId, time);
  const others = shares.filter(({ id }) => id !== shareId);
  if (others.length === shares.length) return refuse("ResourceNotFound", "There is no such share.");
  draft.put(sharesOf(target.wishlistId), others.length === 0 ? null : others);
  return { ok: true };
};

/** Revokes all links to some wishlists. */
export function revokeAll(draft: Draft, wishlistIds: readonly string[]): void {
  draft.load(wishlistIds.map(sharesOf));
  for (const id of wishlistIds) if (draft.get(sharesOf(id)) !== null) draft.put(sharesOf(id), null);
}
