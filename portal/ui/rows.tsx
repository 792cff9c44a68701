import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Page } from "../api/api.ts";
import { useAction, useData } from "./data.ts";
import { ActionButton, Empty, labelFor, Show } from "./parts.tsx";

/** Loads rows page by page: the first page when the portal page opens, the others on request. */
export function usePagedRows<R>(load: (cursor?: string) => Promise<Page<R>>, dependencies: unknown[]) {
  const first = useData(() => load(), dependencies);
  // Has the first page that the rows continue, so that rows of an earlier search are not added to another one.
  const [more, setMore] = useState<Page<R> & { after: Page<R> | undefined }>();
  const next = more?.after === first.data ? more : undefined;
  const added = next?.rows ?? [];
  const cursor = (next ?? first.data)?.cursor;
  const [loadMore, isLoading] = useAction(async () => {
    const page = await load(cursor);
    setMore({ ...page, rows: [...added, ...page.rows], after: first.data });
    return undefined;
  });
  const isBusy = isLoading || first.state === "loading";
  return { first, added, isMore: cursor !== undefined, loadMore, isBusy };
}

/** A button for more rows. After the last page, a text replaces it, which then gets the focus. */
function More({
  isMore,
  hasGrown,
  isBusy = false,
  label,
  onClick,
  children,
}: {
  isMore: boolean;
  hasGrown: boolean;
  isBusy?: boolean;
  label?: string | undefined;
  onClick: () => void;
  children: ComponentChildren;
}) {
  if (!isMore && !hasGrown) return null;
  return (
    <div class="more" tabIndex={-1}>
      {isMore ? (
        <ActionButton isBusy={isBusy} label={label} onClick={onClick}>
          {children}
        </ActionButton>
      ) : (
        <p class="muted">All rows are shown.</p>
      )}
    </div>
  );
}

/**
 * Shows the loaded rows, with a button for more. If there are no rows, shows `none` if it is given. A list with filters
 * may have no rows yet although later pages have some.
 */
export function ShowRows<R>({
  of: { first, added, isMore, loadMore, isBusy },
  more = "Show more",
  list,
  none,
  children,
}: {
  of: ReturnType<typeof usePagedRows<R>>;
  more?: string;
  /** Name of the list, if the page can have several lists with the same button. */
  list?: string;
  none?: ComponentChildren;
  children: (rows: readonly R[]) => ComponentChildren;
}) {
  const shown = (rows: readonly R[]) => {
    if (rows.length > 0 || none === undefined) return children(rows);
    return isMore ? <Empty title="None found yet">More records can be searched.</Empty> : none;
  };
  return (
    <Show of={first}>
      {({ rows }) => (
        <>
          {shown([...rows, ...added])}
          <More
            isMore={isMore}
            hasGrown={added.length > 0}
            isBusy={isBusy}
            label={list === undefined ? undefined : labelFor(more, list)}
            onClick={loadMore}
          >
            {more}
          </More>
        </>
      )}
    </Show>
  );
}

interface FirstRowsProps<R> {
  rows: readonly R[];
  size: number;
  more: string;
  children: (rows: readonly R[]) => ComponentChildren;
}

/** Shows the first of the loaded rows, with a button for the same number of further rows. */
export function FirstRows<R>({ rows, size, more, children }: FirstRowsProps<R>) {
  const [count, setCount] = useState(size);
  return (
    <>
      {children(rows.slice(0, count))}
      <More isMore={rows.length > count} hasGrown={count > size} onClick={() => setCount(count + size)}>
        {more}
      </More>
    </>
  );
}
