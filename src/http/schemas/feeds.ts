import Type from "typebox";
import { FEED_KINDS } from "../../store/feeds/file-feeds.ts";
import { RowErrorDoc } from "../../ingest/rows.ts";
import { Timestamp } from "../../ingest/schemas/common.ts";

const { properties: rowError } = RowErrorDoc;

const FeedError = Type.Object(
  {
    line: Type.Integer({ description: "Line of the file that the row begins in, counted from 1." }),
    ...rowError,
  },
  { title: "FeedError" },
);

export const FeedResponse = Type.Object(
  {
    id: Type.String(),
    kind: Type.Unsafe<string>({ type: "string", enum: [...FEED_KINDS] }),
    status: Type.Unsafe<string>({
      type: "string",
      enum: ["receiving", "applying", "finished", "incomplete"],
      description: "Incomplete when the file was cut off: what had come by then is applied, and no more.",
    }),
    progress: Type.Unsafe<number | null>({
      type: ["number", "null"],
      description: "Share of the file that is applied, from 0 to 1; null while its size is not known.",
    }),
    counts: Type.Object({
      read: Type.Integer({ description: "Rows that have come." }),
      applied: Type.Unsafe<Record<string, number>>({
        type: "object",
        additionalProperties: { type: "integer" },
        description: "Rows by what became of them, with the words of the answers to single rows.",
      }),
      rejected: Type.Integer(),
    }),
    errors: Type.Array(FeedError, { description: "The first of them." }),
    createdTime: Timestamp,
    finishedTime: Type.Optional(Timestamp),
  },
  { title: "Feed" },
);

export const FeedErrorsResponse = Type.Object(
  {
    errors: Type.Array(FeedError, { description: "In the order in which the rows were applied." }),
    cursor: Type.String({ description: "What to send as `after` for those that follow." }),
    hasMore: Type.Boolean(),
  },
  { title: "FeedErrors" },
);

export const FeedErrorsQuery = Type.Object({
  after: Type.Optional(
    Type.String({
      pattern: "^[0-9]{1,9}$",
      description: "Cursor of the page before; from the first when absent.",
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      default: 100,
      description: "Errors of the page; above 1,000 counts as 1,000.",
    }),
  ),
});
