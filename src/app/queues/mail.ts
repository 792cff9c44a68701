import type { Job } from "bullmq";
import type { Logger } from "pino";
import { UNSUBSCRIBE_PATH } from "../../http/routes/tenant/unsubscribe.ts";
import type { Mailer } from "../../jobs/mail/mailer.ts";
import { type DigestDeps, giveUpDigest, type MailJob, sendDigest } from "../../jobs/mail/send-digest.ts";
import type { QueueWork } from "../../jobs/queue/job.ts";
import { type Metrics, startAtZero } from "../../metrics.ts";
import type { Background } from "./context.ts";

/** Number of e-mails that a process sends at the same time, each over a connection with the mail server. */
const CONCURRENCY = 8;

/** The outcomes of messages, as labels of metrics. */
const OUTCOMES = ["sent", "refused", "failed"] as const;

/** Wraps a mailer so that it counts the outcomes of its messages, and logs refusals. The queue logs other failures. */
function observed(mailer: Mailer, { mails }: Metrics, log: Logger): Pick<Mailer, "send"> {
  startAtZero(mails, OUTCOMES);
  const count = (outcome: (typeof OUTCOMES)[number]) => mails.inc({ outcome });
  return {
    async send(message, signal) {
      try {
        const refusal = await mailer.send(message, signal);
        count(refusal === undefined ? "sent" : "refused");
        if (refusal !== undefined)
          log.warn({ messageId: message.id, reason: refusal }, "an e-mail was refused");
        return refusal;
      } catch (err) {
        count("failed");
        throw err;
      }
    },
  };
}

/** Returns the work of the queue `mail`; undefined, and its library not loaded, if no mail server is set. */
export async function mailWork(background: Background): Promise<QueueWork | undefined> {
  const { config, log, lifecycle, metrics, layout, stores, publicUrl, dispatcher, reads } = background;
  const { SMTP_URL: url, MAIL_FROM: from, SMTP_ALLOW_PLAIN: allowPlain, MAIL_RATE: perSecond } = config;
  if (url === undefined || from === undefined) return undefined;
  const { Mailer } = await import("../../jobs/mail/mailer.ts");
  const deps: DigestDeps = {
    mailer: observed(
      lifecycle.own(
        "mailer",
        new Mailer({ url, from, allowPlain, publicUrl, connections: CONCURRENCY }),
        (part) => part.close(),
      ),
      metrics,
      log,
    ),
    dispatcher,
    layout,
    tenants: stores.tenants,
    customers: reads.customers,
    alerts: reads.alerts,
    products: reads.products,
    onUndecodable: background.onUndecodable,
    now: background.clock.now,
    unsubscribeBase: `${publicUrl}${UNSUBSCRIBE_PATH}/`,
  };
  const process: QueueWork["process"] = (job: Job<MailJob>, _token, signal) => sendDigest(deps, job, signal);
  const onGivenUp = (job: Job<MailJob>) => giveUpDigest(deps, job);
  return { process, onGivenUp, concurrency: CONCURRENCY, perTenant: config.TENANT_MAILS, perSecond };
}
