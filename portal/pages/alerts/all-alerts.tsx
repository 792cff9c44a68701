import { useMemo } from "preact/hooks";
import { hasScope } from "../../../src/http/auth/roles.ts";
import { filledPage } from "../../api/filled-page.ts";
import type { Alert } from "../../api/types.ts";
import { titleOf } from "../../requests/reports.ts";
import { retryMails } from "../../requests/retry-mail.ts";
import { catalogueAddress } from "../../ui/addresses.ts";
import { usePortal } from "../../ui/context.ts";
import { useAction } from "../../ui/data.ts";
import { type Filter, Filters, SINCE, timeOfSince, useFilters } from "../../ui/filters.tsx";
import { countOf, formatNumber } from "../../ui/format.ts";
import { Name, useNames } from "../../ui/names.tsx";
import { ActionButton, Card, Empty, Page, When } from "../../ui/parts.tsx";
import { ShowRows, usePagedRows } from "../../ui/rows.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { ALERT_STATES } from "../../words/alert-filters.ts";
import { ALERT_KINDS, alertKind } from "../../words/kinds.ts";
import { namesOfCustomers } from "../customers/customers.tsx";
import { AlertState, MailState } from "./alert-state.tsx";

const PAGE_SIZE = 20;

const STATE: Filter = {
  name: "state",
  label: "State",
  initial: "",
  options: Object.entries(ALERT_STATES).map(([state, [text]]) => [state, text] as const),
};
const KIND: Filter = {
  name: "type",
  label: "Kind",
  initial: "",
  options: [["", "Any"], ...Object.entries(ALERT_KINDS)],
};
const FILTERS = [SINCE, STATE, KIND];

function Found({ alerts }: { alerts: readonly Alert[] }) {
  const names = useNames(namesOfCustomers);
  const columns = useMemo(
    (): readonly Column<Alert>[] => [
      { name: "When", cell: ({ createdTime }) => <When at={createdTime} /> },
      {
        name: "Customer",
        cell: ({ customerId, customerRef }) => (
          <a href={`/portal/customers/${encodeURIComponent(customerId)}`}>
            <Name names={names} id={customerId} otherwise={customerRef} />
          </a>
        ),
      },
      { name: "Kind", cell: ({ type }) => alertKind(type) },
      {
        name: "Product",
        cell: (alert) => <a href={catalogueAddress(alert.variantRef, alert.productRef)}>{titleOf(alert)}</a>,
      },
      { name: "Alert", cell: (alert) => <AlertState of={alert} /> },
      { name: "E-mail", cell: (alert) => <MailState of={alert} /> },
    ],
    [names],
  );
  return <Table label="Alerts, newest first" rows={alerts} keyOf={({ id }) => id} columns={columns} />;
}

/** Sends the e-mails of all shown alerts again, after a failure of the mail server. */
function RetryAll({ alerts, onDone }: { alerts: readonly Alert[]; onDone: () => void }) {
  const { api } = usePortal();
  const [retry, isRetrying] = useAction(async () => {
    const ids = alerts.map(({ id }) => id);
    const count = await retryMails(api, ids);
    onDone();
    return count === ids.length
      ? `${countOf(count, "e-mail is", "e-mails are")} being sent again.`
      : `${formatNumber(count)} of ${countOf(ids.length, "e-mail is", "e-mails are")} being sent again. The other customers may not get them any more.`;
  });
  return (
    <ActionButton isBusy={isRetrying} onClick={retry}>
      Send all {formatNumber(alerts.length)} again
    </ActionButton>
  );
}

function Results() {
  const { api, session } = usePortal();
  const { since = "", state = "", type } = useFilters(FILTERS);
  const alerts = usePagedRows(
    async (cursor) => {
      const filter = {
        changedSince: timeOfSince(since),
        type,
        sortBy: "newest",
        ...ALERT_STATES[state]?.[1],
      };
      return filledPage<Alert>(api, "/alerts/list", "alerts", { ...filter, pageSize: PAGE_SIZE, cursor });
    },
    [since, state, type],
  );
  const mayRetry = state === "mail-failed" && hasScope(session.role, "events:write");
  return (
    <ShowRows
      of={alerts}
      more="Show older alerts"
      none={
        <Empty title="No matching alerts">
          Choose a longer time. The page of the <a href="/portal/customers">customer</a> explains why there
          was no alert about a variant.
        </Empty>
      }
    >
      {(rows) => (
        <div class="stack">
          {mayRetry && rows.length > 1 && (
            <div>
              <RetryAll alerts={rows} onDone={alerts.first.reload} />
            </div>
          )}
          <Found alerts={rows} />
        </div>
      )}
    </ShowRows>
  );
}

/** All alerts of the store, with the state of each and of its e-mail. */
export function AllAlertsPage() {
  return (
    <Page
      title="All alerts"
      lead="The state of each alert and of its e-mail"
      actions={<a href="/portal/alerts">Alerts and settings</a>}
    >
      <Card>
        <div class="stack">
          <div>
            <Filters of={FILTERS} />
            <p class="hint">
              An alert is sent when the webhooks and the change feed have it. The{" "}
              <a href="/portal/webhooks">endpoints</a> show the result of each delivery.
            </p>
          </div>
          <Results />
        </div>
      </Card>
    </Page>
  );
}
