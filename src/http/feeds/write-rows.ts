import { MAX_ROWS, rowsOf } from "../../ingest/rows.ts";
import type { FeedTarget } from "../../ingest/writers/feeds.ts";
import { refuseUnwritten, type WriteRows } from "../../ingest/writers/row-writers.ts";
import type { FeedKind } from "../../store/feeds/feed-record.ts";
import type { Answer } from "../answer.ts";
import type { Attempt, CommandGateway, SendPart } from "../idempotency/command-gateway.ts";
import { presentWrite } from "../presenters/reply.ts";
import type { ApiRequest } from "../route.ts";

/** Number of rows of a request that are written at the same time. */
const WRITE_CONCURRENCY = 64;

/** The parts that write the rows of requests. */
export interface RowsParts {
  writes: CommandGateway;
  writers: Record<FeedKind, WriteRows>;
}

/**
 * Returns the target of the rows of a request. Rows that are sent again keep the time of the first request, so that
 * they do not undo later changes.
 */
export function targetOf(
  { terms, session }: Pick<ApiRequest<object>, "terms" | "session">,
  { isRetry, firstTime }: Attempt,
): FeedTarget {
  const isSpent = terms.spareBytes !== undefined;
  return {
    storeKey: session.storeKey,
    settings: session.tenant.settings,
    ...(isSpent ? { isSpent } : {}),
    ...(isRetry ? { arrivedTime: firstTime } : {}),
  };
}

/**
 * Writes the rows of a feed request. Each row succeeds or fails separately; rows about the same entity are written one
 * after another.
 */
export async function writeRows(
  { writes, writers }: RowsParts,
  request: ApiRequest<object>,
  kind: FeedKind,
  name: string,
): Promise<Answer> {
  const { body, terms } = request;
  const write = async (send: SendPart, attempt: Attempt) => {
    const results = await writers[kind](rowsOf(body, name), {
      target: targetOf(request, attempt),
      concurrency: WRITE_CONCURRENCY,
      skipsFailures: false,
      sendFor(index) {
        let part = 0;
        return (plan) => send(plan, index + MAX_ROWS * part++);
      },
    });
    refuseUnwritten(results);
    return results;
  };
  // Pending stock is not sent to an actor, which would keep its reply.
  const { result, replayed } = await writes.submitMany(terms, write, {
    keepsResult: kind === "stock-levels",
  });
  return presentWrite(202, { json: JSON.stringify({ results: result }), replayed });
}
