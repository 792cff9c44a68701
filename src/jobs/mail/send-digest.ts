import type { Job } from "bullmq";
import type { SettleMail, TakeMail } from "../../actors/alert/messages.ts";
import { whyOutdated } from "../../actors/alert/outdated.ts";
import { bodyOf } from "../../actors/reply.ts";
import type { Dispatcher } from "../../actors/runtime/dispatcher.ts";
import { sendAccepted } from "../../actors/runtime/send.ts";
import { Unavailable } from "../../actors/runtime/unavailable.ts";
import { batchesOf } from "../../collections/batches.ts";
import { defined } from "../../collections/defined.ts";
import { ownValue } from "../../collections/own-value.ts";
import type { Layout } from "../../store/layout/layout.ts";
import type { Named } from "../../store/partition/state/state-keys.ts";
import { unsubscribeToken } from "../../store/privacy/unsubscribe-token.ts";
import type { AlertLedger } from "../../store/read/alert-ledger.ts";
import type { Customers } from "../../store/read/customers.ts";
import type { Products } from "../../store/read/products.ts";
import type { AlertMail, AlertRecord, MailReason } from "../../store/records/alerts.ts";
import { doOrSkip, type OnUndecodable } from "../../store/records/undecodable.ts";
import type { Now } from "../../store/redis/clock.ts";
import type { MailSettings } from "../../store/tenants/settings/settings.ts";
import type { Tenant } from "../../store/tenants/tenant.ts";
import type { Tenants } from "../../store/tenants/tenants.ts";
import { dueTimeOf } from "../queue/due-time.ts";
import { mailDigestOf } from "./digest.ts";
import type { Mailer, Message } from "./mailer.ts";
import { htmlOf } from "./templates/html.ts";
import { plainTextOf } from "./templates/text.ts";

/** A job of the queue `mail`: the slot of a customer whose waiting alerts are sent. */
export interface MailJob {
  storeKey: string;
  partition: number;
  key: string;
  /** The message that has already taken the alerts, if its job was lost. */
  messageId?: string;
  /** The mail server's answer, if it is not yet recorded in the ledger. */
  outcome?: { status: "sent" | "failed"; reason?: string; detail?: string };
}

/** Maximum number of alerts of one command: each may name 100 wishes, which the customer's actor reads. */
const MAX_NAMES = 50;

type MailResult = Pick<SettleMail, "status" | "reason" | "detail">;

/** A result with a reason of this version. */
const resultOf = <S extends "suppressed" | "failed">(status: S, reason: MailReason) => ({ status, reason });

/** The result of an e-mail whose job was given up. */
const GIVEN_UP = resultOf("failed", "given_up");

/** Returns the result of an e-mail that the mail server did not accept. */
const notAccepted = (detail: string) => ({ ...resultOf("failed", "mail_server"), detail });

export interface DigestDeps {
  mailer: Pick<Mailer, "send">;
  dispatcher: Dispatcher;
  layout: Layout;
  tenants: Pick<Tenants, "findFor">;
  customers: Pick<Customers, "at">;
  alerts: AlertLedger;
  products: Products;
  onUndecodable: OnUndecodable;
  /** The store's clock, which also gives alerts their time. */
  now: Now;
  /** Start of a link to unsubscribe; the token follows. */
  unsubscribeBase: string;
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

/**
 * Returns the alerts that no longer match their variants, such as a variant that is sold out again, with the reasons.
 */
async function outdatedOf(
  { products, now, onUndecodable }: DigestDeps,
  storeKey: string,
  open: readonly Named<AlertRecord>[],
): Promise<Record<string, MailReason>> {
  const outdated: Record<string, MailReason> = {};
  for (const { field, record } of open) {
    const address = products.addressOf(storeKey, record.productId);
    // If a variant cannot be decoded, the customer's other alerts must not wait.
    const found =
      address &&
      (await doOrSkip(
        () => products.variantAt(address, record.variantRef),
        () => ({ storeKey, partition: address.partition, id: address.key }),
        onUndecodable,
      ));
    const reason = whyOutdated(record, found, now());
    if (reason !== undefined) outdated[field] = reason;
  }
  return outdated;
}

/** Returns the result of alerts that a tenant does not send; undefined if it sends them. */
function unsentResult(tenant: Tenant): MailResult | undefined {
  if (!tenant.settings.alerts.email) return resultOf("suppressed", "switched_off");
  // Alerts do not wait until the tenant is resumed, because a late alert is useless.
  return tenant.state === "suspended" ? resultOf("failed", "tenant_suspended") : undefined;
}

/** Returns the id of a job's message, which is the same for each attempt. */
const messageIdOf = (layout: Layout, { id = "", data: { storeKey, messageId } }: Job<MailJob>): string =>
  messageId ?? layout.digestOf(`mail ${storeKey} ${id}`).digest;

/** Records that a message takes alerts. Resolves to the names of those that it contains. */
async function takeAll(
  deps: DigestDeps,
  partition: number,
  { names: all, outdated = {}, ...target }: Omit<TakeMail, "type">,
): Promise<Set<string>> {
  const taken = new Set<string>();
  for (const names of batchesOf(all, MAX_NAMES)) {
    const late = names.flatMap((name) => {
      const reason = ownValue(outdated, name);
      return reason === undefined ? [] : [[name, reason] as const];
    });
    const take: TakeMail = { type: "TakeMail", ...target, names, outdated: Object.fromEntries(late) };
    const reply = await sendAccepted(deps.dispatcher, { partition, command: take });
    for (const name of bodyOf(reply).taken) taken.add(name);
  }
  return taken;
}

/** Returns the function that records the outcome of a job's message for some of its alerts. */
function marking(deps: DigestDeps, job: Job<MailJob>) {
  const { storeKey, partition, key } = job.data;
  const { slot } = deps.layout.slotAt(storeKey, partition, key);
  const target = { storeKey, slot, key, messageId: messageIdOf(deps.layout, job) };
  return async (all: Iterable<string>, { status, reason, detail }: MailResult) => {
    const result = { status, ...defined({ reason, detail }) };
    for (const names of batchesOf([...all], MAX_NAMES)) {
      const command: SettleMail = { type: "SettleMail", ...target, names, ...result };
      await sendAccepted(deps.dispatcher, { partition, command });
    }
  };
}

/**
 * Marks the e-mails of a job as failed if the queue has given it up, because nothing else would end them: those that
 * its message has taken, and those that have waited for it. Later alerts have a job of their own.
 */
export async function giveUpDigest(deps: DigestDeps, job: Job<MailJob>): Promise<void> {
  const { storeKey, partition, key, outcome } = job.data;
  const address = deps.layout.slotAt(storeKey, partition, key);
  const messageId = messageIdOf(deps.layout, job);
  const dueTime = dueTimeOf(job);
  const isSending = (email: AlertMail) => email.status === "sending" && email.messageId === messageId;
  const isWaiting = ({ status, time }: AlertMail) => status === "pending" && Date.parse(time) <= dueTime;
  const named = await deps.alerts.namedOf(
    address,
    ({ email }) => email !== undefined && (isSending(email) || isWaiting(email)),
  );
  const namesOf = (isWanted: (email: AlertMail) => boolean) =>
    named.flatMap(({ field, record: { email } }) => (email && isWanted(email) ? field : []));
  const markAs = marking(deps, job);
  await markAs(namesOf(isSending), outcome ?? GIVEN_UP);
  const target = { storeKey, slot: address.slot, key, messageId };
  await markAs(await takeAll(deps, partition, { ...target, names: namesOf(isWaiting) }), GIVEN_UP);
}

/**
 * Sends a message, and resolves to the result.
 *
 * @throws if the message can be sent again: the failure of the last attempt is a result
 */
async function attempt(
  { mailer }: DigestDeps,
  job: Job<MailJob>,
  message: Message,
  signal: AbortSignal | undefined,
): Promise<NonNullable<MailJob["outcome"]>> {
  try {
    const refusal = await mailer.send(message, signal);
    return refusal === undefined ? { status: "sent" } : notAccepted(refusal);
  } catch (err) {
    // Not the mail server's fault: the job runs again elsewhere, without a lost attempt.
    if (signal?.aborted) throw new Unavailable("the process stops", { cause: err });
    const isLast = job.attemptsMade + 1 >= (job.opts.attempts ?? 1);
    if (!isLast || !(err instanceof Error)) throw err;
    return notAccepted(err.message);
  }
}

/**
 * Sends a customer's waiting alerts in one message. Before, the ledger records that this message takes them;
 * afterwards, it records the outcome. If the process is killed in between, the job's next attempt sends them: nothing
 * is lost, but an accepted message is sent a second time, with the same Message-ID.
 */
export async function sendDigest(deps: DigestDeps, job: Job<MailJob>, signal?: AbortSignal): Promise<void> {
  const { layout } = deps;
  const { storeKey, partition, key, outcome } = job.data;
  const address = layout.slotAt(storeKey, partition, key);
  const target = { storeKey, slot: address.slot, key };
  const id = messageIdOf(layout, job);
  const markAs = marking(deps, job);

  const tenant = await deps.tenants.findFor(storeKey);
  const open = await deps.alerts.namedOf(
    address,
    ({ email }) => email?.status === "pending" || (email?.messageId === id && email.status !== "sent"),
  );
  if (!tenant || open.length === 0) return;
  const names = open.map(({ field }) => field);
  if (outcome) {
    await markAs(names, outcome);
    return;
  }
  const outdated = await outdatedOf(deps, storeKey, open);
  const taken = await takeAll(deps, partition, { ...target, names, messageId: id, outdated });
  if (taken.size === 0) return;
  const to = (await deps.customers.at(address))?.email;
  if (to === undefined) {
    await markAs(taken, resultOf("suppressed", "no_address"));
    return;
  }
  const unsent = unsentResult(tenant);
  if (unsent) {
    await markAs(taken, unsent);
    return;
  }
  const alerts = open.filter(({ field }) => taken.has(field)).map(({ record }) => record);
  const message = messageOf(deps, job.data, { id, to, alerts, settings: tenant.settings.mail });
  const result = await attempt(deps, job, message, signal);
  // Recorded twice: if the actor is unavailable, or the queues have lost the job, no later job sends the message again.
  const [marked] = await Promise.allSettled([
    markAs(taken, result),
    job.updateData({ ...job.data, outcome: result }),
  ]);
  if (marked.status === "rejected") throw marked.reason;
}
