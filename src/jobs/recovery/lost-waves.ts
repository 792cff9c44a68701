import { lastOf } from "../../actors/alert/occasion.ts";
import type { SlotAddress } from "../../store/layout/layout.ts";
import { FIRST_POSITION, type ListPosition, type StoreLists } from "../../store/lists/store-lists.ts";
import type { Products } from "../../store/read/products.ts";
import { ALERT_TYPES } from "../../store/records/alerts.ts";
import type { ProductRecord, VariantRecord } from "../../store/records/catalogue.ts";
import { doOrSkip } from "../../store/records/undecodable.ts";
import type { Wave, Waves } from "../../store/work/waves.ts";
import { HOUR_MS } from "../../units/durations.ts";
import type { BeginWavesJob } from "../alerts/begin-waves.ts";
import { jobsOfRound, roundJob, type WaveJob, waveJob } from "../alerts/wave-job.ts";
import type { FairShare } from "../queue/fair-share.ts";
import type { Jobs } from "../queue/jobs.ts";
import type { RecoveryDeps } from "./recovery-deps.ts";

/** Maximum time after its hold time that an unrecorded wave may have waited for its job, in milliseconds. */
const MAX_WAIT_MS = HOUR_MS;
/** Number of products that are read at once. */
const PAGE_SIZE = 200;

export interface LostWavesDeps extends RecoveryDeps {
  jobs: Pick<Jobs, "ensure" | "resume">;
  /** Gives the jobs their priorities, without which they would run before the waves of all other tenants. */
  shares: FairShare;
  waves: Pick<Waves, "all">;
  products: Pick<Products, "at" | "addressOf" | "hasCatalogue">;
  storeLists: Pick<StoreLists, "page">;
}

/** Returns the next jobs of a recorded wave; none if it is finished. */
function nextJobs(storeKey: string, { id, alert, productKey, variantRef, since, rest }: Wave) {
  if (!rest) return [];
  const { round, ...next } = rest;
  const data: WaveJob = { storeKey, id, alert, productKey, variantRef, since, ...next };
  return round ? jobsOfRound(data, round).map(roundJob) : [waveJob(data)];
}

/** Returns the name of the occasion of a wave: a variant has one wave for each. */
const occasionName = ({
  alert,
  productKey,
  variantRef,
  since,
}: Pick<Wave, "alert" | "productKey" | "variantRef" | "since">) =>
  `${alert} ${productKey} ${variantRef} ${since}`;

/** Reads the products of a store, one page at a time. */
async function* productsOf(
  { storeLists, products, onUndecodable }: LostWavesDeps,
  storeKey: string,
): AsyncGenerator<{ address: SlotAddress; product: ProductRecord; variants: VariantRecord[] }> {
  if (!(await products.hasCatalogue(storeKey))) return;
  let position: ListPosition | undefined = FIRST_POSITION;
  while (position) {
    const request = { index: "products", storeKey, from: position, size: PAGE_SIZE } as const;
    const page = await storeLists.page(request, (_, id) => Promise.resolve(id));
    for (const id of page.texts) {
      const address = products.addressOf(storeKey, id);
      if (!address) continue;
      const found = await doOrSkip(
        () => products.at(address),
        () => ({ storeKey, partition: address.partition, id: address.key }),
        onUndecodable,
      );
      if (found) yield { address, ...found };
    }
    position = page.next;
  }
}

/** Yields a wave for each change of a variant of a store since a time, in milliseconds since 1970. */
async function* wavesSince(deps: LostWavesDeps, storeKey: string, earliest: number): AsyncGenerator<WaveJob> {
  for await (const { address, variants } of productsOf(deps, storeKey))
    for (const variant of variants)
      for (const alert of ALERT_TYPES) {
        const { cycle, since } = lastOf(variant, alert);
        if (since === undefined || Date.parse(since) < earliest) continue;
        const { partition, key: productKey } = address;
        const { variantId, variantRef } = variant;
        const id = `lost-wave-${variantId}-${alert}-${cycle}`;
        yield { storeKey, partition, productKey, variantRef, alert, cycle, since, told: 0, part: 0, id };
      }
}

/**
 * Adds the lost jobs of a store's waves: recorded waves continue from their position, and a change of a variant within the
 * last hour begins its wave, after its hold time. A completed job of a recorded wave runs again: the store may have lost
 * its result, such as the end of a sublist, and the wave would wait for it. Customers that a wave has already alerted
 * are not alerted again. Resolves to the number of waves.
 */
export async function recoverWaves(deps: LostWavesDeps, storeKey: string): Promise<number> {
  const { jobs, shares, tenants } = deps;
  const tenant = await tenants.findFor(storeKey);
  if (!tenant) return 0;
  const now = deps.now();
  const holdMs = tenant.settings.alerts.holdSeconds * 1000;
  const priority = () => shares.next(storeKey, now);
  const recorded = new Set<string>();
  for (const wave of await deps.waves.all(storeKey)) {
    const next = nextJobs(storeKey, wave);
    if (next.length === 0) continue;
    recorded.add(occasionName(wave));
    const delayMs = Math.max(0, Date.parse(wave.nextTime) - now);
    for (const job of next) await jobs.resume("alerts", { ...job, delayMs, priority: priority() });
  }
  let begun = 0;
  for await (const wave of wavesSince(deps, storeKey, now - holdMs - MAX_WAIT_MS)) {
    if (recorded.has(occasionName(wave))) continue;
    const data: BeginWavesJob = { storeKey, waves: [{ wave }] };
    const delayMs = Math.max(0, Date.parse(wave.since) + holdMs - now);
    const id = `begin-${wave.id}`;
    await jobs.ensure("alerts", { name: "begin", data, id, delayMs, priority: priority() });
    begun++;
  }
  return recorded.size + begun;
}
