import type { Job } from "bullmq";
import type { SettleMail, TakeMail } from "../../actors/alert/messages.ts";
import { whyOutdated } from "../../actors/alert/outdated.ts";
import type { BodyOf } from "../../actors/command.ts";
import { type Accepted, bodyOf } from "../../actors/reply.ts";
import type { Dispatcher } from "../../actors/runtime/dispatcher.ts";
import { defined } from "../../store/defined.ts";
import type { Layout } from "../../store/layout.ts";
import type { Named } from "../../store/partition/state/state-keys.ts";
import { unsubscribeToken } from "../../store/privacy/unsubscribe-token.ts";
import type { AlertLedger } from "../../store/read/alert-ledger.ts";
import type { Customers } from "../../store/read/customers.ts";
import type { Products } from "../../store/read/products.ts";
import type { AlertRecord } from "../../store/records/alerts.ts";
import { doOrSkip, type OnUndecodable } from "../../store/records/undecodable.ts";
import type { Now } from "../../store/redis/clock.ts";
import type { AlertSettings, MailSettings } from "../../store/tenants/settings.ts";
import type { Tenants } from "../../store/tenants/tenants.ts";
import { mailDigestOf } from "./digest.ts";
import type { Mailer, Message } from "./mailer.ts";
import { htmlOf } from "./templates/html.ts";
import { plainTextOf } from "./templates/text.ts";

/** A job of the queue `mail`: the slot of a customer whose alerts are to be sent. */
export interface MailJob {
  storeKey: string;
  partition: number;
  key: string;
  /** The message that has already taken the alerts, if the job of that message was lost. */
  messageId?: string;
  /** What the mail server answered, if that could not be noted in the ledger yet. */
  outcome?: { status: "sent" | "failed"; reason?: string };
}

interface DigestDeps {
  mailer: Pick<Mailer, "send">;
  dispatcher: Dispatcher;
  layout: Layout;
  tenants: Tenants;
  customers: Customers;
  alerts: AlertLedger;
  products: Products;
  onUndecodable: OnUndecodable;
  /** The store's clock, by which alerts are raised. */
  now: Now;
  /** What a link to unsubscribe starts with; its token follows. */
  unsubscribeBase: string;
}

/**
 * Sends a command to the customer's actor.
 * @throws if it refuses
 */
async function send<C extends TakeMail | SettleMail>(
  deps: DigestDeps,
  partition: number,
  command: C,
): Promise<Accepted<BodyOf<C>>> {
  const reply = await deps.dispatcher.send({ partition }, command);
  if (!reply.ok) throw new Error(`the ledger refuses: ${reply.detail}`);
  return reply;
}

function messageOf(
  { layout, unsubscribeBase }: DigestDeps,
  address: Pick<MailJob, "storeKey" | "partition" | "key">,
  { id, to, alerts, settings }: { id: string; to: string; alerts: AlertRecord[]; settings: MailSettings },
): Message {
  const unsubscribeUrl = `${unsubscribeBase}${unsubscribeToken(layout, address)}`;
  const digest = mailDigestOf(alerts, settings, unsubscribeUrl);
  return {
    id,
    to,
    fromName: settings.shopName ?? undefined,
    replyTo: settings.replyTo ?? undefined,
    subject: digest.subject,
    text: plainTextOf(digest),
    html: htmlOf(digest),
    unsubscribeUrl,
  };
}

/** Alerts that no longer match their variants, such as a variant that is sold out again. */
async function outdatedOf(
  { products, now, onUndecodable }: DigestDeps,
  storeKey: string,
  open: readonly Named<AlertRecord>[],
  settings: AlertSettings,
): Promise<Record<string, string>> {
  const outdated: Record<string, string> = {};
  for (const { field, record } of open) {
    const address = products.addressOf(storeKey, record.productId);
    // A variant that cannot be decoded must not delay the customer's other alerts.
    const found =
      address &&
      (await doOrSkip(
        () => products.variantAt(address, record.variantRef),
        () => ({ storeKey, partition: address.partition, id: address.key }),
        onUndecodable,
      ));
    const reason = whyOutdated(record, found, settings, now());
    if (reason !== undefined) outdated[field] = reason;
  }
  return outdated;
}

/**
 * Sends a customer's waiting alerts in one message. The ledger notes before that this message takes them, and
 * afterwards the outcome. If the process is killed in between, the job's next attempt sends them: nothing is lost, but
 * an accepted message is sent a second time, with the same Message-ID.
 */
export async function sendDigest(deps: DigestDeps, job: Job<MailJob>, signal?: AbortSignal): Promise<void> {
  const { layout } = deps;
  const { storeKey, partition, key, outcome } = job.data;
  const address = layout.slotAt(storeKey, partition, key);
  const target = { storeKey, slot: address.slot, key };
  const id = job.data.messageId ?? layout.digestOf(`mail ${storeKey} ${job.id ?? ""}`).digest;
  const markAs = (names: string[], { status, reason }: Pick<SettleMail, "status" | "reason">) =>
    send(deps, partition, {
      type: "SettleMail",
      ...target,
      names,
      messageId: id,
      status,
      ...defined({ reason }),
    });

  const tenant = await deps.tenants.findFor(storeKey);
  const open = (await deps.alerts.namedOf(address)).filter(
    ({ record: { email } }) =>
      email?.status === "pending" || (email?.messageId === id && email.status !== "sent"),
  );
  if (!tenant || open.length === 0) return;
  const names = open.map(({ field }) => field);
  if (outcome) {
    await markAs(names, outcome);
    return;
  }
  const outdated = await outdatedOf(deps, storeKey, open, tenant.settings.alerts);
  const take: TakeMail = { type: "TakeMail", ...target, names, messageId: id, outdated };
  const { taken } = bodyOf(await send(deps, partition, take));
  const to = (await deps.customers.at(address))?.email;
  if (taken.length === 0 || to === undefined) return;
  const { alerts: switches, mail: settings } = tenant.settings;
  if (!switches.email) {
    await markAs(taken, { status: "suppressed", reason: "switched off" });
    return;
  }
  // They do not wait for the tenant: an alert that comes late is of no use.
  if (tenant.state === "suspended") {
    await markAs(taken, { status: "failed", reason: "the tenant is suspended" });
    return;
  }
  const alerts = open.filter(({ field }) => taken.includes(field)).map(({ record }) => record);
  const message = messageOf(deps, job.data, { id, to, alerts, settings });
  let refusal: string | undefined;
  try {
    refusal = await deps.mailer.send(message, signal);
  } catch (err) {
    const isLast = job.attemptsMade + 1 >= (job.opts.attempts ?? 1);
    if (isLast && err instanceof Error) await markAs(taken, { status: "failed", reason: err.message });
    throw err;
  }
  const said =
    refusal === undefined ? { status: "sent" as const } : { status: "failed" as const, reason: refusal };
  // Kept with the job too: if the actor cannot be reached now, the next attempt does not send the message again.
  await job.updateData({ ...job.data, outcome: said });
  await markAs(taken, said);
}
