import Type, { type Static, type TSchema } from "typebox";
import type { Guests } from "../../../store/read/guests.ts";
import { guestLifeMs } from "../../../store/records/guests.ts";
import type { Now } from "../../../store/redis/clock.ts";
import type { Answer } from "../../answer.ts";
import { presentRead } from "../../presenters/reply.ts";
import { activity } from "../../reports/activity.ts";
import { conversions } from "../../reports/conversions.ts";
import { mostWished } from "../../reports/most-wished.ts";
import { partsOf, partsOfAll, periodOf, zoneOf } from "../../reports/period.ts";
import { type Report, type ReportParts, type ReportQuery, toCsv, toJson } from "../../reports/report.ts";
import { unmetDemand } from "../../reports/unmet-demand.ts";
import { type ApiRequest, type ApiRoute, BAD_REQUEST, route } from "../../route.ts";
import {
  ActivityQuery,
  ActivityResponse,
  ConversionsQuery,
  ConversionsResponse,
  GuestsResponse,
  MostWishedQuery,
  MostWishedResponse,
  RowsQuery,
  UnmetDemandResponse,
} from "../../schemas/retailer/reports.ts";
import { API_PATH } from "../api-path.ts";

const PATH = `${API_PATH}/reports`;
const ROWS = 100;

/** Returns when a guest's wishlist lapses if it is not used again, in ISO 8601. */
const lapseTime = (usedMs: number, days: number) => new Date(usedMs + guestLifeMs(days)).toISOString();

const COMMON = {
  method: "get",
  tag: "Reports",
  scope: "reports:read",
  isHeavy: true,
  refusals: BAD_REQUEST,
  conditional: false,
} as const;

const CSV = Type.String({ description: "The rows, after a line with the names of the columns." });

/** Returns the documentation of a report, as JSON or as CSV. */
const reportResponses = (description: string, schema: TSchema) => ({
  200: { description, schema, others: { "text/csv": CSV } },
});

interface ReportRouteParts extends ReportParts {
  guests: Pick<Guests, "count" | "oldestUse">;
  /** The store's clock. */
  now: Now;
  /** Days after which a guest's wishlist that is not used lapses. */
  guestDays: number;
}

/** Answers with a report for the period of a request, in the format that the caller prefers. */
async function answer(
  { counters, now }: ReportRouteParts,
  { ctx, session: { storeKey }, query }: ApiRequest<unknown, Static<typeof ActivityQuery>>,
  name: string,
  make: (query: ReportQuery) => Promise<Report>,
): Promise<Answer> {
  const zone = zoneOf(query.timezone);
  const period = periodOf(query, now(), zone);
  const exactFrom = zone ? (await counters.starts(storeKey)).quarters : "";
  const report = await make({
    storeKey,
    days: partsOf(period, zone, exactFrom),
    dayParts: partsOfAll(period, zone, exactFrom),
    location: query.locationRef,
  });
  ctx.vary("Accept");
  if (ctx.accepts("application/json", "text/csv") !== "text/csv") return presentRead(toJson(period, report));
  const answered = presentRead(toCsv(report));
  const file = `${name}_${period.from}_${period.to}.csv`;
  return {
    ...answered,
    headers: {
      ...answered.headers,
      "Content-Type": "text/csv; charset=utf-8; header=present",
      "Content-Disposition": `attachment; filename="${file}"`,
    },
  };
}

const reportMostWished = (parts: ReportRouteParts): ApiRoute =>
  route({
    ...COMMON,
    operation: "reportMostWished",
    paths: [`${PATH}/most-wished`],
    summary: "Get the most wished variants or products of a period",
    description:
      "A wish counts on the day it was added, for its current variant and location. With Accept: text/csv, the rows are CSV.",
    query: MostWishedQuery,
    responses: reportResponses("Variants or products, the highest count first.", MostWishedResponse),
    handle(request) {
      const { limit = ROWS, by = "variant" } = request.query;
      return answer(parts, request, "most-wished", (query) => mostWished(parts, { ...query, limit, by }));
    },
  });

const reportUnmetDemand = (parts: ReportRouteParts): ApiRoute =>
  route({
    ...COMMON,
    operation: "reportUnmetDemand",
    paths: [`${PATH}/unmet-demand`],
    summary: "Get the open wishes for sold-out variants, in units and money",
    description:
      "Wishes of the period that are neither purchased nor removed, and whose variant is now sold out. With a location, the stock of this location is used if it is known, else the total stock. With Accept: text/csv, the rows are CSV.",
    query: RowsQuery,
    responses: reportResponses("Variants, the highest count first.", UnmetDemandResponse),
    handle(request) {
      const { limit = ROWS } = request.query;
      return answer(parts, request, "unmet-demand", (query) => unmetDemand(parts, { ...query, limit }));
    },
  });

const reportConversions = (parts: ReportRouteParts): ApiRoute =>
  route({
    ...COMMON,
    operation: "reportConversions",
    paths: [`${PATH}/conversions`],
    summary: "Get the wishes that orders fulfilled, with revenue and days",
    description:
      "A purchase counts on the day of the order, unless it is cancelled or refunded. With Accept: text/csv, the rows are CSV.",
    query: ConversionsQuery,
    responses: reportResponses(
      "Variants, one row per currency, the most purchases or the highest revenue first. With by=day, the days in order.",
      ConversionsResponse,
    ),
    handle(request) {
      const { limit = ROWS, by = "variant", currency, sortBy = "purchases" } = request.query;
      const wanted = { limit, by, currency, sortBy };
      return answer(parts, request, "conversions", (query) => conversions(parts, { ...query, ...wanted }));
    },
  });

const reportActivity = (parts: ReportRouteParts): ApiRoute =>
  route({
    ...COMMON,
    operation: "reportActivity",
    paths: [`${PATH}/activity`],
    summary: "Get the activity of each day of a period",
    description: "With Accept: text/csv, the rows are CSV.",
    query: ActivityQuery,
    responses: reportResponses("Every day of the period, in order.", ActivityResponse),
    handle: (request) => answer(parts, request, "activity", (query) => activity(parts, query)),
  });

const reportGuests = ({ guests, guestDays }: ReportRouteParts): ApiRoute =>
  route({
    ...COMMON,
    operation: "reportGuests",
    paths: [`${PATH}/guests`],
    summary: "Get the number of guests' wishlists, and when the next one lapses",
    description:
      "The current figures, not those of a period. Wishlists that have lapsed are deleted each night. Wishlists that a customer has claimed are not counted.",
    responses: { 200: { description: "The figures.", schema: GuestsResponse } },
    async handle({ session: { storeKey } }) {
      const [counts, usedMs] = await Promise.all([guests.count(storeKey), guests.oldestUse(storeKey)]);
      const nextLapse = usedMs === undefined ? {} : { nextLapse: lapseTime(usedMs, guestDays) };
      return presentRead(JSON.stringify({ ...counts, guestDays, ...nextLapse }));
    },
  });

/** Returns the routes of reports, as JSON and CSV. */
export const reportRoutes = (parts: ReportRouteParts): ApiRoute[] =>
  [reportMostWished, reportUnmetDemand, reportConversions, reportActivity, reportGuests].map((routeOf) =>
    routeOf(parts),
  );
