import { MAX_ROWS, rowsOf } from "../../ingest/rows.ts";
import type { FeedTarget } from "../../ingest/writers/feeds.ts";
import { refuseUnwritten, type WriteRows } from "../../ingest/writers/row-writers.ts";
import type { FeedKind } from "../../store/feeds/feed-record.ts";
import type { Answer } from "../answer.ts";
import type { Attempt, CommandGateway, SendPart } from "../idempotency/command-gateway.ts";
import { presentWrite } from "../presenters/reply.ts";
import type { ApiRequest } from "../route.ts";

/** Rows of one request that are written at the same time. */
const WRITE_CONCURRENCY = 64;

/** What writes the rows of requests. */
export interface RowsParts {
  writes: CommandGateway;
  writers: Record<FeedKind, WriteRows>;
}

/**
 * What the rows of a request are written to. Rows that are sent again keep the time of the first
 * request: they undo nothing that came after it.
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

/** Writes the rows of a feed's request, each on its own; those about the same thing one after the other. */
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
  // Stock that waits for its variant is sent to no actor.
  const { result, replayed } = await writes.submitMany(terms, write, {
    keepsResult: kind === "stock-levels",
  });
  return presentWrite(202, {
    ok: true,
    json: JSON.stringify({ results: result }),
    ...(replayed ? { replayed } : {}),
  });
}
