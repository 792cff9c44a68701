import type { RaiseAlerts, RaiseResult } from "../../actors/alert/messages.ts";
import { occasionOf } from "../../actors/alert/occasion.ts";
import { mayNotify, type VariantFacts } from "../../actors/alert/rules.ts";
import { variantFactsOf } from "../../actors/alert/variant-facts.ts";
import { unitsOf } from "../../actors/catalogue/availability.ts";
import { withoutNull } from "../../actors/patch.ts";
import { bodyOf } from "../../actors/reply.ts";
import { variantTerms, waitingName } from "../../actors/wishlist/state/item-index.ts";
import { identityOf } from "../../store/read/products.ts";
import type { FoundVariant } from "../../store/read/variant-search.ts";
import type { Tenant } from "../../store/tenants/tenant.ts";
import type { WaitingCursor } from "../../store/waiting/waiting-set.ts";
import { groupsOf } from "../queue/groups.ts";
import { type AwaitedVariant, type Waiter, waitersOf } from "./waiters.ts";
import type { WaveDeps, WaveJob } from "./wave-job.ts";

/** Customers of one partition in one command. */
export const NOTIFY_BATCH_SIZE = 25;

/** The variant of a wave, whose occasion holds. */
export interface VariantNow {
  found: FoundVariant;
  facts: VariantFacts;
  awaited: AwaitedVariant;
}

/** Whether the wave's occasion still holds. A later rise, drop or fall has its own wave. */
const isCurrentOccasion = (facts: VariantFacts, { cycle }: WaveJob): boolean =>
  occasionOf(facts).cycle === cycle && mayNotify(facts);

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
      ...withoutNull({
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

/** The variant of a wave as it is now; undefined if its occasion is over. */
export async function currentVariant(
  deps: WaveDeps,
  tenant: Tenant,
  job: WaveJob,
): Promise<VariantNow | undefined> {
  const { storeKey, partition, productKey, variantRef, alert } = job;
  const found = await deps.products.variantAt(
    deps.layout.slotAt(storeKey, partition, productKey),
    variantRef,
  );
  if (!found) return undefined;
  const facts = variantFactsOf(tenant, storeKey, alert, found, deps.now());
  return isCurrentOccasion(facts, job) ? { found, facts, awaited: awaitedIn(job, found, facts) } : undefined;
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
  const { reply } = await deps.window.pass(command.storeKey, () =>
    deps.dispatcher.sendTimed({ partition }, command),
  );
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

/** Notifies the customers with wishes on a page of the waiting list. Resolves to their number. */
export async function notifyPage(
  deps: WaveDeps,
  job: WaveJob,
  { found, facts, awaited }: VariantNow,
  page: readonly WaitingCursor[],
): Promise<number> {
  const { storeKey, name } = awaited;
  const { waiters, vanished } = await waitersOf(deps, awaited, page);
  const groups = groupsOf(waiters, ({ customer }) => customer.partition, NOTIFY_BATCH_SIZE);
  const isMailed = deps.hasMail && facts.settings.email;
  const raised = groups.map(({ key: partition, entries }) =>
    raise(deps, partition, commandFor(job, found, awaited, { waiters: entries, isMailed })),
  );
  const results = (await Promise.all(raised)).flat();
  const gone = [...vanished, ...results.flatMap((result) => result.gone)];
  await deps.waiting.remove(gone.map((itemId) => ({ storeKey, variant: name, itemId })));
  return results.filter(({ outcome }) => outcome !== "nobody waits").length;
}
