import type { Static } from "typebox";
import { decodeEvent, type Event } from "../../../actors/events/event.ts";
import { partitionOfEvent, publicEventOf } from "../../../actors/events/public-event.ts";
import { Problem } from "../../../ingest/problem.ts";
import { ChangesLost } from "../../../store/changes/archive.ts";
import type { ChangeFeed } from "../../../store/changes/change-feed.ts";
import type { ChangeFeedEntry } from "../../../store/changes/feed-entry.ts";
import { MAX_PAGE_BYTES } from "../../../store/read/page-bytes.ts";
import { decodeOrSkip, type OnUndecodable } from "../../../store/records/undecodable.ts";
import { wrongCursor } from "../../lists/cursor.ts";
import { presentRead } from "../../presenters/reply.ts";
import { type ApiRoute, BAD_REQUEST, route } from "../../route.ts";
import { ChangesQuery, ChangesResponse } from "../../schemas/outbound/changes.ts";
import { ProblemDocument } from "../../schemas/problem.ts";
import { API_PATH } from "../api-path.ts";

const CHANGE_BATCH_SIZE = 100;
/** Number of events whose records are read together. It limits the unnecessary reads when a page is full. */
const RECORD_BATCH_SIZE = 20;
const CURSOR = /^\d{1,16}-\d{1,16}$/;
/** Cursor of the beginning of the feed. */
const BEGINNING = "0-0";

export interface ChangeRouteParts {
  changes: ChangeFeed;
  onUndecodable: OnUndecodable;
  /** Returns the current data of events. */
  dataOf: (events: { partition: number; names: Event }[]) => Promise<Record<string, unknown>[]>;
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

/** Returns a page of the changes after a cursor. Throws a {@link Problem} if changes are lost. */
async function pageAfter({ changes }: ChangeRouteParts, storeKey: string, cursor: string, limit: number) {
  try {
    return await changes.page(storeKey, cursor, limit);
  } catch (err) {
    if (!(err instanceof ChangesLost)) throw err;
    const detail = `Changes between this cursor and ${err.resumeAt} are lost; continue with after=${err.resumeAt}.`;
    throw new Problem("ChangesLost", { detail, extra: { cursor: err.resumeAt }, cause: err });
  }
}

/**
 * Returns the cursor of a query.
 *
 * @throws {Problem} if the cursor is not valid
 */
function cursorOf({ after }: Static<typeof ChangesQuery>): string {
  if (after === undefined || after === "") return BEGINNING;
  if (CURSOR.test(after)) return after;
  throw wrongCursor("after");
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
      "Events in order, kept for 30 days, or for less if the tenant has very many. Their data is from the current records, so it has no erased data. The problem 410 `ChangesLost` has the `cursor` from which to continue.",
    query: ChangesQuery,
    responses: {
      200: { description: "The events after the cursor.", schema: ChangesResponse },
      410: {
        description: "The next events are lost. Continue with `cursor`.",
        schema: { ...ProblemDocument },
      },
    },
    async handle({ session, query }) {
      const { limit = CHANGE_BATCH_SIZE } = query;
      const after = cursorOf(query);
      const page = await pageAfter(parts, session.storeKey, after, limit + 1);
      const found = page.changes;
      const { texts, count } = await presentChanges(parts, session.storeKey, found.slice(0, limit));
      const cursor = found[count - 1]?.entryId ?? after;
      // If changes after this page are lost, the next request reports it, so there must be a next request.
      const hasMore = page.stopsBeforeLost || found.length > count;
      return presentRead(
        `{"events":[${texts.join(",")}],"cursor":${JSON.stringify(cursor)},"hasMore":${hasMore}}`,
      );
    },
  });

/** Returns the route of the change feed. */
export const changeRoutes = (parts: ChangeRouteParts): ApiRoute[] => [listChanges(parts)];
