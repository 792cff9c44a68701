import { lastDays } from "../../requests/days.ts";
import { titleOf, UNMET_DAYS, UNMET_REPORT, unmetDemandOf } from "../../requests/reports.ts";
import { catalogueAddress } from "../../ui/addresses.ts";
import { usePortal } from "../../ui/context.ts";
import { useData } from "../../ui/data.ts";
import { formatMoney, formatNumber } from "../../ui/format.ts";
import { Card, Empty, Show } from "../../ui/parts.tsx";
import { Table } from "../../ui/table.tsx";

/** The sold-out variants with the most wishes. */
export function SoldOut({ title, count }: { title: string; count: number }) {
  const { api } = usePortal();
  const unmet = useData(() => unmetDemandOf(api, lastDays(UNMET_DAYS), count), []);
  return (
    <Card title={title} actions={<a href={UNMET_REPORT}>Report</a>}>
      <Show of={unmet}>
        {({ rows }) => (
          <Table
            label="Sold-out variants that customers wait for"
            rows={rows}
            keyOf={(row, i) => row.variantRef ?? i.toString()}
            columns={[
              {
                name: "Variant",
                cell: (row) =>
                  row.variantRef === undefined ? (
                    titleOf(row)
                  ) : (
                    <a href={catalogueAddress(row.variantRef, row.productRef)}>{titleOf(row)}</a>
                  ),
              },
              { name: "Reference", cell: ({ variantRef }) => variantRef ?? "–" },
              { name: "Wishes", isNumber: true, cell: ({ units }) => formatNumber(units) },
              {
                name: "Value",
                isNumber: true,
                cell: ({ amount, currency }) => formatMoney(amount, currency),
              },
            ]}
            empty={
              <Empty title="Nobody is waiting">
                No wish of the last {UNMET_DAYS} days is for a sold-out variant.
              </Empty>
            }
          />
        )}
      </Show>
    </Card>
  );
}
