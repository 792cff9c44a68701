import { useLocation } from "preact-iso";
import { useState } from "preact/hooks";
import { type ConnectorField, type ConnectorForm, connectorForms, connectorOf } from "../api/connectors.ts";
import { browserZone } from "../api/days.ts";
import type { Export } from "../api/types.ts";
import { usePortal } from "../ui/context.ts";
import { useData } from "../ui/data.ts";
import { Dialog } from "../ui/dialog.tsx";
import { formatTime, inWords } from "../ui/format.ts";
import { Form, Input, Select, Switch, type Values } from "../ui/form.tsx";
import { Badge, Card, Empty, Page, Show } from "../ui/parts.tsx";
import { SCHEDULES, scheduleInWords } from "../ui/schedule.ts";
import { Table } from "../ui/table.tsx";

/** The kind of a connector, as the API's answer has it. */
export const connectorType = ({ connector }: Export): string =>
  "type" in connector ? inWords(String(connector.type)) : "–";

function ConnectorInput({
  field: { name, description, isRequired, choices, type },
  error,
}: {
  field: ConnectorField;
  error: string | undefined;
}) {
  const common = {
    label: inWords(name),
    name: `connector/${name}`,
    ...(description === "" ? {} : { hint: description }),
  };
  if (choices.length > 0) {
    const options = choices.map((choice) => [choice, choice] as const);
    return <Select {...common} options={isRequired ? options : [["", "Default"], ...options]} />;
  }
  if (type === "flag") return <Switch {...common} />;
  const isSecret = /key|secret|password|token/i.test(name);
  return (
    <Input
      {...common}
      type={type === "number" ? "number" : isSecret ? "password" : "text"}
      autocomplete="off"
      required={isRequired}
      error={error}
    />
  );
}

function NewExport({ forms, onMade }: { forms: ConnectorForm[]; onMade: (made: Export) => void }) {
  const { api } = usePortal();
  const [type, setType] = useState(forms[0]?.type ?? "");
  const form = forms.find((each) => each.type === type);
  const make = async (values: Values) => {
    if (!form) return;
    const cron = values["cron"] ?? "";
    const body = {
      name: values["name"],
      mode: values["mode"],
      onlyConsenting: values["onlyConsenting"] !== undefined,
      connector: connectorOf(form, values),
      ...(cron === "" ? {} : { schedule: { cron, timezone: browserZone() } }),
    };
    onMade(await api.post<Export>("/exports", body));
  };
  return (
    <Form label="Add an export" submit="Add" onSend={make}>
      {(errors) => (
        <>
          <Input label="Name" name="name" required error={errors["name"]} />
          <Select
            label="Target"
            name="type"
            value={type}
            options={forms.map((each) => [each.type, inWords(each.type)] as const)}
            onChange={setType}
          />
          {form?.fields.map((field) => (
            <ConnectorInput
              key={`${type} ${field.name}`}
              field={field}
              error={errors[`connector/${field.name}`]}
            />
          ))}
          <Select
            label="Content"
            name="mode"
            options={[
              ["changed", "Changes since the last run"],
              ["full", "All wishes"],
            ]}
          />
          <Select label="Schedule" name="cron" options={SCHEDULES} />
          <Switch label="Only customers who accept marketing" name="onlyConsenting" checked />
        </>
      )}
    </Form>
  );
}

/** Where wishes are exported to, and when. */
export function ExportsPage() {
  const { api } = usePortal();
  const { route } = useLocation();
  const exports = useData(() => api.get<{ exports: Export[] }>("/exports"), []);
  const forms = useData(connectorForms, []);
  const [isAdding, setAdding] = useState(false);
  return (
    <Page
      title="Exports"
      lead="Wishes for marketing platforms, stores of files and your own systems"
      actions={
        <button
          type="button"
          class="primary"
          disabled={forms.data === undefined}
          onClick={() => setAdding(true)}
        >
          Add an export
        </button>
      }
    >
      <Card>
        <Show of={exports}>
          {(found) =>
            found.exports.length === 0 ? (
              <Empty title="No exports">
                Klaviyo, Braze, Segment, S3 and others can receive the wishes. The{" "}
                <a href="/docs/exports">exports guide</a> compares them.
              </Empty>
            ) : (
              <Table
                label="Exports"
                rows={found.exports}
                keyOf={({ id }) => id}
                columns={[
                  { name: "Name", cell: ({ id, name }) => <a href={`/portal/exports/${id}`}>{name}</a> },
                  { name: "Target", cell: connectorType },
                  { name: "Schedule", cell: ({ schedule }) => scheduleInWords(schedule) },
                  { name: "Next run", cell: ({ nextRunTime }) => formatTime(nextRunTime) },
                  {
                    name: "State",
                    cell: ({ activeRun, enabled }) =>
                      activeRun !== undefined ? (
                        <Badge tone="warn">runs</Badge>
                      ) : enabled ? (
                        <Badge tone="good">on</Badge>
                      ) : (
                        <Badge>off</Badge>
                      ),
                  },
                ]}
              />
            )
          }
        </Show>
      </Card>
      {isAdding && forms.data && (
        <Dialog title="Add an export" onClose={() => setAdding(false)}>
          <NewExport
            forms={forms.data}
            onMade={({ id }) => {
              setAdding(false);
              route(`/portal/exports/${id}`);
            }}
          />
        </Dialog>
      )}
    </Page>
  );
}
