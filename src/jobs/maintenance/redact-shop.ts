import type { Job } from "bullmq";
import type { Logger } from "pino";
import type { PrivacyLog } from "../../store/privacy/privacy-log.ts";
import { isOpenRedaction, type Redaction, type Redactions } from "../../store/privacy/redactions.ts";
import type { Now } from "../../store/redis/clock.ts";
import { feedersOf, type Shops } from "../../store/tenants/shops.ts";
import { jobOf, type NewJob } from "../queue/job.ts";
import type { Jobs } from "../queue/jobs.ts";
import { runLater } from "../queue/worker/run-later.ts";
import type { OnErased } from "./erase-store.ts";

/** A job of the queue `maintenance`. */
interface RedactShopJob {
  /** Domain of the shop. */
  domain: string;
  /** Its store, by which the deletion of a tenant finds the job; absent in jobs of earlier versions. */
  storeKey?: string;
}

/** Returns the job that carries out a redaction when it is due. Adding it again has no effect. */
export function redactionJob(
  { domain, storeKey, requestedTime, dueTime }: Redaction,
  now: Now,
): NewJob & { id: string } {
  const data: RedactShopJob = { domain, storeKey };
  const id = `redact-${domain}-${Date.parse(requestedTime)}`;
  return { name: "redact-shop", data, id, delayMs: Math.max(0, Date.parse(dueTime) - now()) };
}

/**
 * Ensures that each open redaction has a job, because the queue may have been lost, or the job may have used all its
 * attempts while the store was unavailable. Also adds changes to the privacy log that it lacks. Several processes can do
 * it at the same time.
 */
export async function resumeRedactions({
  redactions,
  privacyLog,
  jobs,
  now,
}: {
  redactions: Pick<Redactions, "list" | "log">;
  privacyLog: PrivacyLog;
  jobs: Pick<Jobs, "revive">;
  now: Now;
}): Promise<void> {
  for (const found of await redactions.list()) {
    const redaction = await redactions.log(found, privacyLog);
    if (isOpenRedaction(redaction)) await jobs.revive("maintenance", redactionJob(redaction, now));
  }
}

interface RedactShopDeps {
  redactions: Redactions;
  shops: Shops;
  privacyLog: PrivacyLog;
  /** The store's clock. */
  now: Now;
  /** Erases all persons of a store. */
  erase: (storeKey: string, onErased: OnErased) => Promise<void>;
  log: Logger;
}

/**
 * Carries out a shop's redaction, unless it was cancelled. If another shop writes to the same store, the redaction is
 * cancelled. An early job waits until its due time on the store's clock.
 */
export async function redactShop(
  { redactions, shops, privacyLog, now, erase, log }: RedactShopDeps,
  job: Job,
  token?: string,
): Promise<void> {
  const { domain } = jobOf<RedactShopJob>(job).data;
  const found = await redactions.find(domain);
  if (!found) return;
  const redaction = await redactions.log(found, privacyLog);
  if (!isOpenRedaction(redaction)) return;
  const earlyMs = Date.parse(redaction.dueTime) - now();
  if (earlyMs > 0) return runLater(job, token, earlyMs);
  const { storeKey } = redaction;
  if (feedersOf(await shops.list(), storeKey, domain).length > 0) {
    log.warn({ storeKey, shop: domain }, "erasure cancelled: another shop writes to the same store");
    const cancelled = await redactions.cancel(redaction, "shopify", now);
    if (cancelled) await redactions.log(cancelled, privacyLog);
    return;
  }
  // From here on, the redaction cannot be cancelled. A repeated job continues here.
  const running = await redactions.move(redaction, "running");
  if (!running) throw new Error("the redaction was changed in the meantime; the next attempt reads it again");
  await erase(storeKey, (counts) => redactions.addErased(running, counts));
  const done = await redactions.finish(running, now);
  if (done) await redactions.log(done, privacyLog);
}
