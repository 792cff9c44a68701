import { useRoute } from "preact-iso";
import { useCallback, useState } from "preact/hooks";
import { capitalized } from "../../api/code-words.ts";
import type { Alert, Customer } from "../../api/types.ts";
import { titleOf } from "../../requests/reports.ts";
import { usePortal } from "../../ui/context.ts";
import { useData } from "../../ui/data.ts";
import { formatTime } from "../../ui/format.ts";
import { Card, Email, Empty, Facts, Page, Show, When } from "../../ui/parts.tsx";
import { ShowRows, usePagedRows } from "../../ui/rows.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { consentInWords } from "../../words/consent.ts";
import { alertKind } from "../../words/kinds.ts";
import { AlertState, MailState } from "../alerts/alert-state.tsx";
import { CustomerOrders } from "./customer-orders.tsx";
import { Wishlists } from "./customer-wishlists.tsx";
import { nameOf } from "./customers.tsx";
import { type Asked, type Question, WhyNoAlert } from "./why-no-alert.tsx";

const ALERTS_SHOWN = 10;

const ALERT_COLUMNS: readonly Column<Alert>[] = [
  { name: "When", cell: ({ createdTime }) => <When at={createdTime} /> },
  { name: "Kind", cell: ({ type }) => alertKind(type) },
  { name: "Product", cell: titleOf },
  { name: "State", cell: (alert) => <AlertState of={alert} /> },
  { name: "E-mail", cell: (alert) => <MailState of={alert} /> },
];

function Alerts({ customerId }: { customerId: string }) {
  const { api } = usePortal();
  const alerts = usePagedRows(
    (lastAlertId) =>
      api.page<Alert>("/alerts", "alerts", {
        customerId,
        sortBy: "newest",
        pageSize: ALERTS_SHOWN,
        lastAlertId,
      }),
    [customerId],
  );
  return (
    <Card title="Alerts">
      <ShowRows of={alerts} more="Show older alerts">
        {(rows) => (
          <Table
            label="Alerts, newest first"
            rows={rows}
            keyOf={({ id }) => id}
            columns={ALERT_COLUMNS}
            empty={
              <Empty title="No alerts yet">
                Each alert is listed here, with its state and the state of its e-mail.
              </Empty>
            }
          />
        )}
      </ShowRows>
    </Card>
  );
}

function consentOf(customer: Customer): string {
  const { state, level } = consentInWords(customer);
  return capitalized(level === undefined ? state : `${state}, ${level}`);
}

function Known({ customer }: { customer: Customer }) {
  const customerId = customer.svc_customer_id;
  const [question, setQuestion] = useState<Question>();
  const ask = useCallback(
    (asked: Asked) => setQuestion((before) => ({ number: (before?.number ?? 0) + 1, ...asked })),
    [],
  );
  return (
    <div class="stack">
      <Card title="Customer">
        <Facts
          facts={[
            ["Your id", customer.id],
            ["E-mail", customer.email ? <Email address={customer.email} /> : "–"],
            ["Phone", customer.phone ?? "–"],
            ["Consent to marketing", consentOf(customer)],
            ["Unsubscribed from alerts", formatTime(customer.alerts_unsubscribed_at ?? undefined)],
            ["Service id", customerId],
          ]}
        />
        <p class="hint">
          Price drops and low stock by e-mail need the consent to marketing, and so does each export that is
          limited to customers who consent. An unknown opt-in level is no consent.
        </p>
      </Card>
      <WhyNoAlert customerId={customerId} question={question} onAsk={ask} />
      <Wishlists customerId={customerId} onAsk={ask} />
      <Alerts customerId={customerId} />
      <CustomerOrders customerId={customerId} />
    </div>
  );
}

/** One customer: personal data, wishlists, alerts and orders. */
export function CustomerPage() {
  const { api } = usePortal();
  const id = useRoute().params["id"] ?? "";
  const customer = useData(() => api.get<Customer>(`/customers/${encodeURIComponent(id)}`), [id]);
  return (
    <Page
      title={customer.data ? nameOf(customer.data) : "Customer"}
      actions={<a href="/portal/customers">All customers</a>}
    >
      <Show of={customer}>{(found) => <Known key={found.svc_customer_id} customer={found} />}</Show>
    </Page>
  );
}
