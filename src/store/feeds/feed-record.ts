export const FEED_KINDS = ["orders", "products", "stock-levels", "customers"] as const;

/** What the rows of a feed are. */
export type FeedKind = (typeof FEED_KINDS)[number];

export const FEED_STATUSES = ["receiving", "applying", "finished", "incomplete"] as const;

/** A file of rows that was sent. */
export interface FileFeed {
  id: string;
  kind: FeedKind;
  /**
   * `receiving` while the file arrives, `applying` until all received rows are applied, then `finished`, or
   * `incomplete` if a part of the file is missing.
   */
  status: (typeof FEED_STATUSES)[number];
  size: number | undefined;
  /** Bytes and rows that have come. */
  bytes: number;
  rows: number;
  /** Rows by result. */
  counts: Record<string, number>;
  createdTime: string;
  finishedTime: string | undefined;
}

/** What the names of counts of rows begin with. */
export const COUNT = "count:";

/** A number of a stored feed. */
export const numberIn = (fields: Record<string, string>, name: string) => Number(fields[name] ?? 0);

/** What the rows of a feed are; undefined where there is no feed. */
export const kindOf = (fields: Record<string, string>): FeedKind | undefined =>
  FEED_KINDS.find((kind) => kind === fields["kind"]);

function statusOf(fields: Record<string, string>): FileFeed["status"] {
  const { end, finishedTime } = fields;
  if (finishedTime !== undefined) return end === "received" ? "finished" : "incomplete";
  return end === undefined ? "receiving" : "applying";
}

/** A feed as it is stored; undefined where there is none. */
export function feedOf(id: string, fields: Record<string, string>): FileFeed | undefined {
  const { size, createdTime = "", finishedTime } = fields;
  const kind = kindOf(fields);
  if (kind === undefined) return undefined;
  const counts = Object.entries(fields).filter(([name]) => name.startsWith(COUNT));
  return {
    id,
    kind,
    status: statusOf(fields),
    size: size === undefined ? undefined : Number(size),
    bytes: numberIn(fields, "bytes"),
    rows: numberIn(fields, "rows"),
    counts: Object.fromEntries(counts.map(([name, count]) => [name.slice(COUNT.length), Number(count)])),
    createdTime,
    finishedTime,
  };
}
