import type { AlertLedger } from "../../store/read/alert-ledger.ts";
import type { AlertMail } from "../../store/records/alerts.ts";
import { doOrSkip } from "../../store/records/undecodable.ts";
import type { MailSettings } from "../../store/tenants/settings/settings.ts";
import { DAY_MS } from "../../units/durations.ts";
import type { MailJob } from "../mail/send-digest.ts";
import type { FairShare } from "../queue/fair-share.ts";
import type { NewJob } from "../queue/job.ts";
import type { RecoveryDeps } from "./recovery-deps.ts";

/** Maximum age of an alert whose e-mail is still sent, in milliseconds. */
const MAX_AGE_MS = 2 * DAY_MS;

export interface LostMailDeps extends RecoveryDeps {
  alerts: Pick<AlertLedger, "at" | "entriesSince">;
  /** Gives the jobs their priorities, without which they would run before the new e-mails of all tenants. */
  shares: FairShare;
  /** Whether a mail server is configured. */
  hasMail: boolean;
}

/** Returns the job for the e-mail of an alert; undefined if it needs none. */
function jobFor(
  data: MailJob,
  alertId: string,
  { status, messageId, time }: AlertMail,
  { mail, now }: { mail: MailSettings; now: number },
): (NewJob & { id: string }) | undefined {
  // The message that has taken the alert keeps its id, so that the receiver recognises a second copy.
  if (status === "sending" && messageId !== undefined)
    return { name: "digest", data: { ...data, messageId }, id: `lost-mail-${messageId}` };
  if (status !== "pending") return undefined;
  const delayMs = Math.max(0, Date.parse(time) + mail.collectSeconds * 1000 - now);
  return { name: "digest", data, id: `lost-mail-${alertId}`, delayMs };
}

/**
 * Adds the lost jobs of a store's e-mails that wait or were being sent: one for each message, and one for all alerts of
 * a customer's next message. If an existing job has already sent the alerts, the new job finds none. Resolves to the
 * number of jobs.
 */
export async function recoverMail(deps: LostMailDeps, storeKey: string): Promise<number> {
  const { alerts, jobs, shares, layout, tenants, onUndecodable, hasMail } = deps;
  const mail = hasMail ? (await tenants.findFor(storeKey))?.settings.mail : undefined;
  if (!mail) return 0;
  const now = deps.now();
  let added = 0;
  for (let partition = 0; partition < layout.partitions; partition++) {
    const handled = new Set<string>();
    for await (const { id, key, name } of alerts.entriesSince(storeKey, partition, now - MAX_AGE_MS)) {
      const address = layout.slotAt(storeKey, partition, key);
      const alert = await doOrSkip(
        () => alerts.at(address, name),
        () => ({ storeKey, partition, id: `${key} ${name}` }),
        onUndecodable,
      );
      const job = alert?.email && jobFor({ storeKey, partition, key }, id, alert.email, { mail, now });
      // The newest alert decides when the customer's next message is due.
      const collected = job && (alert.email?.status === "pending" ? key : job.id);
      if (!job || collected === undefined || handled.has(collected)) continue;
      handled.add(collected);
      await jobs.ensure("mail", { ...job, priority: shares.next(storeKey, now) });
      added++;
    }
  }
  return added;
}
