import { beginWaves, type BeginWavesJob } from "../../jobs/alerts/begin-waves.ts";
import { markAlertsSent, type SettleJob } from "../../jobs/alerts/mark-sent.ts";
import { untilRelayed } from "../../jobs/alerts/until-relayed.ts";
import { type AlertOutcome, runWave, type WaveJob } from "../../jobs/alerts/wave.ts";
import { CommandWindow } from "../../jobs/queue/command-window.ts";
import { FairShare } from "../../jobs/queue/fair-share.ts";
import { jobOf, type QueueWork } from "../../jobs/queue/job.ts";
import type { Background } from "./context.ts";

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
  const shares = new FairShare();
  const waves = {
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
    underWay: stores.waves,
    hasMail: config.SMTP_URL !== undefined,
    onDecided: (outcome: AlertOutcome) => metrics.alerts.inc({ outcome: LABELS[outcome] }),
    goOn(data: WaveJob, delayMs: number, traceContexts?: readonly string[]) {
      const priority = shares.next(data.storeKey, clock.now());
      const id = `${data.id}-${data.part}`;
      return jobs.add("alerts", [{ name: "wave", data, id, delayMs, priority, traceContexts }]);
    },
  };
  return {
    process(job) {
      switch (job.name) {
        case "settle":
          return markAlertsSent({ dispatcher, layout }, jobOf<SettleJob>(job).data);
        case "begin":
          return beginWaves(waves, jobOf<BeginWavesJob>(job).data);
        default:
          return runWave(waves, jobOf<WaveJob>(job).data);
      }
    },
    concurrency: 16,
  };
}
