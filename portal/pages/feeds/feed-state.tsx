import type { Scope } from "../../../src/http/scopes.ts";
import { inWords } from "../../api/code-words.ts";
import type { FeedErrors, ListedFeed } from "../../api/types.ts";
import { usePortal } from "../../ui/context.ts";
import { formatNumber, formatTime } from "../../ui/format.ts";
import { Badge, Card, Progress, type Tone } from "../../ui/parts.tsx";
import { ShowRows, usePagedRows } from "../../ui/rows.tsx";
import { type Column, Table } from "../../ui/table.tsx";

/** Kinds of files, with their titles and the scopes that are needed to send them. */
export const FEED_KINDS = [
  ["products", "Products", "catalogue:write"],
  ["stock-levels", "Stock levels", "catalogue:write"],
  ["customers", "Customers", "customers:write"],
  ["orders", "Orders", "orders:write"],
] as const satisfies readonly (readonly [kind: string, title: string, Scope])[];
/** Number of errors on a page. */
const PAGE_SIZE = 50;
const TONES: Record<string, Tone> = { finished: "good", incomplete: "bad" };

/** Whether a file is still being received or applied. */
export const isRunning = ({ status }: Pick<ListedFeed, "status">) =>
  status === "receiving" || status === "applying";

const ERROR_COLUMNS: readonly Column<FeedErrors["errors"][number]>[] = [
  { name: "Line", isNumber: true, cell: ({ line }) => formatNumber(line) },
  { name: "Error", cell: ({ detail }) => detail.replaceAll(/(^|; )\//g, "$1") },
  {
    name: "Field",
    cell: ({ errors: fields = [] }) => <code>{fields.map(({ path }) => path.slice(1)).join(" ")}</code>,
  },
];

/** The rejected rows of a file, by line. */
function Errors({ id }: { id: string }) {
  const { api } = usePortal();
  const errors = usePagedRows(
    async (cursor) => {
      const page = await api.get<FeedErrors>(`/feeds/${id}/errors`, { cursor, limit: PAGE_SIZE });
      return { rows: page.errors, cursor: page.hasMore ? page.cursor : undefined };
    },
    [id],
  );
  return (
    <ShowRows of={errors}>
      {(rows) => (
        <Table
          label="Rejected rows"
          rows={rows}
          keyOf={({ line }, i) => `${line} ${i}`}
          columns={ERROR_COLUMNS}
        />
      )}
    </ShowRows>
  );
}

/** The result of a file: its counts and the rejected rows. */
export function FeedResult({ of: { id, status, progress, counts } }: { of: ListedFeed }) {
  const isActive = isRunning({ status });
  return (
    <div class="stack">
      {isActive && <Progress value={progress ?? 0} label="Applied" />}
      <p>
        {formatNumber(counts.read)} rows read,{" "}
        {Object.entries(counts.applied)
          .map(([word, count]) => `${formatNumber(count)} ${word}`)
          .join(", ") || "none applied"}
        , {formatNumber(counts.rejected)} rejected.
      </p>
      {status === "incomplete" && (
        <p class="warn-text">
          The file is incomplete. Not all of its rows are applied. Send the whole file again: rows that are
          already applied are not applied twice.
        </p>
      )}
      <p class="hint">
        Feed <code>{id}</code>
      </p>
      {counts.rejected > 0 && !isActive && <Errors id={id} />}
    </div>
  );
}

/** Shows the state of a file. */
export const FeedBadge = ({ of: { status } }: { of: ListedFeed }) => (
  <Badge tone={TONES[status] ?? "warn"}>{status}</Badge>
);

/** Returns the title of a file: its kind and when it was sent. */
export const titleOfFeed = ({ kind, createdTime }: ListedFeed) =>
  `${inWords(kind)}, ${formatTime(createdTime)}`;

/** A file and its result. */
export const FeedState = ({ of: feed }: { of: ListedFeed }) => (
  <Card title={titleOfFeed(feed)} actions={<FeedBadge of={feed} />}>
    <FeedResult of={feed} />
  </Card>
);
