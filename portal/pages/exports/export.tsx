import { useRoute } from "preact-iso";
import { HIDDEN_SECRET } from "../../../src/store/exports/secret-settings.ts";
import { inWords } from "../../api/code-words.ts";
import type { Export } from "../../api/types.ts";
import { usePortal } from "../../ui/context.ts";
import { useAction, useData } from "../../ui/data.ts";
import { Confirm, Dialog } from "../../ui/dialog.tsx";
import { formatNumber, formatTime } from "../../ui/format.ts";
import { useLeave } from "../../ui/leave.ts";
import { ActionButton, Card, Facts, Page, Show, Subject } from "../../ui/parts.tsx";
import { scheduleInWords } from "../../ui/schedule.ts";
import { ChangeExport, connectorType, settingsOf, useConnectorForms } from "./export-form.tsx";
import { Runs } from "./runs.tsx";

/** Returns the settings of the connector that fit on one line. */
const factsOf = (of: Export): [string, string][] =>
  Object.entries(settingsOf(of))
    .filter(([name, value]) => name !== "type" && typeof value !== "object")
    .map(([name, value]) => [inWords(name), value === HIDDEN_SECRET ? "Set (never shown)" : String(value)]);

/** The actions for an export. */
function Actions({ of, path, onChanged }: { of: Export; path: string; onChanged: () => void }) {
  const { api, notify } = usePortal();
  const leave = useLeave();
  const changing = useConnectorForms();
  const [toggle, isToggling] = useAction(async () => {
    await api.put(path, { enabled: !of.enabled });
    onChanged();
    return of.enabled ? "The schedule is off." : "The schedule is on.";
  });
  const [remove, isRemoving] = useAction(async () => {
    await api.delete(path);
    leave("/portal/exports");
    return "The export is deleted.";
  });
  return (
    <>
      <ActionButton isBusy={changing.isOpening} onClick={changing.open}>
        Change
      </ActionButton>
      <ActionButton isBusy={isToggling} onClick={toggle}>
        {of.enabled ? "Turn the schedule off" : "Turn the schedule on"}
      </ActionButton>
      <Confirm
        label="Delete"
        question="Its runs and files are deleted too."
        isBusy={isRemoving}
        onConfirm={remove}
      />
      {changing.forms && (
        <Dialog title="Change the export" onClose={changing.close}>
          <ChangeExport
            of={of}
            forms={changing.forms}
            onChanged={() => {
              changing.close();
              notify("The export is saved.");
              onChanged();
            }}
          />
        </Dialog>
      )}
    </>
  );
}

/** One export: its settings, and its runs. */
export function ExportPage() {
  const { api } = usePortal();
  const path = `/exports/${useRoute().params["id"] ?? ""}`;
  const found = useData(() => api.get<Export>(path), [path]);
  return (
    <Page
      title={found.data?.name ?? "Export"}
      actions={
        found.data && (
          <Subject reload={found.reload}>
            <Actions of={found.data} path={path} onChanged={found.reload} />
          </Subject>
        )
      }
    >
      <Show of={found}>
        {(shown) => (
          <div class="stack">
            <Card title="Settings">
              <Facts
                facts={[
                  ["Target", inWords(connectorType(shown))],
                  ["Schedule", scheduleInWords(shown.schedule)],
                  ["Next run", formatTime(shown.nextRunTime)],
                  ["Content", shown.mode === "full" ? "All wishes" : "Changes since the last run"],
                  ["Customers", shown.onlyConsenting ? "Only those who accept marketing" : "All"],
                  ["Private wishlists", shown.includePrivate ? "Included" : "Not included"],
                  ["Skipped runs", formatNumber(shown.skippedRuns)],
                  ...factsOf(shown),
                ]}
              />
            </Card>
            <Runs path={path} onStarted={found.reload} />
          </div>
        )}
      </Show>
    </Page>
  );
}
