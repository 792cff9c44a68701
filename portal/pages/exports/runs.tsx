import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Run } from "../../api/types.ts";
import { usePortal } from "../../ui/context.ts";
import { useAction, useData, usePolling } from "../../ui/data.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { formatNumber, formatTime } from "../../ui/format.ts";
import {
  ActionButton,
  Badge,
  Card,
  Empty,
  labelFor,
  Progress,
  Show,
  Subject,
  type Tone,
  When,
} from "../../ui/parts.tsx";
import { Table } from "../../ui/table.tsx";
import { triggerInWords } from "../../words/kinds.ts";
import { outcomeOf, type RunOutcome, skippedOf, wantedOf } from "../../words/run-outcomes.ts";
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

/** The runs of an export, with the actions for each. */
function RunTable({ path, runs, onChanged }: { path: string; runs: readonly Run[]; onChanged: () => void }) {
  const { api } = usePortal();
  const [shown, setShown] = useState<Run>();
  const [redrive, isRedriving] = useAction(async (id: string) => {
    await api.post(`${path}/runs/${id}/redrive`);
    onChanged();
    return "The rejected records are being sent again.";
  });
  const [cancel, isCancelling] = useAction(async (id: string) => {
    await api.post(`${path}/runs/${id}/cancel`);
    onChanged();
    return "The run is cancelled.";
  });
  const isRunning = runs.some(isActive);
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
    <>
      <Table
        label="Runs, newest first"
        rows={runs}
        keyOf={({ id }) => id}
        columns={[
          { name: "Started", cell: ({ startedTime }) => <When at={startedTime} /> },
          { name: "Started by", cell: ({ trigger }) => triggerInWords(trigger) },
          {
            name: "State",
            cell: (run) => <Badge tone={TONES[outcomeOf(run)]}>{outcomeOf(run)}</Badge>,
          },
          ...(runs.some(hasFile) ? [{ name: "File", cell: FileOf }] : []),
          { name: "Accepted", cell: (run) => <Accepted run={run} /> },
          {
            name: "Rejected",
            cell: (run) => (
              <RejectedCount run={run} isRedriven={isRedriven(run, runs)}>
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
          ...(runs.some(isActive) ? [{ name: "Stop", cell: stop }] : []),
        ]}
        empty={<Empty title="No runs yet">Each run is listed here, with the number of sent records.</Empty>}
      />
      {shown && (
        <Dialog title="Rejected records" onClose={() => setShown(undefined)}>
          <Rejected path={`${path}/runs/${shown.id}`} />
        </Dialog>
      )}
    </>
  );
}

function RunNow({ path, isRunning, onStarted }: { path: string; isRunning: boolean; onStarted: () => void }) {
  const { api } = usePortal();
  const [start, isStarting] = useAction(async () => {
    await api.post(`${path}/runs`);
    onStarted();
    return "The run has started.";
  });
  return (
    <ActionButton kind="primary" isBusy={isStarting || isRunning} onClick={start}>
      Run now
    </ActionButton>
  );
}

/** The runs of an export, newest first, and the button that starts one. */
export function Runs({ path, onStarted }: { path: string; onStarted: () => void }) {
  const { api } = usePortal();
  const runs = useData(() => api.get<{ runs: Run[] }>(`${path}/runs`), [path]);
  const isRunning = runs.data?.runs.some(isActive) ?? false;
  usePolling(runs, isRunning);
  const afterStart = () => {
    runs.reload();
    onStarted();
  };
  return (
    <Card
      title="Runs"
      actions={
        <Subject reload={runs.reload}>
          <RunNow path={path} isRunning={isRunning} onStarted={afterStart} />
        </Subject>
      }
    >
      <Show of={runs}>{(found) => <RunTable path={path} runs={found.runs} onChanged={runs.reload} />}</Show>
    </Card>
  );
}
