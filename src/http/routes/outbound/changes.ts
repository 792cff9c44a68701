import type { Static } from "typebox";
import { decodeEvent, type Event } from "../../../actors/events/event.ts";
import { partitionOfEvent, publicEventOf } from "../../../actors/events/public-event.ts";
import { Problem } from "../../../ingest/problem.ts";
import { ChangesLost } from "../../../store/changes/archive.ts";
import type { ChangeFeed } from "../../../store/changes/change-feed.ts";
import type { ChangeFeedEntry } from "../../../store/changes/feed-entry.ts";
import { parseEntryId } from "../../../store/ids/entry-id.ts";
import { MAX_PAGE_BYTES } from "../../../store/read/page-bytes.ts";
import { MAX_AHEAD_MS } from "../../../store/records/far-ahead.ts";
import { decodeOrSkip, type OnUndecodable } from "../../../store/records/undecodable.ts";
import type { Now } from "../../../store/redis/clock.ts";
import { DAY_MS } from "../../../units/durations.ts";
import { wrongCursor } from "../../lists/cursor.ts";
import { presentRead } from "../../presenters/reply.ts";
import { type ApiRoute, BAD_REQUEST, route } from "../../route.ts";
import { ChangesQuery, ChangesResponse } from "../../schemas/outbound/changes.ts";
import { ProblemDocument } from "../../schemas/problem.ts";
import { API_PATH } from "../api-path.ts";
import { cursorIn } from "../query.ts";

const CHANGE_BATCH_SIZE = 100;
/** Number of events whose records are read together. It limits the unnecessary reads when a page is full. */
const RECORD_BATCH_SIZE = 20;
const CURSOR = /^(?:0|[1-9]\d{0,14})-(?:0|[1-9]\d{0,14})$/;
/** Cursor of the beginning of the feed. */
const BEGINNING = "0-0";
/**
 * The cursor at the end of the feed is at most this old, in milliseconds: it must not become older than changes are
 * kept while there are no changes. A day is more than the clocks of two Redis servers differ.
 */
const [MAX_END_AGE_MS, END_AGE_MS] = [2 * DAY_MS, DAY_MS];

export interface ChangeRouteParts {
  changes: ChangeFeed;
  onUndecodable: OnUndecodable;
  /** Returns the current data of events. */
  dataOf: (events: { partition: number; names: Event }[]) => Promise<Record<string, unknown>[]>;
  now: Now;
}

/**
 * Writes the first changes as JSON with their data, as many as fit into a page. `count` is the number of changes that
 * were read, including skipped ones.
 */
async function presentChanges(
  { dataOf, onUndecodable }: ChangeRouteParts,
  storeKey: string,
  found: readonly ChangeFeedEntry[],
): Promise<{ texts: string[]; count: number }> {
  const texts: string[] = [];
  let bytes = 0;
  for (let from = 0; from < found.length; from += RECORD_BATCH_SIZE) {
    const some = found.slice(from, from + RECORD_BATCH_SIZE).flatMap(({ id, text }, i) => {
      const event = decodeOrSkip(decodeEvent, text, () => ({ storeKey, id }), onUndecodable);
      return event ? [{ id, event, count: from + i }] : [];
    });
    const data = await dataOf(
      some.map(({ id, event }) => ({ partition: partitionOfEvent(id), names: event })),
    );
    for (const [i, { id, event, count }] of some.entries()) {
      const text = JSON.stringify(publicEventOf(id, event, data[i]));
      bytes += Buffer.byteLength(text);
      if (texts.length > 0 && bytes > MAX_PAGE_BYTES) return { texts, count };
      texts.push(text);
    }
  }
  return { texts, count: found.length };
}

const lost = (what: string, cursor: string, cause?: unknown) =>
  new Problem("ChangesLost", {
    detail: `Changes ${what}; continue with cursor=${cursor}.`,
    extra: { cursor },
    cause,
  });

/**
 * Returns a page of the changes after a cursor.
 *
 * @throws {Problem} if changes are lost
 */
async function pageAfter(
  { changes, now }: ChangeRouteParts,
  storeKey: string,
  cursor: string,
  limit: number,
) {
  try {
    const page = await changes.page(storeKey, cursor, limit);
    if (cursor !== BEGINNING && (await changes.mayLack(storeKey, cursor, now())))
      throw lost("after this cursor may be older than changes are kept", BEGINNING);
    return page;
  } catch (err) {
    if (!(err instanceof ChangesLost)) throw err;
    throw lost(`between this cursor and ${err.resumeAt} are lost`, err.resumeAt, err);
  }
}

/** Returns the cursor for the next request of a caller who has read all changes up to `cursor`. */
function cursorAtEnd(cursor: string, now: number): string {
  const isOld = cursor !== BEGINNING && parseEntryId(cursor).ms < now - MAX_END_AGE_MS;
  return isOld ? `${now - END_AGE_MS}-0` : cursor;
}

/**
 * Returns the cursor of a query.
 *
 * @throws {Problem} if the cursor is not valid
 */
function cursorOf(query: Static<typeof ChangesQuery>, now: number): string {
  const after = cursorIn(query);
  if (after === undefined || after === "") return BEGINNING;
  // One from the future would hide all changes until then.
  if (CURSOR.test(after) && parseEntryId(after).ms <= now + MAX_AHEAD_MS) return after;
  throw wrongCursor(query.cursor === undefined ? "after" : "cursor");
}

const listChanges = (parts: ChangeRouteParts): ApiRoute =>
  route({
    method: "get",
    scope: "events:read",
    refusals: BAD_REQUEST,
    conditional: false,
    operation: "listChanges",
    paths: [`${API_PATH}/changes`],
    tag: "Changes",
    summary: "Read the change feed",
    description:
      "Events in order, kept for 30 days, or for less if the tenant has very many. Their data is from the current records, so it has no erased data. The problem 410 `ChangesLost` has the `cursor` from which to continue. A cursor is valid for 30 days: a caller who reads at least once a month misses nothing.",
    query: ChangesQuery,
    responses: {
      200: { description: "The events after the cursor.", schema: ChangesResponse },
      410: {
        description: "The next events are lost, or too old. Continue with `cursor`.",
        schema: { ...ProblemDocument },
      },
    },
    async handle({ session, query }) {
      const { limit = CHANGE_BATCH_SIZE } = query;
      const now = parts.now();
      const after = cursorOf(query, now);
      const page = await pageAfter(parts, session.storeKey, after, limit + 1);
      const found = page.changes;
      const { texts, count } = await presentChanges(parts, session.storeKey, found.slice(0, limit));
      const last = found[count - 1]?.entryId ?? after;
      // If changes after this page are lost, the next request reports it, so there must be a next request.
      const hasMore = page.stopsBeforeLost || found.length > count;
      const cursor = hasMore ? last : cursorAtEnd(last, now);
      return presentRead(
        `{"events":[${texts.join(",")}],"cursor":${JSON.stringify(cursor)},"hasMore":${hasMore}}`,
      );
    },
  });

/** Returns the route of the change feed. */
export const changeRoutes = (parts: ChangeRouteParts): ApiRoute[] => [listChanges(parts)];
