import type { ComponentChildren } from "preact";
import { useRoute } from "preact-iso";
import { useState } from "preact/hooks";
import { HIDDEN_SECRET } from "../../../src/store/exports/secret-settings.ts";
import { inWords } from "../../api/code-words.ts";
import type { Export, Run } from "../../api/types.ts";
import { usePortal } from "../../ui/context.ts";
import { useAction, useData, usePolling } from "../../ui/data.ts";
import { Confirm, Dialog } from "../../ui/dialog.tsx";
import { formatNumber, formatTime } from "../../ui/format.ts";
import { useLeave } from "../../ui/leave.ts";
import {
  ActionButton,
  Badge,
  Card,
  Empty,
  Facts,
  labelFor,
  Page,
  Progress,
  Show,
  type Tone,
  When,
} from "../../ui/parts.tsx";
import { scheduleInWords } from "../../ui/schedule.ts";
import { Table } from "../../ui/table.tsx";
import { triggerInWords } from "../../words/kinds.ts";
import { outcomeOf, type RunOutcome, skippedOf, wantedOf } from "../../words/run-outcomes.ts";
import { ChangeExport, connectorType, settingsOf, useConnectorForms } from "./export-form.tsx";
import { Reason } from "./reason.tsx";
import { Rejected } from "./rejected.tsx";

const TONES: Readonly<Record<RunOutcome, Tone>> = {
  succeeded: "good",
  "nothing to send": "calm",
  "partly accepted": "warn",
  "nothing accepted": "bad",
  failed: "bad",
  cancelled: "calm",
  running: "warn",
  queued: "warn",
};
/** Returns the name of a run for a screen reader. */
const nameOf = ({ startedTime }: Run) => `run of ${formatTime(startedTime)}`;
const isActive = ({ status }: Run) => status === "running" || status === "queued";
/** Whether a later run has successfully sent the rejected records of a run. */
const isRedriven = ({ id }: Run, runs: readonly Run[]) =>
  runs.some(({ redriveOf, status }) => redriveOf === id && status === "succeeded");

/** Shows the location of a run's file, or when it was deleted. Runs for platforms have no file. */
const FileOf = ({ file, fileRemovedTime }: Run) =>
  file === undefined ? (
    <span class="muted">
      {fileRemovedTime === undefined ? "–" : `Deleted ${formatTime(fileRemovedTime)}`}
    </span>
  ) : (
    <code>{file}</code>
  );
const hasFile = ({ file, fileRemovedTime }: Run) => (file ?? fileRemovedTime) !== undefined;

function Accepted({ run }: { run: Run }) {
  const { status, progress, counts } = run;
  const skipped = skippedOf(run);
  return (
    <>
      {formatNumber(counts.accepted)} of {formatNumber(wantedOf(run))}
      {skipped > 0 && <div class="muted">{formatNumber(skipped)} skipped</div>}
      {status === "running" && <Progress value={progress} label="Progress of the run" />}
      {run.reason !== undefined && (
        <div>
          <Reason of={run} />
        </div>
      )}
    </>
  );
}

/** The number of rejected records, or the actions for them as children. */
function RejectedCount({
  run: { counts },
  isRedriven,
  children,
}: {
  run: Run;
  isRedriven: boolean;
  children: ComponentChildren;
}) {
  if (counts.failed === 0) return <>0</>;
  if (!isRedriven) return <div class="actions">{children}</div>;
  return (
    <>
      {formatNumber(counts.failed)} <span class="muted">sent again</span>
    </>
  );
}

function Runs({ path, onChanged }: { path: string; onChanged: () => void }) {
  const { api } = usePortal();
  const runs = useData(() => api.get<{ runs: Run[] }>(`${path}/runs`), [path]);
  const [shown, setShown] = useState<Run>();
  const isRunning = runs.data?.runs.some(isActive) ?? false;
  usePolling(runs, isRunning);
  const [start, isStarting] = useAction(async () => {
    await api.post(`${path}/runs`);
    runs.reload();
    onChanged();
    return "The run has started.";
  });
  const [redrive, isRedriving] = useAction(async (id: string) => {
    await api.post(`${path}/runs/${id}/redrive`);
    runs.reload();
    return "The rejected records are being sent again.";
  });
  const [cancel, isCancelling] = useAction(async (id: string) => {
    await api.post(`${path}/runs/${id}/cancel`);
    runs.reload();
    return "The run is cancelled.";
  });
  const stop = (run: Run) =>
    isActive(run) && (
      <ActionButton
        isBusy={isCancelling}
        label={labelFor("Cancel", nameOf(run))}
        onClick={() => cancel(run.id)}
      >
        Cancel
      </ActionButton>
    );
  return (
    <Card
      title="Runs"
      actions={
        <ActionButton kind="primary" isBusy={isStarting || isRunning} onClick={start}>
          Run now
        </ActionButton>
      }
    >
      <Show of={runs}>
        {(found) => (
          <Table
            label="Runs, newest first"
            rows={found.runs}
            keyOf={({ id }) => id}
            columns={[
              { name: "Started", cell: ({ startedTime }) => <When at={startedTime} /> },
              { name: "Started by", cell: ({ trigger }) => triggerInWords(trigger) },
              {
                name: "State",
                cell: (run) => <Badge tone={TONES[outcomeOf(run)]}>{outcomeOf(run)}</Badge>,
              },
              ...(found.runs.some(hasFile) ? [{ name: "File", cell: FileOf }] : []),
              { name: "Accepted", cell: (run) => <Accepted run={run} /> },
              {
                name: "Rejected",
                cell: (run) => (
                  <RejectedCount run={run} isRedriven={isRedriven(run, found.runs)}>
                    <button
                      type="button"
                      aria-label={labelFor(`Show ${formatNumber(run.counts.failed)}`, nameOf(run))}
                      onClick={() => setShown(run)}
                    >
                      Show {formatNumber(run.counts.failed)}
                    </button>
                    <ActionButton
                      isBusy={isRedriving || isRunning}
                      label={labelFor("Send again", nameOf(run))}
                      onClick={() => redrive(run.id)}
                    >
                      Send again
                    </ActionButton>
                  </RejectedCount>
                ),
              },
              ...(found.runs.some(isActive) ? [{ name: "Stop", cell: stop }] : []),
            ]}
            empty={
              <Empty title="No runs yet">Each run is listed here, with the number of sent records.</Empty>
            }
          />
        )}
      </Show>
      {shown && (
        <Dialog title="Rejected records" onClose={() => setShown(undefined)}>
          <Rejected path={`${path}/runs/${shown.id}`} />
        </Dialog>
      )}
    </Card>
  );
}

/** Returns the settings of the connector that fit on one line. */
const factsOf = (of: Export): [string, string][] =>
  Object.entries(settingsOf(of))
    .filter(([name, value]) => name !== "type" && typeof value !== "object")
    .map(([name, value]) => [inWords(name), value === HIDDEN_SECRET ? "Set (never shown)" : String(value)]);

/** One export: its settings, and its runs. */
export function ExportPage() {
  const { api, notify } = usePortal();
  const leave = useLeave();
  const path = `/exports/${useRoute().params["id"] ?? ""}`;
  const found = useData(() => api.get<Export>(path), [path]);
  const changing = useConnectorForms();
  const [toggle, isToggling] = useAction(async (enabled: boolean) => {
    await api.put(path, { enabled });
    found.reload();
    return enabled ? "The schedule is on." : "The schedule is off.";
  });
  const [remove, isRemoving] = useAction(async () => {
    await api.delete(path);
    leave("/portal/exports");
    return "The export is deleted.";
  });
  return (
    <Page
      title={found.data?.name ?? "Export"}
      actions={
        found.data && (
          <>
            <ActionButton isBusy={changing.isOpening} onClick={changing.open}>
              Change
            </ActionButton>
            <ActionButton isBusy={isToggling} onClick={() => toggle(!found.data?.enabled)}>
              {found.data.enabled ? "Turn the schedule off" : "Turn the schedule on"}
            </ActionButton>
            <Confirm
              label="Delete"
              question="Its runs and files are deleted too."
              isBusy={isRemoving}
              onConfirm={remove}
            />
          </>
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
            <Runs path={path} onChanged={found.reload} />
          </div>
        )}
      </Show>
      {changing.forms && found.data && (
        <Dialog title="Change the export" onClose={changing.close}>
          <ChangeExport
            of={found.data}
            forms={changing.forms}
            onChanged={() => {
              changing.close();
              notify("The export is saved.");
              found.reload();
            }}
          />
        </Dialog>
      )}
    </Page>
  );
}
