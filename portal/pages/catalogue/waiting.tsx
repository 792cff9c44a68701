import { useMemo } from "preact/hooks";
import type { WaitingWish } from "../../api/types.ts";
import { usePortal } from "../../ui/context.ts";
import { formatNumber } from "../../ui/format.ts";
import { Name, useNames } from "../../ui/names.tsx";
import { Badge, Empty, Since } from "../../ui/parts.tsx";
import { ShowRows, usePagedRows } from "../../ui/rows.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { namesOfCustomers } from "../customers/customers.tsx";

const alertOf = ({ notifyMe, prerelease, disableNotification }: WaitingWish) => {
  if (disableNotification) return <Badge>alerts off</Badge>;
  if (prerelease) return <Badge tone="warn">at the release</Badge>;
  return notifyMe ? <Badge tone="good">back in stock</Badge> : <Badge>not requested</Badge>;
};

/** The waiting list of a variant, in the order in which customers are alerted. */
export function Waiting({ productRef, variantRef }: { productRef: string; variantRef: string }) {
  const { api } = usePortal();
  const names = useNames(namesOfCustomers);
  const waiting = usePagedRows(
    (cursor) =>
      api.page<WaitingWish>(`/variants/${encodeURIComponent(variantRef)}/waiting`, "waiting", {
        productRef,
        pageSize: 10,
        cursor,
      }),
    [productRef, variantRef],
  );
  const columns = useMemo(
    (): readonly Column<WaitingWish>[] => [
      {
        name: "Customer",
        cell: ({ customerId }) => (
          <a href={`/portal/customers/${encodeURIComponent(customerId)}`}>
            <Name names={names} id={customerId} otherwise={customerId} />
          </a>
        ),
      },
      { name: "Since", cell: ({ since }) => <Since day={since} /> },
      { name: "Units", isNumber: true, cell: ({ quantity }) => formatNumber(quantity) },
      { name: "Alert", cell: alertOf },
    ],
    [names],
  );
  return (
    <ShowRows of={waiting} list={variantRef}>
      {(rows) => (
        <Table
          label={`Waiting list of ${variantRef}`}
          rows={rows}
          keyOf={({ itemId }) => itemId}
          columns={columns}
          empty={<Empty title="Nobody is waiting for this variant" />}
        />
      )}
    </ShowRows>
  );
}
