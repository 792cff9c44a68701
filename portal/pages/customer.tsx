import { useRoute } from "preact-iso";
import { useState } from "preact/hooks";
import { newestFirst } from "../api/newest.ts";
import type { Alert, Customer, Explanation } from "../api/types.ts";
import { usePortal } from "../ui/context.ts";
import { useData } from "../ui/data.ts";
import { formatTime, inWords, withTimes } from "../ui/format.ts";
import { Form, Input, Select } from "../ui/form.tsx";
import { Badge, Card, Empty, Facts, Page, Show, type Tone } from "../ui/parts.tsx";
import { FirstRows } from "../ui/rows.tsx";
import { Table } from "../ui/table.tsx";
import { CustomerOrders } from "./customer-orders.tsx";
import { Wishlists } from "./customer-wishlists.tsx";
import { nameOf } from "./customers.tsx";

/** The largest page of the API. */
const PAGE_SIZE = 50;
const ALERTS_SHOWN = 10;
const TONES: Record<string, Tone> = { sent: "good", failed: "bad", pending: "warn" };

function Alerts({ customerId }: { customerId: string }) {
  const { api } = usePortal();
  const alerts = useData(
    () =>
      newestFirst(async (lastAlertId) => {
        const query = { customerId, pageSize: PAGE_SIZE, lastAlertId };
        return (await api.get<{ alerts: Alert[] }>("/alerts", query)).alerts;
      }),
    [customerId],
  );
  return (
    <Card title="Alerts">
      <Show of={alerts}>
        {(found) =>
          found.length === 0 ? (
            <Empty title="No alerts yet">Each alert is here, with what became of it and of its e-mail.</Empty>
          ) : (
            <FirstRows rows={found} size={ALERTS_SHOWN} more="Show older alerts">
              {(rows) => (
                <Table
                  label="Alerts"
                  rows={rows}
                  keyOf={({ id }) => id}
                  columns={[
                    { name: "When", cell: ({ createdTime }) => formatTime(createdTime) },
                    { name: "Why", cell: ({ type }) => inWords(type) },
                    { name: "Product", cell: ({ title, productRef }) => title ?? productRef },
                    {
                      name: "State",
                      cell: ({ status, reason }) => (
                        <>
                          <Badge tone={TONES[status] ?? "calm"}>{status}</Badge> {reason}
                        </>
                      ),
                    },
                    {
                      name: "E-mail",
                      cell: ({ email }) =>
                        email ? (
                          <>
                            <Badge tone={TONES[email.status] ?? "calm"}>{email.status}</Badge> {email.reason}
                          </>
                        ) : (
                          "–"
                        ),
                    },
                  ]}
                />
              )}
            </FirstRows>
          )
        }
      </Show>
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
    <div class="stack" role="status">
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

function Why({ customerId, variant }: { customerId: string; variant: string }) {
  const { api } = usePortal();
  const [explanation, setExplanation] = useState<Explanation>();
  return (
    <Card title="Why was this customer not notified?" id="why">
      <Form
        key={variant}
        label="Why was this customer not notified?"
        submit="Explain"
        onSend={async ({ variantRef = "", type }) =>
          setExplanation(
            await api.get<Explanation>("/alerts/explain", {
              customerId,
              variantRef: variantRef.trim(),
              type,
            }),
          )
        }
      >
        {(errors) => (
          <div class="fields">
            <Input label="Variant" name="variantRef" required value={variant} error={errors["variantRef"]} />
            <Select label="Type of alert" name="type" options={TYPES} />
          </div>
        )}
      </Form>
      {explanation && <Rules explanation={explanation} />}
    </Card>
  );
}

const yesNo = (value: boolean | null | undefined) => (value ? "Yes" : "No");

/** One customer: who it is, what it wishes for, and what it was alerted about. */
export function CustomerPage() {
  const { api } = usePortal();
  const id = useRoute().params["id"] ?? "";
  const [variant, setVariant] = useState("");
  const customer = useData(() => api.get<Customer>(`/customers/${encodeURIComponent(id)}`), [id]);
  const ask = (about: string) => {
    setVariant(about);
    // Once the form has the variant: the keyboard goes on there, where Enter explains.
    setTimeout(() => {
      const why = document.getElementById("why");
      why?.scrollIntoView({ behavior: "smooth" });
      why?.querySelector("input")?.focus({ preventScroll: true });
    });
  };
  return (
    <Page
      title={customer.data ? nameOf(customer.data) : "Customer"}
      actions={<a href="/portal/customers">All customers</a>}
    >
      <Show of={customer}>
        {(found) => (
          <div class="stack">
            <Card title="Customer">
              <Facts
                facts={[
                  ["Your id", found.id],
                  ["E-mail", found.email ?? "–"],
                  ["Phone", found.phone ?? "–"],
                  ["Accepts marketing", yesNo(found.accepts_marketing)],
                  ["Unsubscribed from alerts", formatTime(found.alerts_unsubscribed_at ?? undefined)],
                  ["Id of the service", found.svc_customer_id],
                ]}
              />
            </Card>
            <Wishlists customerId={found.svc_customer_id} onAsk={ask} />
            <Why customerId={found.svc_customer_id} variant={variant} />
            <Alerts customerId={found.svc_customer_id} />
            <CustomerOrders customerId={found.svc_customer_id} />
          </div>
        )}
      </Show>
    </Page>
  );
}
