import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useAction, useData } from "./data.ts";
import { ActionButton, Show } from "./parts.tsx";

/** Rows of a list with what the next ones continue from; nothing after the last. */
export interface Rows<R> {
  rows: readonly R[];
  cursor?: string | undefined;
}

/** Rows that are asked for page by page: the first when the page opens, the others when somebody wants them. */
export function usePagedRows<R>(load: (cursor?: string) => Promise<Rows<R>>, dependencies: unknown[]) {
  const [more, setMore] = useState<Rows<R>>();
  const first = useData(async () => {
    setMore(undefined);
    return load();
  }, dependencies);
  const cursor = more ? more.cursor : first.data?.cursor;
  const [loadMore, isLoading] = useAction(async () => {
    const next = await load(cursor);
    setMore({ ...next, rows: [...(more?.rows ?? []), ...next.rows] });
    return undefined;
  });
  return { first, added: more?.rows ?? [], isMore: cursor !== undefined, loadMore, isLoading };
}

/** Shows the rows that are there so far, with a button for more. */
export function ShowRows<R>({
  of: { first, added, isMore, loadMore, isLoading },
  more = "Show more",
  children,
}: {
  of: ReturnType<typeof usePagedRows<R>>;
  more?: string;
  children: (rows: readonly R[]) => ComponentChildren;
}) {
  return (
    <Show of={first}>
      {({ rows }) => (
        <>
          {children([...rows, ...added])}
          {isMore && (
            <div class="more">
              <ActionButton isBusy={isLoading} onClick={loadMore}>
                {more}
              </ActionButton>
            </div>
          )}
        </>
      )}
    </Show>
  );
}

/** Shows the first of rows that are all there, with a button for as many more. */
export function FirstRows<R>({
  rows,
  size,
  more,
  children,
}: {
  rows: readonly R[];
  size: number;
  more: string;
  children: (rows: readonly R[]) => ComponentChildren;
}) {
  const [count, setCount] = useState(size);
  return (
    <>
      {children(rows.slice(0, count))}
      {rows.length > count && (
        <div class="more">
          <button type="button" onClick={() => setCount(count + size)}>
            {more}
          </button>
        </div>
      )}
    </>
  );
}
