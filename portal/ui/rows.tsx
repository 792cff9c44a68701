import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Page } from "../api/api.ts";
import { newestFirst } from "../api/newest.ts";
import { useAction, useData } from "./data.ts";
import { ActionButton, Empty, Show } from "./parts.tsx";

/** Rows that are loaded page by page: the first when the page opens, the others when somebody wants them. */
export function usePagedRows<R>(load: (cursor?: string) => Promise<Page<R>>, dependencies: unknown[]) {
  const first = useData(() => load(), dependencies);
  // With the first page that the rows continue: those of an earlier search are not added to the rows of another.
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

/** A button for more rows. After the last ones, words stand there, which the focus goes to. */
function More({
  isMore,
  hasGrown,
  isBusy = false,
  onClick,
  children,
}: {
  isMore: boolean;
  hasGrown: boolean;
  isBusy?: boolean;
  onClick: () => void;
  children: ComponentChildren;
}) {
  if (!isMore && !hasGrown) return null;
  return (
    <div class="more" tabIndex={-1}>
      {isMore ? (
        <ActionButton isBusy={isBusy} onClick={onClick}>
          {children}
        </ActionButton>
      ) : (
        <p class="muted">All are shown.</p>
      )}
    </div>
  );
}

/**
 * Shows the rows that are there so far, with a button for more. `none` stands where there are none, if it is given: a list
 * with filters may have looked through some records in vain before it comes to those that it shows.
 */
export function ShowRows<R>({
  of: { first, added, isMore, loadMore, isBusy },
  more = "Show more",
  none,
  children,
}: {
  of: ReturnType<typeof usePagedRows<R>>;
  more?: string;
  none?: ComponentChildren;
  children: (rows: readonly R[]) => ComponentChildren;
}) {
  const shown = (rows: readonly R[]) => {
    if (rows.length > 0 || none === undefined) return children(rows);
    return isMore ? <Empty title="None yet">There is more to look through.</Empty> : none;
  };
  return (
    <Show of={first}>
      {({ rows }) => (
        <>
          {shown([...rows, ...added])}
          <More isMore={isMore} hasGrown={added.length > 0} isBusy={isBusy} onClick={loadMore}>
            {more}
          </More>
        </>
      )}
    </Show>
  );
}

/**
 * The newest rows of a list that the API gives from the oldest on, with a button for older ones. `load` gives the rows
 * after the one with an id.
 */
export function NewestRows<R extends { id: string }>({
  load,
  of: dependencies,
  ...shown
}: {
  load: (after: string | undefined) => Promise<readonly R[]>;
  /** What `load` depends on. */
  of: unknown[];
} & Omit<FirstRowsProps<R>, "rows">) {
  const newest = useData(() => newestFirst(load), dependencies);
  return <Show of={newest}>{(rows) => <FirstRows rows={rows} {...shown} />}</Show>;
}

interface FirstRowsProps<R> {
  rows: readonly R[];
  size: number;
  more: string;
  children: (rows: readonly R[]) => ComponentChildren;
}

/** Shows the first of rows that are all there, with a button for as many more. */
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
