import { useState } from "preact/hooks";
import { useRoute } from "preact-iso";
import { titleOf } from "../api/reports.ts";
import type { Alert, Customer, Explanation } from "../api/types.ts";
import { usePortal } from "../ui/context.ts";
import { useData } from "../ui/data.ts";
import { Form, Input, Select } from "../ui/form.tsx";
import { formatTime, inWords, withTimes } from "../ui/format.ts";
import { Badge, Card, Empty, Facts, Page, Show, When } from "../ui/parts.tsx";
import { Result } from "../ui/result.tsx";
import { NewestRows } from "../ui/rows.tsx";
import { Table } from "../ui/table.tsx";
import { AlertState, MailState } from "./alert-state.tsx";
import { CustomerOrders } from "./customer-orders.tsx";
import { Wishlists } from "./customer-wishlists.tsx";
import { nameOf } from "./customers.tsx";

/** The largest page of the API. */
const PAGE_SIZE = 50;
const ALERTS_SHOWN = 10;

function Alerts({ customerId }: { customerId: string }) {
  const { api } = usePortal();
  return (
    <Card title="Alerts">
      <NewestRows
        load={async (lastAlertId) => {
          const query = { customerId, pageSize: PAGE_SIZE, lastAlertId };
          return (await api.get<{ alerts: Alert[] }>("/alerts", query)).alerts;
        }}
        of={[customerId]}
        size={ALERTS_SHOWN}
        more="Show older alerts"
      >
        {(rows) => (
          <Table
            label="Alerts, the newest first"
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { name: "When", cell: ({ createdTime }) => <When at={createdTime} /> },
              { name: "Why", cell: ({ type }) => inWords(type) },
              { name: "Product", cell: titleOf },
              { name: "State", cell: (alert) => <AlertState of={alert} /> },
              { name: "E-mail", cell: (alert) => <MailState of={alert} /> },
            ]}
            empty={
              <Empty title="No alerts yet">
                Each alert is here, with what became of it and of its e-mail.
              </Empty>
            }
          />
        )}
      </NewestRows>
    </Card>
  );
}

const TYPES = [
  ["", "What the wish asks for"],
  ["back_in_stock", "Back in stock"],
  ["register_interest", "Release"],
  ["price_drop", "Price drop"],
  ["low_stock", "Low stock"],
] as const;

function Rules({ explanation: { decision, rules, email } }: { explanation: Explanation }) {
  const list = (all: typeof rules) => (
    <ul class="rules">
      {all.map(({ rule, outcome, detail, at }, i) => (
        <li key={`${i} ${rule}`}>
          <Badge tone={outcome === "pass" ? "good" : "bad"}>{outcome === "pass" ? "passes" : "blocks"}</Badge>
          <span>
            <b>{inWords(rule)}</b>: {withTimes(detail)}{" "}
            {at !== undefined && <small class="muted">{formatTime(at)}</small>}
          </span>
        </li>
      ))}
    </ul>
  );
  const words =
    decision === "told"
      ? "The customer was alerted."
      : decision === "waiting"
        ? "Nothing blocks it: a wave will follow."
        : `It is blocked by the rule “${decision.replace("blocked by ", "")}”.`;
  return (
    <div class="stack">
      <p>
        <b>{words}</b>
      </p>
      {list(rules)}
      {email && (
        <>
          <h3>E-mail: {email.decision}</h3>
          {list(email.rules)}
        </>
      )}
    </div>
  );
}

interface Question {
  /** Each question is answered, also one that was asked before. */
  number: number;
  variantRef: string;
  type?: string | undefined;
}

function Answer({ customerId, question }: { customerId: string; question: Question }) {
  const { api } = usePortal();
  const { variantRef, type } = question;
  const explanation = useData(
    () => api.get<Explanation>("/alerts/explain", { customerId, variantRef, type }),
    [],
  );
  return (
    <Result label={`Answer about variant ${variantRef}`}>
      <h3>Variant {variantRef}</h3>
      <Show of={explanation}>{(found) => <Rules explanation={found} />}</Show>
    </Result>
  );
}

function Why({
  customerId,
  question,
  onAsk,
}: {
  customerId: string;
  question: Question | undefined;
  onAsk: (variantRef: string, type?: string) => void;
}) {
  return (
    <Card title="Why was this customer not notified?">
      <Form
        label="Why was this customer not notified?"
        submit="Explain"
        onSend={({ variantRef = "", type }) => {
          onAsk(variantRef.trim(), type);
          return Promise.resolve();
        }}
      >
        {() => (
          <div class="fields">
            <Input label="Variant" name="variantRef" required value={question?.variantRef ?? ""} />
            <Select label="Type of alert" name="type" options={TYPES} value={question?.type ?? ""} />
          </div>
        )}
      </Form>
      <div role="status">
        {question && <Answer key={question.number} customerId={customerId} question={question} />}
      </div>
    </Card>
  );
}

const yesNo = (value: boolean | null | undefined) => (value ? "Yes" : "No");

function Known({ customer }: { customer: Customer }) {
  const customerId = customer.svc_customer_id;
  const [question, setQuestion] = useState<Question>();
  const ask = (variantRef: string, type?: string) =>
    setQuestion((before) => ({ number: (before?.number ?? 0) + 1, variantRef, type }));
  return (
    <div class="stack">
      <Card title="Customer">
        <Facts
          facts={[
            ["Your id", customer.id],
            ["E-mail", customer.email ?? "–"],
            ["Phone", customer.phone ?? "–"],
            ["Accepts marketing", yesNo(customer.accepts_marketing)],
            ["Unsubscribed from alerts", formatTime(customer.alerts_unsubscribed_at ?? undefined)],
            ["Id of the service", customerId],
          ]}
        />
      </Card>
      <Wishlists customerId={customerId} onAsk={ask} />
      <Why customerId={customerId} question={question} onAsk={ask} />
      <Alerts customerId={customerId} />
      <CustomerOrders customerId={customerId} />
    </div>
  );
}

/** One customer: who it is, what it wishes for, and what it was alerted about. */
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
