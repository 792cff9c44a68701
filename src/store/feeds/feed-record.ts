export const FEED_KINDS = ["orders", "products", "stock-levels", "customers"] as const;

/** The kind of a feed's rows. */
export type FeedKind = (typeof FEED_KINDS)[number];

export const FEED_STATUSES = ["receiving", "applying", "finished", "incomplete"] as const;

/** A file of rows that a retailer has sent. */
export interface FileFeed {
  id: string;
  kind: FeedKind;
  /**
   * `receiving` while the file arrives, `applying` until all received rows are applied, then `finished`, or
   * `incomplete` if a part of the file is missing, or if its job was given up.
   */
  status: (typeof FEED_STATUSES)[number];
  size: number | undefined;
  /** Number of bytes and rows that have arrived. */
  bytes: number;
  rows: number;
  /** Number of rows by result. */
  counts: Record<string, number>;
  createdTime: string;
  finishedTime: string | undefined;
}

/** Prefix of the names of counts of rows. */
export const COUNT = "count:";

/** Returns a number of a stored feed. */
export const numberIn = (fields: Record<string, string>, name: string) => Number(fields[name] ?? 0);

/** Returns the kind of a feed's rows; undefined if there is no feed. */
export const kindOf = (fields: Record<string, string>): FeedKind | undefined =>
  FEED_KINDS.find((kind) => kind === fields["kind"]);

function statusOf(fields: Record<string, string>): FileFeed["status"] {
  const { end, finishedTime } = fields;
  if (finishedTime !== undefined) return end === "received" ? "finished" : "incomplete";
  if (fields["givenUpTime"] !== undefined) return "incomplete";
  return end === undefined ? "receiving" : "applying";
}

/** Reads a stored feed; undefined if there is none. */
export function feedOf(id: string, fields: Record<string, string>): FileFeed | undefined {
  const { size, createdTime = "", givenUpTime, finishedTime = givenUpTime } = fields;
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
