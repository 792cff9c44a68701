import type { Logger } from "pino";
import type { RaiseAlerts, RaiseResult } from "../../actors/alert/messages.ts";
import { occasionOf } from "../../actors/alert/occasion.ts";
import { mayNotify, type VariantFacts } from "../../actors/alert/rules.ts";
import { variantFactsOf } from "../../actors/alert/variant-facts.ts";
import { unitsOf } from "../../actors/catalogue/availability.ts";
import { present } from "../../actors/patch.ts";
import { bodyOf } from "../../actors/reply.ts";
import type { Dispatcher } from "../../actors/runtime/dispatcher.ts";
import { variantTerms, waitingName } from "../../actors/wishlist/item-index.ts";
import { defined } from "../../store/defined.ts";
import type { Layout } from "../../store/layout.ts";
import { type FoundVariant, identityOf, type Products } from "../../store/read/products.ts";
import type { WaitingCursor } from "../../store/read/waiting-set.ts";
import type { AlertType } from "../../store/records/alerts.ts";
import type { VariantRecord } from "../../store/records/catalogue.ts";
import type { AlertSettings } from "../../store/tenants/settings.ts";
import type { Tenants } from "../../store/tenants/tenants.ts";
import type { CommandWindow } from "../queue/command-window.ts";
import { groupsOf } from "../queue/groups.ts";
import { showRest, type UnderWayDeps } from "./under-way.ts";
import { type AwaitedVariant, type Waiter, type WaiterDeps, waitersOf } from "./waiters.ts";

/** Wishes that are read together: some for each partition, so that commands carry several. */
const PAGE = 1000;
/** Pages that one job handles before other jobs run. */
const PAGES = 5;
/** Customers of one partition in one command. */
const NOTIFY_BATCH_SIZE = 6;

/** One wave of alerts, or the part of it that is left. */
export interface WaveJob {
  storeKey: string;
  partition: number;
  productKey: string;
  variantRef: string;
  alert: AlertType;
  cycle: number;
  /** When the variant rose, fell or was released: only wishes created before are included. ISO 8601. */
  since: string;
  /** Position in the waiting list; absent at its start. */
  place?: WaitingCursor;
  /** Customers that this wave has notified. */
  told: number;
  /** Those that the waves before it have notified; absent in jobs of earlier versions, and for none. */
  notifiedBefore?: number;
  /** Number of the job among those of its cycle. */
  part: number;
  /** Id of the first of them. */
  id: string;
  /** The waiting lists have all wishes from before `since`; absent in jobs of version 0.1.0. */
  isRelayed?: true;
}

/** What became of the alert of a customer; `failed` where the command became a dead letter. */
export type AlertOutcome = RaiseResult["outcome"] | "failed";

export interface WaveDeps extends WaiterDeps, UnderWayDeps {
  log: Logger;
  layout: Layout;
  waiting: WaiterDeps["waiting"];
  dispatcher: Pick<Dispatcher, "sendTimed">;
  /** Shared by all waves of the process: leaves room for requests. */
  window: CommandWindow;
  products: Pick<Products, "variantAt">;
  tenants: Pick<Tenants, "findFor">;
  /** Resolves once the waiting lists have all wishes from before now. */
  untilRelayed: () => Promise<void>;
  /** Whether there is a mail server. */
  hasMail: boolean;
  /** Called for each customer whom a wave has come to. */
  onDecided: (outcome: AlertOutcome) => void;
  /** Schedules a job for a wave, or for the rest of it. It continues the traces, or the one of the job that adds it. */
  goOn: (job: WaveJob, delayMs: number, traceContexts?: readonly string[]) => Promise<void>;
}

/** Whether the wave's occasion still holds. A later rise, drop or fall has its own wave. */
const isStillTrue = (facts: VariantFacts, { cycle }: WaveJob): boolean =>
  occasionOf(facts).cycle === cycle && mayNotify(facts);

/** Maximum number of customers that one wave notifies: alerts do not promise more than the stock. */
function quotaOf(
  { inventoryPolicy, stock }: VariantRecord,
  { alert }: WaveJob,
  { waveMultiple }: AlertSettings,
): number {
  const units = unitsOf(stock);
  const isCounted = typeof units === "number" && inventoryPolicy === "deny";
  return isCounted && alert !== "price_drop" ? Math.max(0, units) * waveMultiple : Number.POSITIVE_INFINITY;
}

function awaitedIn(job: WaveJob, found: FoundVariant, facts: VariantFacts): AwaitedVariant {
  const { storeKey, cycle, since } = job;
  const variant = identityOf(found);
  return {
    storeKey,
    name: waitingName(variant),
    terms: variantTerms(variant),
    occasion: { ...occasionOf(facts), cycle, since },
  };
}

function commandFor(
  job: WaveJob,
  found: FoundVariant,
  { occasion }: AwaitedVariant,
  { waiters, isMailed }: { waiters: readonly Waiter[]; isMailed: boolean },
): RaiseAlerts {
  const { product, variant } = found;
  const { price, currency } = variant;
  return {
    type: "RaiseAlerts",
    storeKey: job.storeKey,
    customers: waiters.map(({ customer: { slot, key }, itemIds }) => ({ slot, key, itemIds })),
    variant: identityOf(found),
    ...occasion,
    since: job.since,
    isMailed,
    about: {
      ...present({
        url: product.url,
        handle: product.handle,
        imageUrl: product.imageUrl,
        variantTitle: variant.title,
        price,
        currency,
      }),
      title: product.title,
      available: unitsOf(variant.stock) ?? null,
      productId: product.productId,
    },
  };
}

/**
 * Notifies the customers who wait for a variant, the oldest wish first, and in one wave not more customers than there
 * are units for. The occasion is checked again before each part; the rest keep their positions.
 */
export async function runWave(deps: WaveDeps, job: WaveJob): Promise<void> {
  if (job.part === 0) await deps.underWay.begin(job.storeKey, job);
  if (!(await goesOn(deps, job))) await deps.underWay.end(job.storeKey, job);
}

/** Notifies the next customers. Resolves to whether a further job goes on. */
async function goesOn(deps: WaveDeps, job: WaveJob): Promise<boolean> {
  const { storeKey } = job;
  if (!job.isRelayed) await deps.untilRelayed();
  const tenant = await deps.tenants.findFor(storeKey);
  if (!tenant) return false;
  const { alerts } = tenant.settings;
  let { place: cursor, told: notified } = job;
  let shown: FoundVariant | undefined;
  for (let page = 0; page < PAGES; page++) {
    const address = deps.layout.slotAt(storeKey, job.partition, job.productKey);
    const found = await deps.products.variantAt(address, job.variantRef);
    if (!found) return false;
    const facts = variantFactsOf(tenant, storeKey, job.alert, found, deps.now());
    if (!isStillTrue(facts, job)) return false;
    shown = found;
    const left = quotaOf(found.variant, job, alerts) - notified;
    if (left <= 0) {
      const pauseMs = alerts.waveSeconds * 1000;
      const notifiedBefore = notified + (job.notifiedBefore ?? 0);
      const next = { ...job, part: job.part + 1, told: 0, notifiedBefore, ...defined({ place: cursor }) };
      await showRest(deps, next, found, { quota: quotaOf(found.variant, job, alerts), pauseMs });
      await deps.goOn(next, pauseMs);
      return true;
    }
    const outcome = await notifyNext(deps, job, found, facts, { cursor, left });
    if (outcome.cursor === undefined) return false;
    ({ cursor } = outcome);
    notified += outcome.notified;
  }
  const next = { ...job, part: job.part + 1, told: notified, ...defined({ place: cursor }) };
  if (shown) await showRest(deps, next, shown, { quota: Number.POSITIVE_INFINITY, pauseMs: 0 });
  await deps.goOn(next, 0);
  return true;
}

/**
 * Raises the alerts of customers of one partition. A customer whose records cannot be decoded must not stop the others:
 * then each customer has a command of its own, and the failing one becomes a dead letter.
 */
async function raise(
  deps: Pick<WaveDeps, "dispatcher" | "window" | "log" | "onDecided">,
  partition: number,
  command: RaiseAlerts,
): Promise<RaiseResult[]> {
  const { reply } = await deps.window.pass(() => deps.dispatcher.sendTimed({ partition }, command));
  if (reply.ok) {
    const results = bodyOf(reply);
    for (const { outcome } of results) deps.onDecided(outcome);
    return results;
  }
  const { customers } = command;
  if (customers.length === 1) {
    const { storeKey } = command;
    deps.log.error({ partition, storeKey, detail: reply.detail }, "cannot raise an alert");
    deps.onDecided("failed");
    return [];
  }
  const results: RaiseResult[] = [];
  for (const customer of customers)
    results.push(...(await raise(deps, partition, { ...command, customers: [customer] })));
  return results;
}

/**
 * Notifies the next customers of the waiting list, up to `left`. Resolves to the reached position; undefined at the
 * end.
 */
async function notifyNext(
  deps: WaveDeps,
  job: WaveJob,
  found: FoundVariant,
  facts: VariantFacts,
  { cursor, left }: { cursor: WaitingCursor | undefined; left: number },
): Promise<{ cursor: WaitingCursor | undefined; notified: number }> {
  const awaited = awaitedIn(job, found, facts);
  const { storeKey, name } = awaited;
  const all = await deps.waiting.after(storeKey, name, cursor, Math.min(PAGE, left));
  // Who comes later waits for the next rise.
  const entries = all.filter(({ since }) => since < Date.parse(job.since));
  if (entries.length === 0) return { cursor: undefined, notified: 0 };
  const { waiters, vanished } = await waitersOf(deps, awaited, entries);
  const groups = groupsOf(waiters, ({ customer }) => customer.partition, NOTIFY_BATCH_SIZE);
  const isMailed = deps.hasMail && facts.settings.email;
  const raised = groups.map(({ of: partition, some }) =>
    raise(deps, partition, commandFor(job, found, awaited, { waiters: some, isMailed })),
  );
  const results = (await Promise.all(raised)).flat();
  const gone = [...vanished, ...results.flatMap((result) => result.gone)];
  await deps.waiting.remove(gone.map((itemId) => ({ storeKey, variant: name, itemId })));
  return {
    cursor: entries.at(-1),
    notified: results.filter(({ outcome }) => outcome !== "nobody waits").length,
  };
}
