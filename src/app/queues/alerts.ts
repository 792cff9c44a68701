import { settleAlerts, type SettleJob } from "../../jobs/alerts/settle.ts";
import { runWave, type WaveJob } from "../../jobs/alerts/wave.ts";
import { FairShare } from "../../jobs/queue/fair-share.ts";
import type { QueueWork } from "../../jobs/queue/job.ts";
import { Products } from "../../store/read/products.ts";
import { WaitingLists } from "../../store/read/waiting.ts";
import type { Background } from "./context.ts";

/** Tells those who wait for a variant, and notes that they were told. */
export function alertWork(background: Background): QueueWork {
  const { config, clock, keys, layout, log, redis, references, tenants, dispatcher, jobs, reads } =
    background;
  const shares = new FairShare();
  const waves = {
    log,
    redis: reads,
    keys,
    layout,
    dispatcher,
    products: new Products(reads, keys, layout, references),
    tenants,
    now: clock.now,
    waiting: new WaitingLists(redis, keys, layout),
    hasMail: config.SMTP_URL !== undefined,
    goOn(data: WaveJob, delayMs: number) {
      const priority = shares.next(data.scope, clock.now());
      return jobs.add("alerts", [{ name: "wave", data, id: `${data.id}-${data.part}`, delayMs, priority }]);
    },
  };
  return {
    process: (job) =>
      job.name === "settle"
        ? settleAlerts({ dispatcher, layout }, job.data as SettleJob)
        : runWave(waves, job.data as WaveJob),
    concurrency: 16,
  };
}
