import type { Customer, WaitingWish } from "../api/types.ts";
import { usePortal } from "../ui/context.ts";
import { formatDate, formatNumber } from "../ui/format.ts";
import { Badge, Empty } from "../ui/parts.tsx";
import { ShowRows, usePagedRows } from "../ui/rows.tsx";
import { Table } from "../ui/table.tsx";
import { nameOf } from "./customers.tsx";

interface Waiter extends WaitingWish {
  name: string;
}

const alertOf = ({ notifyMe, prerelease, disableNotification }: WaitingWish) => {
  if (disableNotification) return <Badge>wants none</Badge>;
  if (prerelease) return <Badge tone="warn">at the release</Badge>;
  return notifyMe ? <Badge tone="good">back in stock</Badge> : <Badge>not asked for</Badge>;
};

/** Who waits for a variant, in the order in which they are alerted. */
export function Waiting({ variantRef }: { variantRef: string }) {
  const { api } = usePortal();
  const waiting = usePagedRows<Waiter>(
    async (cursor) => {
      const path = `/variants/${encodeURIComponent(variantRef)}/waiting`;
      const page = await api.get<{ waiting: WaitingWish[]; cursor?: string }>(path, { pageSize: 10, cursor });
      const rows = page.waiting.map(async (wish) => {
        const customer = await api.get<Customer>(`/customers/${encodeURIComponent(wish.customerId)}`);
        return { ...wish, name: nameOf(customer) };
      });
      return { rows: await Promise.all(rows), cursor: page.cursor };
    },
    [variantRef],
  );
  return (
    <ShowRows of={waiting}>
      {(rows) =>
        rows.length === 0 ? (
          <Empty title="Nobody waits for this variant" />
        ) : (
          <Table
            label={`Who waits for ${variantRef}`}
            rows={rows}
            keyOf={({ itemId }) => itemId}
            columns={[
              {
                name: "Customer",
                cell: ({ customerId, name }) => (
                  <a href={`/portal/customers/${encodeURIComponent(customerId)}`}>{name}</a>
                ),
              },
              { name: "Since", cell: ({ since }) => formatDate(since) },
              { name: "Units", isNumber: true, cell: ({ quantity }) => formatNumber(quantity) },
              { name: "Alert", cell: alertOf },
            ]}
          />
        )
      }
    </ShowRows>
  );
}
