import { useState } from "preact/hooks";
import type { Period } from "../../requests/days.ts";
import { bestSellersOf, type revenueOf, titleOf } from "../../requests/reports.ts";
import { Bars } from "../../ui/chart.tsx";
import { usePortal } from "../../ui/context.ts";
import { useData } from "../../ui/data.ts";
import { Select } from "../../ui/form.tsx";
import { formatMoney } from "../../ui/format.ts";
import { Card, Empty, Facts, Show } from "../../ui/parts.tsx";
import { MAX_BARS } from "./report-views.ts";

/** The variants with the highest revenue in a currency. */
function BestSellers({ title, period, currency }: { title: string; period: Period; currency: string }) {
  const { api } = usePortal();
  const found = useData(
    async () => ({ currency, rows: (await bestSellersOf(api, period, currency, MAX_BARS)).rows }),
    [period, currency],
  );
  return (
    <Show of={found}>
      {({ currency: shown, rows }) => (
        <Bars
          label={`${title}: revenue in ${shown}`}
          rows={rows.map((row) => ({
            name: titleOf(row),
            value: Number(row.revenue ?? 0),
            shown: formatMoney(row.revenue, shown),
          }))}
        />
      )}
    </Show>
  );
}

/** The best sellers in one currency, which can be chosen: amounts in different currencies cannot be compared. */
export function RevenueCard({
  title,
  revenue,
  period,
}: {
  title: string;
  /** Revenue by currency. */
  revenue: ReturnType<typeof revenueOf>;
  period: Period;
}) {
  const [chosen, choose] = useState("");
  const [currency] = revenue.find(([each]) => each === chosen) ?? revenue[0] ?? [];
  if (currency === undefined)
    return (
      <Card title={title}>
        <Empty title="No revenue in this period">
          Choose a longer period. Revenue comes from <a href="/portal/orders">orders</a> of wished variants.
        </Empty>
      </Card>
    );
  return (
    <Card title={`${title}: revenue in ${currency}`}>
      {revenue.length > 1 && (
        <>
          <Facts facts={revenue.map(([each, amount]) => [each, formatMoney(amount, each)])} />
          <Select
            label="Currency"
            name="currency"
            value={currency}
            options={revenue.map(([each]) => [each, each] as const)}
            onChange={choose}
          />
        </>
      )}
      <BestSellers title={title} period={period} currency={currency} />
    </Card>
  );
}
