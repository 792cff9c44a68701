import { beginWaves, type BeginWavesJob } from "../../jobs/alerts/begin-waves.ts";
import { markAlertsSent, type MarkSentJob } from "../../jobs/alerts/mark-sent.ts";
import { runRound, wishesPerSublist } from "../../jobs/alerts/round.ts";
import { untilRelayed } from "../../jobs/alerts/until-relayed.ts";
import {
  type AlertOutcome,
  type RoundJob,
  roundJob,
  type WaveDeps,
  type WaveJob,
  waveJob,
} from "../../jobs/alerts/wave-job.ts";
import { runWave } from "../../jobs/alerts/wave.ts";
import { CommandWindow } from "../../jobs/queue/command-window.ts";
import { FairShare } from "../../jobs/queue/fair-share.ts";
import { jobOf, type QueueWork } from "../../jobs/queue/job.ts";
import { refuseNewerJob } from "../../jobs/queue/newer-job.ts";
import { startAtZero } from "../../metrics.ts";
import type { Background } from "./context.ts";
import { endingDurably } from "./durable-ends.ts";
import { movingWishes } from "./move-wishes.ts";

/** Labels of metrics for the outcomes of alerts. */
const LABELS: Readonly<Record<AlertOutcome, string>> = {
  raised: "raised",
  "told before": "notified_before",
  "nobody waits": "no_wish",
  failed: "failed",
};

/** Returns the work of the queue `alerts`: notifies waiting customers, and marks alerts as sent. */
export function alertWork(background: Background): QueueWork {
  const { config, clock, keys, layout, log, metrics, stores, dispatcher, jobs, reads } = background;
  startAtZero(metrics.alerts, Object.values(LABELS));
  const shares = new FairShare();
  const priorityOf = ({ storeKey }: WaveJob) => shares.next(storeKey, clock.now());
  const deps: WaveDeps = {
    log,
    wishes: reads.wishes,
    untilRelayed: () => untilRelayed({ redis: reads.redis, keys, layout }),
    layout,
    dispatcher,
    window: new CommandWindow(config.DURABILITY !== "memory"),
    products: reads.products,
    tenants: stores.tenants,
    now: clock.now,
    waiting: stores.waitingLists,
    move: movingWishes(background),
    waves: stores.waves,
    rounds: stores.waveRounds,
    wishesPerSublist: wishesPerSublist(config.WAITING_LIST_LENGTH),
    hasMail: config.SMTP_URL !== undefined,
    onDecided: (outcome: AlertOutcome) => metrics.alerts.inc({ outcome: LABELS[outcome] }),
    addJob: (data, delayMs, traceContexts) =>
      jobs.add("alerts", [{ ...waveJob(data), delayMs, priority: priorityOf(data), traceContexts }]),
    startRound: (all) =>
      jobs.add(
        "alerts",
        all.map((data) => ({ ...roundJob(data), priority: priorityOf(data) })),
      ),
  };
  // A round waits for all of its jobs: if a failover lost the end of one, the wave would not continue.
  const round = endingDurably(background, (job) => runRound(deps, jobOf<RoundJob>(job).data));
  return {
    process(job, ...rest) {
      switch (job.name) {
        case "settle":
          return markAlertsSent({ dispatcher, layout }, jobOf<MarkSentJob>(job).data);
        case "begin":
          return beginWaves(deps, jobOf<BeginWavesJob>(job).data);
        case "round":
          return round(job, ...rest);
        case "wave":
          return runWave(deps, jobOf<WaveJob>(job).data);
        default:
          return refuseNewerJob();
      }
    },
    concurrency: 16,
  };
}
