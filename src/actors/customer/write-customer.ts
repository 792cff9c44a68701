import { defined } from "../../collections/defined.ts";
import type { UpdateTime } from "../../store/partition/state/state-keys.ts";
import type { CustomerRecord } from "../../store/records/records.ts";
import type { CommandContext, Handler } from "../handler.ts";
import { changed, withoutNull } from "../patch.ts";
import { refuseOversized } from "../record-size.ts";
import { haveSameMembers } from "../record-text.ts";
import { type Decision, refuse, refuseMismatch, type Rejection } from "../reply.ts";
import { customerStateKey } from "../state/customer-slot.ts";
import type { Draft } from "../state/draft.ts";
import { isBefore, refuseFarAhead, tombstoneStateKey, updateTimeStateKey } from "../state/platform-update.ts";
import { adoptSome, newIdIn } from "./adopt.ts";
import { completeConsent, type GivenConsent } from "./complete-consent.ts";
import { consentChange } from "./consent.ts";
import { refuseTaken, releaseOld } from "./contact-claims.ts";
import type { CreateCustomer, CustomerFields, UpdateCustomer, UpsertCustomer } from "./messages.ts";
import { acceptUpdate, reportTimeOf } from "./platform-update.ts";

type Write = CreateCustomer | UpdateCustomer | UpsertCustomer;

const givenIn = (command: Write, before: CustomerRecord | null, { time }: CommandContext): GivenConsent => ({
  fields: command.fields,
  time,
  reportedTime: command.type === "UpsertCustomer" ? reportTimeOf(command, before) : undefined,
  isFromPlatform: command.type === "UpsertCustomer" && command.news !== undefined,
});

/** Refuses times of the given fields that are far ahead. Returns undefined if there are none. */
function refuseTimes(
  { fields }: Write,
  before: CustomerRecord | null,
  { time }: CommandContext,
): Rejection | undefined {
  for (const name of ["updated_at", "accepts_marketing_updated_at"] as const) {
    // A client that sends back the record that it got does not mean its old time.
    const given = fields[name] === before?.[name] ? undefined : fields[name];
    const refusal = refuseFarAhead(given, `/${name}`, time);
    if (refusal) return refusal;
  }
  return undefined;
}

function newCustomer(
  id: string,
  svcId: string,
  sent: GivenConsent,
  shopCurrency: string | undefined,
): CustomerRecord {
  const given = withoutNull<CustomerFields>(sent.fields);
  const { time } = sent;
  const record: CustomerRecord = {
    id,
    svc_customer_id: svcId,
    ...defined({ currency: shopCurrency }),
    ...given,
    accepts_marketing: given.accepts_marketing ?? false,
    addresses: given.addresses ?? [],
    created_at: given.created_at ?? time,
    marketing_opt_in_level: given.marketing_opt_in_level ?? null,
    orders_count: given.orders_count ?? 0,
    state: given.state ?? "disabled",
    tags: given.tags ?? "",
    tax_exempt: given.tax_exempt ?? false,
    tax_exemptions: given.tax_exemptions ?? [],
    total_spent: given.total_spent ?? 0,
    updated_at: given.updated_at ?? time,
    verified_email: given.verified_email ?? false,
  };
  return completeConsent(record, null, sent);
}

/** Fields that a customer always has; clearing one resets it. */
const DEFAULTS: Partial<CustomerFields> = {
  accepts_marketing: false,
  addresses: [],
  marketing_opt_in_level: null,
  orders_count: 0,
  state: "disabled",
  tags: "",
  tax_exempt: false,
  tax_exemptions: [],
  total_spent: 0,
  verified_email: false,
};

function changedCustomer(before: CustomerRecord, sent: GivenConsent): CustomerRecord {
  const { created_at, updated_at, ...others } = sent.fields;
  const after = { ...DEFAULTS, ...changed(before, others) };
  // A client that sends back the record that it got does not mean its old time.
  const isTimeGiven = typeof updated_at === "string" && updated_at !== before.updated_at;
  return completeConsent(
    {
      ...after,
      created_at: created_at ?? before.created_at,
      updated_at: isTimeGiven ? updated_at : sent.time,
    },
    before,
    sent,
  );
}

/** Whether a customer has the same fields as before, except the time of the change. */
const isSame = (before: CustomerRecord, after: CustomerRecord): boolean =>
  haveSameMembers(before, { ...after, updated_at: before.updated_at });

function create(
  command: CreateCustomer | UpsertCustomer,
  draft: Draft,
  context: CommandContext,
): Decision<CustomerRecord> {
  const { slot, storeKey, key, ref, fields, shopCurrency } = command;
  const { version, time } = context;
  const former = draft.get(customerStateKey(slot))?.former ?? null;
  const svcId = newIdIn(former, key, context);
  const refusal = refuseTimes(command, null, context) ?? refuseTaken(draft, storeKey, fields, svcId);
  if (refusal) return refusal;
  const record = newCustomer(ref ?? svcId, svcId, givenIn(command, null, context), shopCurrency);
  const oversized = refuseOversized("customer", record, null);
  if (oversized) return oversized;
  const last = former && adoptSome(draft, slot, former, record, version);
  if (former && last !== null) {
    const heir = { svc_customer_id: svcId, after: last };
    draft.put(customerStateKey(slot), { record: null, version, former: { ...former, heir } });
    return { ok: true, remaining: true };
  }
  draft.put(customerStateKey(slot), { record, version, former: null });
  draft.emit({
    type: "customer.created",
    storeKey,
    time,
    customerKey: key,
    // Wishes of a former customer can be exported again.
    ...(former ? { isRecreated: true, ...consentChange(null, record) } : {}),
  });
  return { ok: true, body: record, version, created: true };
}

function update(
  command: UpdateCustomer | UpsertCustomer,
  before: CustomerRecord,
  draft: Draft,
  context: CommandContext,
): Decision<CustomerRecord> {
  const { slot, storeKey, key, ref, fields } = command;
  if (ref !== undefined && ref !== before.id) {
    // The names of the fields differ between the paths of the API.
    return refuse("InvalidInput", "The customer has another reference, which cannot change.", "/id");
  }
  const refusal =
    refuseTimes(command, before, context) ?? refuseTaken(draft, storeKey, fields, before.svc_customer_id);
  if (refusal) return refusal;
  const record = changedCustomer(before, givenIn(command, before, context));
  // A repeated row is not a change, unless it has a newer time.
  if (command.type === "UpsertCustomer" && record.updated_at === context.time && isSame(before, record)) {
    const version = draft.get(customerStateKey(slot))?.version;
    return { ok: true, body: before, unchanged: true, ...defined({ version }) };
  }
  const oversized = refuseOversized("customer", record, before);
  if (oversized) return oversized;
  releaseOld(draft, storeKey, before, record);
  draft.put(customerStateKey(slot), { record, version: context.version, former: null });
  draft.emit({
    type: "customer.updated",
    storeKey,
    time: context.time,
    customerKey: key,
    ...consentChange(before, record),
  });
  return { ok: true, body: record, version: context.version, created: false };
}

/** Returns the customer in the slot, if it is the one that the command names. */
function targetOf(command: Write, draft: Draft): CustomerRecord | null {
  const record = draft.get(customerStateKey(command.slot))?.record ?? null;
  if (!record || command.type === "CreateCustomer") return record;
  const isTarget =
    command.customerId === undefined
      ? record.id === command.ref
      : record.svc_customer_id === command.customerId;
  return isTarget ? record : null;
}

const refuseTakenRef = () => refuse("DuplicateReference", "Another customer has this id.", "/id");
const refuseMissing = () => refuse("ResourceNotFound", "There is no such customer.");

/**
 * Creates a customer. Refused with `DuplicateReference` if another customer has the id, the e-mail address or the phone
 * number. A new customer with the id of a deleted one gets the wishlists that were kept. If there are many, it gets
 * some at a time (`remaining` in the reply).
 */
export const createCustomer: Handler<CreateCustomer, CustomerRecord> = (command, draft, context) => {
  return targetOf(command, draft) ? refuseTakenRef() : create(command, draft, context);
};

/**
 * Changes the given fields of a customer; `null` clears a field. Refused with `ResourceNotFound`, with
 * `PreconditionFailed` if `ifMatch` names another version, with `InvalidInput` if the id would change, and with
 * `DuplicateReference` if another customer has the e-mail address or the phone number.
 */
export const updateCustomer: Handler<UpdateCustomer, CustomerRecord> = (command, draft, context) => {
  const before = targetOf(command, draft);
  if (!before) return refuseMissing();
  const version = draft.get(customerStateKey(command.slot))?.version ?? "";
  return refuseMismatch("customer", version, command.ifMatch) ?? update(command, before, draft, context);
};

/**
 * Creates or changes a customer that a feed or a platform reports. A report that is older than the newest one changes
 * nothing, and one whose time is far ahead is refused with `InvalidInput`. A consent that is older than the
 * stored decision is left out, and so is one without a time if the customer has withdrawn the consent.
 */
export const upsertCustomer: Handler<UpsertCustomer, Partial<CustomerRecord>> = (command, draft, context) => {
  const { news, slot } = command;
  const isDated = news !== undefined || typeof command.fields.updated_at === "string";
  draft.load([
    customerStateKey(slot),
    ...(isDated ? [updateTimeStateKey(slot)] : []),
    ...(news ? [tombstoneStateKey(slot)] : []),
  ]);
  const refusal = refuseFarAhead(news?.time, "/updated_at", context.time);
  if (refusal) return refusal;
  const before = targetOf(command, draft);
  const accepted = acceptUpdate(command, before, draft, context.time);
  if (!accepted) return { ok: true, unchanged: true, body: before ?? {} };
  const decision = writeFields(accepted, before, draft, context);
  const time = decision.ok ? reportTimeOf(accepted, before) : undefined;
  if (time !== undefined)
    draft.put(
      updateTimeStateKey(slot),
      timeAfter(accepted, time, draft.get(updateTimeStateKey(slot)), context),
    );
  return decision;
};

/**
 * Returns the time of an applied report, with which later reports are compared. The clock of a row's sender may be
 * ahead: the row is then as old as its command, but has its own time when it arrives again.
 */
function timeAfter(
  { news }: UpsertCustomer,
  reported: string,
  known: UpdateTime | null,
  { time: now }: CommandContext,
): UpdateTime {
  const time = news || Date.parse(reported) <= Date.parse(now) ? reported : now;
  const later = [known?.aheadTime, reported].filter((each) => isBefore(time, each, now));
  const [aheadTime] = later.sort((one, other) => (isBefore(one, other, now) ? 1 : -1));
  return { time, ...defined({ aheadTime }) };
}

function writeFields(
  command: UpsertCustomer,
  before: CustomerRecord | null,
  draft: Draft,
  context: CommandContext,
): Decision<CustomerRecord> {
  if (before) return update(command, before, draft, context);
  if (command.customerId !== undefined) return refuseMissing();
  // Another customer has the slot. This happens only if a retailer's reference has the form of another customer's
  // service id.
  if (draft.get(customerStateKey(command.slot))?.record) return refuseTakenRef();
  return create(command, draft, context);
}
