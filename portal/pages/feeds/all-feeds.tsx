import { useMemo, useState } from "preact/hooks";
import { inWords } from "../../api/code-words.ts";
import { filledPage } from "../../api/filled-page.ts";
import type { ListedFeed } from "../../api/types.ts";
import { usePortal } from "../../ui/context.ts";
import { usePolling } from "../../ui/data.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { type Filter, Filters, useFilters } from "../../ui/filters.tsx";
import { formatNumber, formatTime } from "../../ui/format.ts";
import { Card, Empty, labelFor, When } from "../../ui/parts.tsx";
import { ShowRows, usePagedRows } from "../../ui/rows.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { FEED_KINDS, FeedBadge, FeedResult, isRunning, titleOfFeed } from "./feed-state.tsx";

const PAGE_SIZE = 10;
const KIND: Filter = {
  name: "kind",
  label: "Kind",
  initial: "",
  options: [["", "Any"], ...FEED_KINDS.map(([kind, title]) => [kind, title] as const)],
};
const STATUS: Filter = {
  name: "status",
  label: "State",
  initial: "",
  options: [
    ["", "Any"],
    ["applying", "Being applied"],
    ["finished", "Finished"],
    ["incomplete", "Incomplete"],
  ],
};
const FILTERS = [KIND, STATUS];

const appliedOf = ({ counts: { applied } }: ListedFeed) =>
  Object.values(applied).reduce((all, count) => all + count, 0);

function Found({ feeds, onShow }: { feeds: readonly ListedFeed[]; onShow: (feed: ListedFeed) => void }) {
  const columns = useMemo(
    (): readonly Column<ListedFeed>[] => [
      { name: "When", cell: ({ createdTime }) => <When at={createdTime} /> },
      { name: "Kind", cell: ({ kind }) => inWords(kind) },
      { name: "Rows", isNumber: true, cell: ({ counts }) => formatNumber(counts.read) },
      { name: "Applied", isNumber: true, cell: (feed) => formatNumber(appliedOf(feed)) },
      { name: "Rejected", isNumber: true, cell: ({ counts }) => formatNumber(counts.rejected) },
      { name: "State", cell: (feed) => <FeedBadge of={feed} /> },
      {
        name: "Details",
        cell: (feed) => (
          <button
            type="button"
            aria-label={labelFor("Details", `${inWords(feed.kind)}, ${formatTime(feed.createdTime)}`)}
            onClick={() => onShow(feed)}
          >
            Details
          </button>
        ),
      },
    ],
    [onShow],
  );
  return (
    <Table label="Files of the store, newest first" rows={feeds} keyOf={({ id }) => id} columns={columns} />
  );
}

/** All files of the store, including those that programs sent. The list is loaded again when `sent` changes. */
export function AllFeeds({ sent }: { sent: string | undefined }) {
  const { api } = usePortal();
  const { kind, status } = useFilters(FILTERS);
  const [shown, setShown] = useState<ListedFeed>();
  const feeds = usePagedRows(
    (cursor) => filledPage<ListedFeed>(api, "/feeds", "feeds", { kind, status, pageSize: PAGE_SIZE, cursor }),
    [kind, status, sent],
  );
  // Not if further rows are shown: they would disappear.
  usePolling(feeds.first, feeds.added.length === 0 && (feeds.first.data?.rows.some(isRunning) ?? false));
  return (
    <Card
      title="Files of the last 30 days"
      actions={
        <button type="button" onClick={feeds.first.reload}>
          Refresh
        </button>
      }
    >
      <div class="stack">
        <Filters of={FILTERS} />
        <ShowRows
          of={feeds}
          more="Show older files"
          none={
            <Empty title={kind === "" && status === "" ? "No files yet" : "No matching files"}>
              Files that you send above and files that programs send are listed here.
            </Empty>
          }
        >
          {(rows) => <Found feeds={rows} onShow={setShown} />}
        </ShowRows>
      </div>
      {shown && (
        <Dialog title={titleOfFeed(shown)} onClose={() => setShown(undefined)}>
          <FeedResult of={shown} />
        </Dialog>
      )}
    </Card>
  );
}
