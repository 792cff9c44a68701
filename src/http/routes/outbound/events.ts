import type { Static } from "typebox";
import { decodeEvent, type Event } from "../../../actors/events/event.ts";
import { partitionOfEvent, publicEventOf } from "../../../actors/events/public-event.ts";
import { Problem } from "../../../ingest/problem.ts";
import { notFound, type Targets } from "../../../ingest/targets.ts";
import { ChangesLost } from "../../../store/changes/archive.ts";
import type { ChangeFeed } from "../../../store/changes/change-feed.ts";
import type { ChangeFeedEntry } from "../../../store/changes/feed-entry.ts";
import type { Layout } from "../../../store/layout.ts";
import { firstFitting, MAX_PAGE_BYTES } from "../../../store/page-bytes.ts";
import type { AlertLedger } from "../../../store/read/alert-ledger.ts";
import { decodeOrSkip, type OnUndecodable } from "../../../store/records/undecodable.ts";
import { explainAlert, type ExplainParts } from "../../explain/explain.ts";
import type { CommandGateway } from "../../idempotency/command-gateway.ts";
import { wrongCursor } from "../../lists/cursor.ts";
import { presentRead } from "../../presenters/reply.ts";
import { type ApiRoute, BAD_REQUEST, route } from "../../route.ts";
import {
  AlertsQuery,
  AlertsResponse,
  ChangesQuery,
  ChangesResponse,
  ExplainQuery,
  ExplainResponse,
} from "../../schemas/outbound/events.ts";
import { ProblemDocument } from "../../schemas/problem.ts";
import { API_PATH } from "../api-path.ts";
import { pageOf, requireOne } from "../query.ts";

const CHANGE_BATCH_SIZE = 100;
/** Number of events whose records are read together. It limits the unnecessary reads when a page is full. */
const RECORD_BATCH_SIZE = 20;
const CURSOR = /^\d{1,16}-\d{1,16}$/;
/** Cursor of the beginning of the feed. */
const BEGINNING = "0-0";
const COMMON = { method: "get", scope: "events:read", refusals: BAD_REQUEST, conditional: false } as const;

export interface EventRouteParts extends ExplainParts {
  alerts: AlertLedger;
  changes: ChangeFeed;
  onUndecodable: OnUndecodable;
  targets: Targets;
  layout: Layout;
  writes: CommandGateway;
  /** Returns the current data of events. */
  dataOf: (events: { partition: number; names: Event }[]) => Promise<Record<string, unknown>[]>;
}

/**
 * Writes the first changes as JSON with their data, as many as fit into a page. `count` is the number of changes that
 * were read, including skipped ones.
 */
async function presentChanges(
  { dataOf, onUndecodable }: EventRouteParts,
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
async function pageAfter({ changes }: EventRouteParts, storeKey: string, cursor: string, limit: number) {
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

const listAlerts = ({ alerts, targets }: EventRouteParts): ApiRoute =>
  route({
    ...COMMON,
    operation: "listAlerts",
    paths: [`${API_PATH}/alerts`],
    tag: "Alerts",
    summary: "List a customer's alerts",
    description:
      "The customer's alerts in ascending order of their ids, each with the status of its delivery.",
    query: AlertsQuery,
    responses: { 200: { description: "A page of alerts, the oldest first.", schema: AlertsResponse } },
    async handle({ session, query }) {
      requireOne(query, "customerId", "customerRef");
      const address = targets.customer(session.storeKey, { id: query.customerId, ref: query.customerRef });
      if (!address) throw notFound("customer");
      const { size } = pageOf({ pageSize: query.pageSize });
      const { lastAlertId = "" } = query;
      const page = (await alerts.of(address)).filter(({ id }) => id > lastAlertId).slice(0, size);
      const texts = firstFitting(page);
      const last = page[texts.length - 1]?.id;
      const cursor = last === undefined ? "" : `,"lastEvaluatedAlertId":${JSON.stringify(last)}`;
      return presentRead(`{"alerts":[${texts.join(",")}]${cursor}}`);
    },
  });

const explain = (parts: EventRouteParts): ApiRoute =>
  route({
    ...COMMON,
    operation: "explainAlert",
    paths: [`${API_PATH}/alerts/explain`],
    tag: "Alerts",
    summary: "Explain why a customer was or was not alerted about a variant",
    description:
      "Evaluates the rules of alerts with the current data. Without a type, the wish determines it: register_interest if the wish waits for the release, otherwise back_in_stock.",
    query: ExplainQuery,
    responses: { 200: { description: "Every rule with its outcome.", schema: ExplainResponse } },
    async handle({ session, query }) {
      requireOne(query, "customerId", "customerRef");
      requireOne(query, "variantId", "variantRef");
      const { customerId: id, customerRef: ref, variantId, variantRef } = query;
      const explanation = await explainAlert(parts, session, {
        address: parts.targets.customer(session.storeKey, { id, ref }),
        variantId,
        variantRef,
        type: query.type,
      });
      return presentRead(JSON.stringify(explanation));
    },
  });

const listChanges = (parts: EventRouteParts): ApiRoute =>
  route({
    ...COMMON,
    operation: "listChanges",
    paths: [`${API_PATH}/changes`],
    tag: "Changes",
    summary: "Follow the store's changes",
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

/** Returns the routes of alerts, their explanation, and the change feed. */
export const eventRoutes = (parts: EventRouteParts): ApiRoute[] =>
  [listAlerts, explain, listChanges].map((routeOf) => routeOf(parts));
