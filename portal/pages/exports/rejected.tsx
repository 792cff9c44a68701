import type { RunDetail } from "../../api/types.ts";
import { usePortal } from "../../ui/context.ts";
import { ShowRows, usePagedRows } from "../../ui/rows.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Reason } from "./reason.tsx";

const COLUMNS: readonly Column<RunDetail["rejected"][number]>[] = [
  {
    name: "Record",
    cell: ({ itemId, customerId, wishlistId, id }) => <code>{itemId ?? wishlistId ?? customerId ?? id}</code>,
  },
  { name: "Reason", cell: (record) => <Reason of={record} /> },
];

/** The records that a platform rejected in a run, with the reasons. */
export function Rejected({ path }: { path: string }) {
  const { api } = usePortal();
  const records = usePagedRows(
    async (cursor) => {
      const page = await api.get<RunDetail>(path, { rejectedFrom: cursor });
      return { rows: page.rejected, cursor: page.nextRejected?.toString() };
    },
    [path],
  );
  return (
    <ShowRows of={records}>
      {(rows) => (
        <Table label="Rejected records" rows={rows} keyOf={({ id }, i) => `${i} ${id}`} columns={COLUMNS} />
      )}
    </ShowRows>
  );
}
