import type { Wave } from "../../api/types.ts";
import { titleOf } from "../../requests/reports.ts";
import { catalogueAddress } from "../../ui/addresses.ts";
import { usePortal } from "../../ui/context.ts";
import { useData } from "../../ui/data.ts";
import { formatNumber } from "../../ui/format.ts";
import { Badge, Card, Empty, Progress, Show, When } from "../../ui/parts.tsx";
import { Table } from "../../ui/table.tsx";
import { alertKind } from "../../words/kinds.ts";

/**
 * Shows how many customers a wave has alerted. The total is an estimate: some of the remaining wishes need no alert.
 */
function Alerted({ alerted, left }: Wave) {
  const all = alerted + left;
  return (
    <>
      <span class="when">
        {formatNumber(alerted)} of about {formatNumber(all)}
      </span>
      <Progress value={alerted / Math.max(1, all)} label="Alerted" />
    </>
  );
}

/** The waves of alerts that continue later, because the stock is not enough for everybody who waits. */
export function Waves() {
  const { api } = usePortal();
  const waves = useData(() => api.get<{ waves: Wave[] }>("/alerts/waves"), []);
  return (
    <Card
      title="Active waves"
      actions={
        <button type="button" onClick={waves.reload}>
          Refresh
        </button>
      }
    >
      <Show of={waves}>
        {({ waves: rows }) => (
          <Table
            label="Active waves of alerts"
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              {
                name: "Variant",
                cell: (wave) => (
                  <a href={catalogueAddress(wave.variantRef, wave.productRef)}>{titleOf(wave)}</a>
                ),
              },
              { name: "Kind", cell: ({ alert }) => <Badge tone="calm">{alertKind(alert)}</Badge> },
              { name: "Since", cell: ({ since }) => <When at={since} /> },
              { name: "Alerted", cell: (wave) => <Alerted {...wave} /> },
              { name: "Next wave", cell: ({ nextTime }) => <When at={nextTime} /> },
              { name: "Expected end", cell: ({ expectedEndTime }) => <When at={expectedEndTime} /> },
            ]}
            empty={
              <Empty title="No active waves">
                If more customers wait than there is stock for, they are alerted in groups, one after another.
              </Empty>
            }
          />
        )}
      </Show>
    </Card>
  );
}
