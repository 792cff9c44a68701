import Type, { type TSchema } from "typebox";
import type { TenantBudgets } from "../../../ingest/budgets/budgets.ts";
import { ProductBody, StockLevelBody } from "../../../ingest/schemas/catalogue.ts";
import { CustomerBody } from "../../../ingest/schemas/customers.ts";
import { OrderBody } from "../../../ingest/schemas/orders.ts";
import { notFound } from "../../../ingest/targets.ts";
import { FEED_KINDS, type FeedKind, type FileFeed } from "../../../store/feeds/feed-record.ts";
import type { FileFeeds } from "../../../store/feeds/file-feeds.ts";
import { readable } from "../../../store/records/undecodable.ts";
import type { KnownTenants } from "../../auth/known-tenants.ts";
import { receiveFeed, type ReceiveParts } from "../../feeds/receive.ts";
import { cutProblem, fileIn, formatOf } from "../../feeds/sent-file.ts";
import { readBack } from "../../known-outcome.ts";
import { decodeCursor, encodeCursor, wrongCursor } from "../../lists/cursor.ts";
import { requireActive } from "../../middleware/active-tenant.ts";
import { presentFeed, presentListedFeed } from "../../presenters/feeds.ts";
import { presentChange, presentRead } from "../../presenters/reply.ts";
import { type ApiRequest, type ApiRoute, BAD_REQUEST, route } from "../../route.ts";
import {
  FeedErrorsQuery,
  FeedErrorsResponse,
  FeedResponse,
  FeedsQuery,
  FeedsResponse,
} from "../../schemas/retailer/feeds.ts";
import type { Scope } from "../../scopes.ts";
import { API_PATH } from "../api-path.ts";
import { cursorIn, pageOf } from "../query.ts";

const PATH = `${API_PATH}/feeds`;
const PARAMS = { feedId: "The feed's id" };
const COMMON = { tag: "Feeds", refusals: BAD_REQUEST, conditional: false } as const;
const FIRST_ERRORS = 10;
const MAX_PAGE_SIZE = 1000;
const DEFAULT_PAGE = 100;

interface KindOfFeed {
  operation: string;
  write: Scope;
  read: Scope;
  row: TSchema;
}

const KINDS: Record<FeedKind, KindOfFeed> = {
  orders: { operation: "feedOrders", write: "orders:write", read: "orders:read", row: OrderBody },
  products: { operation: "feedProducts", write: "catalogue:write", read: "catalogue:read", row: ProductBody },
  "stock-levels": {
    operation: "feedStockLevels",
    write: "catalogue:write",
    read: "catalogue:read",
    row: StockLevelBody,
  },
  customers: {
    operation: "feedCustomers",
    write: "customers:write",
    read: "customers:read",
    row: CustomerBody,
  },
};
const READ_SCOPES = [...new Set(Object.values(KINDS).map(({ read }) => read))];

const CSV = Type.String({
  description:
    "CSV with a header. The columns have the names of the members of a row, or are those of Shopify's product, order, customer or inventory export. The separator is a comma, a semicolon or a tab.",
});

interface FeedRouteParts extends ReceiveParts {
  knownTenants: KnownTenants;
  budgets: TenantBudgets;
  fileFeeds: FileFeeds;
}

/** Stores the file of a request as a feed. Resolves to the feed's id. */
async function take(parts: FeedRouteParts, kind: FeedKind, { ctx, session }: ApiRequest): Promise<string> {
  const format = formatOf(ctx);
  const length = ctx.req.headers["content-length"];
  const size = length === undefined ? {} : { size: Number(length) };
  const { storeKey } = session;
  try {
    const permit = async () => requireActive(await parts.knownTenants.find(session.tenant.id));
    return await receiveFeed({ ...parts, permit }, { storeKey, kind, format, ...size, ...fileIn(ctx) });
  } catch (err) {
    throw cutProblem(err);
  }
}

/**
 * Returns a feed that the caller may read.
 *
 * @throws 404 for any other
 */
async function findFeed({ fileFeeds }: FeedRouteParts, request: ApiRequest): Promise<FileFeed> {
  const { session } = request;
  const feed = await fileFeeds.find(session.storeKey, request.param("feedId"));
  if (!feed || !session.permissions.has(KINDS[feed.kind].read)) throw notFound("feed");
  return feed;
}

const present = async ({ fileFeeds }: FeedRouteParts, storeKey: string, feed: FileFeed) =>
  presentFeed(feed, readable(await fileFeeds.errors(storeKey, feed.id, 0, FIRST_ERRORS)));

const upload = (parts: FeedRouteParts, kind: FeedKind): ApiRoute => {
  const { operation, write, row } = KINDS[kind];
  return route({
    ...COMMON,
    operation,
    method: "post",
    paths: [`${PATH}/${kind}`],
    summary: `Upload a file of ${kind.replace("-", " ")}`,
    description:
      "Accepts a file of any size as newline-delimited JSON or CSV, optionally compressed with gzip. The file is read as fast as its rows are applied. Invalid rows are in the errors of the feed, with their line numbers; valid rows are still applied.",
    scope: write,
    upload: { "application/x-ndjson": row, "text/csv": CSV },
    idempotency: "answer",
    responses: {
      202: { description: "The file is received completely.", schema: FeedResponse, isStarted: true },
    },
    async handle(request) {
      const { storeKey } = request.session;
      const id = await parts.budgets.upload(request.session.tenant, () => take(parts, kind, request));
      const feed = readBack(await parts.fileFeeds.find(storeKey, id));
      return presentChange(202, await present(parts, storeKey, feed), { Location: `${PATH}/${id}` });
    },
  });
};

/**
 * Decodes the cursor of the list.
 *
 * @throws {Problem} if the cursor is not valid for this list
 */
function afterOf(cursor: string | undefined): string | undefined {
  if (cursor === undefined || cursor === "") return undefined;
  const [after] = decodeCursor(cursor);
  if (typeof after !== "string") throw wrongCursor("cursor");
  return after;
}

const listFeeds = ({ fileFeeds }: FeedRouteParts): ApiRoute =>
  route({
    ...COMMON,
    operation: "listFeeds",
    method: "get",
    paths: [PATH],
    summary: "List the feeds of the store",
    description:
      "The feeds whose rows the caller may read, the newest first, without their errors. Feeds are kept for 30 days. A page searches a limited number of feeds: with filters, a page can be short or empty and not be the last one. There are more pages if there is a cursor.",
    scope: READ_SCOPES,
    query: FeedsQuery,
    responses: { 200: { description: "A page of feeds.", schema: FeedsResponse } },
    async handle({ session, query }) {
      const { kind, status } = query;
      const { size } = pageOf({ pageSize: query.pageSize });
      const isWanted = (feed: FileFeed) =>
        session.permissions.has(KINDS[feed.kind].read) &&
        (kind === undefined || feed.kind === kind) &&
        (status === undefined || feed.status === status);
      const after = afterOf(query.cursor);
      const { feeds, next } = await fileFeeds.page(session.storeKey, { after, size, isWanted });
      const cursor = next === undefined ? undefined : encodeCursor(next);
      return presentRead(JSON.stringify({ feeds: feeds.map(presentListedFeed), cursor }));
    },
  });

const getFeed = (parts: FeedRouteParts): ApiRoute =>
  route({
    ...COMMON,
    operation: "getFeed",
    method: "get",
    paths: [`${PATH}/:feedId`],
    endsWithServiceId: true,
    params: PARAMS,
    summary: "Get the progress of a feed",
    description: "The status, progress and first errors of a feed. Feeds are kept for 30 days.",
    scope: READ_SCOPES,
    responses: { 200: { description: "The feed.", schema: FeedResponse } },
    async handle(request) {
      const feed = await findFeed(parts, request);
      return presentRead(JSON.stringify(await present(parts, request.session.storeKey, feed)));
    },
  });

const getFeedErrors = (parts: FeedRouteParts): ApiRoute =>
  route({
    ...COMMON,
    operation: "getFeedErrors",
    method: "get",
    paths: [`${PATH}/:feedId/errors`],
    params: PARAMS,
    summary: "List the errors of a feed's rows",
    description:
      "The first 100,000 errors are kept, up to 32 MiB. A store keeps 64 MiB of errors: the oldest feeds lose theirs first.",
    scope: READ_SCOPES,
    query: FeedErrorsQuery,
    responses: { 200: { description: "A page of errors.", schema: FeedErrorsResponse } },
    async handle(request) {
      const { session, query } = request;
      const { id } = await findFeed(parts, request);
      const from = Number(cursorIn(query) ?? 0);
      const limit = Math.min(query.limit ?? DEFAULT_PAGE, MAX_PAGE_SIZE);
      const found = await parts.fileFeeds.errors(session.storeKey, id, from, limit + 1);
      const shown = found.slice(0, limit);
      const page = {
        errors: readable(shown),
        cursor: String(from + shown.length),
        hasMore: found.length > limit,
      };
      return presentRead(JSON.stringify(page));
    },
  });

/** Returns the routes of file feeds: the upload, the list, the progress and the errors. */
export const feedRoutes = (parts: FeedRouteParts): ApiRoute[] => [
  ...FEED_KINDS.map((kind) => upload(parts, kind)),
  listFeeds(parts),
  getFeed(parts),
  getFeedErrors(parts),
];
