import { MAX_ROWS, rowsOf } from "../../ingest/rows.ts";
import { entriesIn } from "../../ingest/writers/entries-in.ts";
import type { FeedTarget } from "../../ingest/writers/feeds.ts";
import { refuseUnwritten, type RowResult, type WriteRows } from "../../ingest/writers/row-writer.ts";
import type { FeedKind } from "../../store/feeds/feed-record.ts";
import type { Answer } from "../answer.ts";
import type { Attempt, CommandGateway, SendPart } from "../idempotency/command-gateway.ts";
import { TenantRoom } from "../overload/tenant-room.ts";
import { presentWrite } from "../presenters/reply.ts";
import type { ApiRequest } from "../route.ts";

/** Number of rows of a request that are written at the same time. */
const WRITE_CONCURRENCY = 64;
/** Number of rows, and entries of them such as variants, that a process writes for a tenant at the same time. */
const TENANT_ENTRIES = 250;

/** Returns what limits the rows that are written for a tenant at the same time. */
export const newTenantRows = () => new TenantRoom(TENANT_ENTRIES);

/** The parts that write the rows of requests. */
export interface RowsParts<K extends FeedKind = FeedKind> {
  writes: CommandGateway;
  writers: Record<K, WriteRows>;
  /** See {@link newTenantRows}. */
  tenantRows: TenantRoom;
}

/** The results of rows, in their order, and whether an earlier attempt was completed. */
export interface WrittenRows {
  result: RowResult[];
  replayed: boolean;
}

/**
 * Returns the target of the rows of a request. Rows that are sent again keep the time of the first request, so that
 * they do not undo later changes.
 */
function targetOf(
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
 * Writes rows of a request. Each row succeeds or fails separately; rows about the same entity are written one after
 * another.
 */
export function submitRows<K extends FeedKind>(
  { writes, writers, tenantRows }: RowsParts<K>,
  request: ApiRequest<object>,
  kind: K,
  rows: readonly unknown[],
): Promise<WrittenRows> {
  const write = async (send: SendPart, attempt: Attempt) => {
    const results = await writers[kind](rows, {
      target: targetOf(request, attempt),
      concurrency: WRITE_CONCURRENCY,
      skipsFailures: false,
      sendFor(index) {
        let part = 0;
        return (plan) => {
          const number = index + MAX_ROWS * part++;
          const amount = entriesIn(plan.command);
          return tenantRows.run(request.session.tenant.id, amount, () => send(plan, number));
        };
      },
    });
    refuseUnwritten(results);
    return results;
  };
  // Pending stock is not sent to an actor, which would keep its reply.
  return writes.submitMany(request.terms, write, { keepsResult: kind === "stock-levels" });
}

/** Answers a feed request whose body has rows, also under `name`: {@link submitRows}. */
export async function writeRows(
  parts: RowsParts,
  request: ApiRequest<object>,
  kind: FeedKind,
  name: string,
): Promise<Answer> {
  const { result: results, replayed } = await submitRows(parts, request, kind, rowsOf(request.body, name));
  return presentWrite(202, { json: JSON.stringify({ results }), replayed });
}
