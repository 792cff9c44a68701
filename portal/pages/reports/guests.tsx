import { guestFiguresOf } from "../../requests/reports.ts";
import { usePortal } from "../../ui/context.ts";
import { useData } from "../../ui/data.ts";
import { formatNumber, formatTime } from "../../ui/format.ts";
import { Card, Figure, Show } from "../../ui/parts.tsx";

/** How many wishlists guests have now, and when the next one is deleted. */
export function Guests() {
  const { api } = usePortal();
  const figures = useData(() => guestFiguresOf(api), []);
  return (
    <Card title="Guests’ wishlists">
      <div class="stack">
        <p class="muted">
          The current wishlists of shoppers who are not signed in. Their wishes are included in the reports.
        </p>
        <Show of={figures}>
          {({ wishlists, openClaims, guestDays, nextLapse }) => (
            <dl class="figures">
              <Figure name="Wishlists of guests" value={formatNumber(wishlists)} />
              <Figure
                name="Open claims"
                value={formatNumber(openClaims)}
                note="Wishlists that are being moved to a customer"
              />
              <Figure
                name="Next deletion"
                value={nextLapse === undefined ? "None" : formatTime(nextLapse)}
                note={`After ${formatNumber(guestDays)} days without use`}
              />
            </dl>
          )}
        </Show>
      </div>
    </Card>
  );
}
