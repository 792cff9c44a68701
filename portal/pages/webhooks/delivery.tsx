import type { DeliveryDetail } from "../../api/types.ts";
import { Code } from "../../ui/code.tsx";
import { usePortal } from "../../ui/context.ts";
import { useData } from "../../ui/data.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { formatNumber, formatTime } from "../../ui/format.ts";
import { Badge, Show, type Tone } from "../../ui/parts.tsx";
import { Table } from "../../ui/table.tsx";

const TONES: Record<string, Tone> = { delivered: "good", failed: "warn", "given up": "bad" };

/** Shows the outcome of an attempt. */
export const Outcome = ({ of }: { of: { outcome: string; status?: number; error?: string } }) => (
  <span class={of.status === undefined ? "" : "when"}>
    <Badge tone={TONES[of.outcome] ?? "calm"}>{of.outcome}</Badge> {of.status ?? of.error}
  </span>
);

/** The delivery of one event to an endpoint: its attempts, and the body. */
export function DeliveryDialog({
  path,
  eventId,
  onClose,
}: {
  path: string;
  eventId: string;
  onClose: () => void;
}) {
  const { api } = usePortal();
  const detail = useData(
    () => api.get<DeliveryDetail>(`${path}/deliveries/${encodeURIComponent(eventId)}`),
    [eventId],
  );
  return (
    <Dialog title="Delivery" onClose={onClose}>
      <Show of={detail}>
        {({ attempts, event }) => (
          <div class="stack">
            <Table
              label="Attempts"
              rows={attempts}
              keyOf={({ time }) => time}
              columns={[
                { name: "Attempt", cell: ({ attempt }) => formatNumber(attempt) },
                { name: "When", cell: ({ time }) => formatTime(time) },
                { name: "Outcome", cell: (attempt) => <Outcome of={attempt} /> },
                {
                  name: "Duration",
                  isNumber: true,
                  cell: ({ durationMs }) => `${formatNumber(durationMs)} ms`,
                },
              ]}
            />
            <div>
              <h3>Body</h3>
              {event ? (
                <>
                  <p class="muted">
                    The body that would be sent now, with the current data and without erased data.
                  </p>
                  <Code label="Body of the event" text={JSON.stringify(event, null, 2)} />
                </>
              ) : (
                <p class="muted">Test events and events that are older than 30 days are not stored.</p>
              )}
            </div>
          </div>
        )}
      </Show>
    </Dialog>
  );
}
