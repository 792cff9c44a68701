import { useState } from "preact/hooks";
import { HIDDEN_SECRET } from "../../../src/store/exports/secret-settings.ts";
import { inWords } from "../../api/code-words.ts";
import type { Export } from "../../api/types.ts";
import { usePortal } from "../../ui/context.ts";
import { useData } from "../../ui/data.ts";
import { Dialog, Secret } from "../../ui/dialog.tsx";
import { formatTime } from "../../ui/format.ts";
import { useLeave } from "../../ui/leave.ts";
import { ActionButton, Badge, Card, Empty, Page, Show } from "../../ui/parts.tsx";
import { scheduleInWords } from "../../ui/schedule.ts";
import { Table } from "../../ui/table.tsx";
import { connectorType, NewExport, settingsOf, useConnectorForms } from "./export-form.tsx";

/** Returns the secret that the service generated for a new export. Later answers do not have it. */
function generatedSecretOf(created: Export): string | undefined {
  const { secret } = settingsOf(created);
  return typeof secret === "string" && secret !== HIDDEN_SECRET ? secret : undefined;
}

/** The exports: their targets, schedules and states. */
export function ExportsPage() {
  const { api } = usePortal();
  const leave = useLeave();
  const exports = useData(() => api.get<{ exports: Export[] }>("/exports"), []);
  const adding = useConnectorForms();
  const [added, setAdded] = useState<Export>();
  const show = ({ id }: Export) => leave(`/portal/exports/${id}`);
  return (
    <Page
      title="Exports"
      lead="Send wishes to marketing platforms, file storage and your own systems"
      actions={
        <ActionButton kind="primary" isBusy={adding.isOpening} onClick={adding.open}>
          Add an export
        </ActionButton>
      }
    >
      <Card>
        <Show of={exports}>
          {(found) => (
            <Table
              label="Exports"
              rows={found.exports}
              keyOf={({ id }) => id}
              columns={[
                { name: "Name", cell: ({ id, name }) => <a href={`/portal/exports/${id}`}>{name}</a> },
                { name: "Target", cell: (each) => inWords(connectorType(each)) },
                { name: "Schedule", cell: ({ schedule }) => scheduleInWords(schedule) },
                { name: "Next run", cell: ({ nextRunTime }) => formatTime(nextRunTime) },
                {
                  name: "State",
                  cell: ({ activeRun, enabled }) =>
                    activeRun !== undefined ? (
                      <Badge tone="warn">running</Badge>
                    ) : enabled ? (
                      <Badge tone="good">on</Badge>
                    ) : (
                      <Badge>off</Badge>
                    ),
                },
              ]}
              empty={
                <Empty title="No exports">
                  Klaviyo, Braze, Segment, S3 and others can receive the wishes. The{" "}
                  <a href="/docs/exports">exports guide</a> compares them.
                </Empty>
              }
            />
          )}
        </Show>
      </Card>
      {adding.forms && (
        <Dialog title="Add an export" onClose={adding.close}>
          <NewExport
            forms={adding.forms}
            onCreated={(created) => {
              adding.close();
              if (generatedSecretOf(created) === undefined) show(created);
              else setAdded(created);
            }}
          />
        </Dialog>
      )}
      {added && (
        <Secret
          title="The export is added"
          facts={[["Signing secret", generatedSecretOf(added) ?? ""]]}
          onClose={() => show(added)}
        />
      )}
    </Page>
  );
}
