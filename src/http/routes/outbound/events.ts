import type { Static } from "typebox";
import { decodeEvent, type Event } from "../../../actors/event.ts";
import { partitionOfEvent, publicEventOf } from "../../../actors/public-event.ts";
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
import { presentRead } from "../../presenters/reply.ts";
import { type ApiRoute, BAD_REQUEST, route } from "../../route.ts";
import {
  AlertsQuery,
  AlertsResponse,
  ChangesQuery,
  ChangesResponse,
  ExplainQuery,
  ExplainResponse,
} from "../../schemas/events.ts";
import { ProblemDocument } from "../../schemas/problem.ts";
import { pageOf, requireOne } from "../query.ts";

const PREFIX = "/services/wsservice/api";
const CHANGE_BATCH_SIZE = 100;
/** Events whose records are read at once: what is read beyond a page's bytes is so much at most. */
const RECORD_BATCH_SIZE = 20;
const PLACE = /^\d{1,16}-\d{1,16}$/;
/** Where the feed begins. */
const BEGINNING = "0-0";
const COMMON = { method: "get", scope: "events:read", refusals: BAD_REQUEST, conditional: false } as const;

export interface EventRouteParts extends ExplainParts {
  alerts: AlertLedger;
  changes: ChangeFeed;
  onUndecodable: OnUndecodable;
  targets: Targets;
  layout: Layout;
  writes: CommandGateway;
  /** Data of events as it is now. */
  dataOf: (events: { partition: number; names: Event }[]) => Promise<Record<string, unknown>[]>;
}

/** The first changes as JSON with their data, as many as fit into a page's bytes; `count` of those found are looked at. */
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

/** A page of the changes after a cursor. Throws a {@link Problem} where they are lost. */
async function pageAfter({ changes }: EventRouteParts, storeKey: string, cursor: string, limit: number) {
  try {
    return await changes.page(storeKey, cursor, limit);
  } catch (err) {
    if (!(err instanceof ChangesLost)) throw err;
    const detail = `Changes between this cursor and ${err.resumeAt} are lost; continue with after=${err.resumeAt}.`;
    throw new Problem("ChangesLost", { detail, extra: { cursor: err.resumeAt }, cause: err });
  }
}

/** Where the changes begin that a query asks for. @throws {Problem} for what is no cursor */
function cursorOf({ after }: Static<typeof ChangesQuery>): string {
  if (after === undefined || after === "") return BEGINNING;
  if (PLACE.test(after)) return after;
  throw new Problem("InvalidParameter", {
    errors: [{ path: "after", message: "must be a cursor returned by this endpoint" }],
  });
}

const listAlerts = ({ alerts, targets }: EventRouteParts): ApiRoute =>
  route({
    ...COMMON,
    operation: "listAlerts",
    paths: [`${PREFIX}/alerts`],
    tag: "Alerts",
    summary: "List a customer's alerts",
    description: "Alerts in ascending order of their ids, each with the status of its delivery.",
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
    paths: [`${PREFIX}/alerts/explain`],
    tag: "Alerts",
    summary: "Explain why a customer was alerted about a variant, or was not",
    description:
      "Evaluates the rules of alerts with the current data. Without a type, the wish decides: register_interest while it waits for the release, otherwise back_in_stock.",
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
    paths: [`${PREFIX}/changes`],
    tag: "Changes",
    summary: "Follow the store's changes",
    description:
      "Events in order, kept for 30 days. Their data comes from the current records, without erased data. 410 `ChangesLost` has the `cursor` to continue from.",
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
      // The next page says which are lost: the end of this one is not the end of the feed.
      const hasMore = page.stopsBeforeLost || found.length > count;
      return presentRead(
        `{"events":[${texts.join(",")}],"cursor":${JSON.stringify(cursor)},"hasMore":${hasMore}}`,
      );
    },
  });

/** Routes of the change feed and of alerts, with their explanation. */
export const eventRoutes = (parts: EventRouteParts): ApiRoute[] =>
  [listAlerts, explain, listChanges].map((routeOf) => routeOf(parts));
