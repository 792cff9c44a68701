import Type from "typebox";
import { RowErrorDoc } from "../../../ingest/rows.ts";
import {
  CURSOR,
  cursorParameter,
  nextCursor,
  oneOf,
  paging,
  Timestamp,
} from "../../../ingest/schemas/common.ts";
import { FEED_KINDS, FEED_STATUSES } from "../../../store/feeds/feed-record.ts";

const { properties: rowError } = RowErrorDoc;

const FeedError = Type.Object(
  {
    line: Type.Integer({ description: "Number of the line in which the row starts. The first line is 1." }),
    ...rowError,
  },
  { title: "FeedError" },
);

export const FeedResponse = Type.Object(
  {
    id: Type.String(),
    kind: oneOf(FEED_KINDS),
    status: oneOf(FEED_STATUSES, {
      description:
        "`incomplete` means that the upload was interrupted, or that the service could not apply all rows: `counts` has the applied rows, and the file can be sent again.",
    }),
    progress: Type.Unsafe<number | null>({
      type: ["number", "null"],
      description: "Applied share of the file, from 0 to 1. Null while the size of the file is unknown.",
    }),
    counts: Type.Object({
      read: Type.Integer({ description: "Rows that were received." }),
      applied: Type.Unsafe<Record<string, number>>({
        type: "object",
        additionalProperties: { type: "integer" },
        description: "Number of rows by result. The results are the statuses of single rows.",
      }),
      rejected: Type.Integer(),
    }),
    errors: Type.Array(FeedError, { description: "The first errors." }),
    createdTime: Timestamp,
    finishedTime: Type.Optional(Timestamp),
  },
  { title: "Feed" },
);

export const FeedsQuery = Type.Object({
  kind: Type.Optional(oneOf(FEED_KINDS, { description: "Only feeds of this kind." })),
  status: Type.Optional(oneOf(FEED_STATUSES, { description: "Only feeds with this status." })),
  pageSize: paging.pageSize,
  cursor: Type.Optional(
    Type.String({
      maxLength: 200,
      description: "The `cursor` of the previous page. Without it, the page has the newest feeds.",
    }),
  ),
});

const { errors: _, ...listedFeed } = FeedResponse.properties;

export const FeedsResponse = Type.Object(
  {
    feeds: Type.Array(Type.Object(listedFeed, { title: "ListedFeed" })),
    cursor: nextCursor("A page before the last one can be short or empty."),
  },
  { title: "Feeds" },
);

export const FeedErrorsResponse = Type.Object(
  {
    errors: Type.Array(FeedError, {
      description: "The errors, in the order in which the rows were applied.",
    }),
    cursor: Type.String({ description: "Cursor of the next page." }),
    hasMore: Type.Boolean(),
  },
  { title: "FeedErrors" },
);

export const FeedErrorsQuery = Type.Object({
  ...cursorParameter({
    pattern: "^[0-9]{0,9}$",
    "x-must": "be a cursor returned by this endpoint",
    description: CURSOR,
  }),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      default: 100,
      description: "Maximum number of errors in the page; a value above 1,000 counts as 1,000.",
    }),
  ),
});
