import { unitsOf } from "../../actors/catalogue/availability.ts";
import { defined } from "../../collections/defined.ts";
import type { VariantRecord } from "../../store/records/catalogue.ts";
import type { AlertSettings } from "../../store/tenants/settings/settings.ts";
import { type VariantNow, currentVariant, notifyPage } from "./notify.ts";
import { recordRest } from "./progress.ts";
import { beginRound } from "./round.ts";
import type { WaveDeps, WaveJob } from "./wave-job.ts";

/**
 * Maximum number of wishes that one job handles: some for each partition, so that commands carry several, but not so
 * many that the jobs of other tenants wait long for the waves of one.
 */
const WISHES_PER_JOB = 1000;
/** Pages that one job handles before other jobs run. The units may allow only small pages. */
const PAGES_PER_JOB = 5;

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

/**
 * Notifies the customers who wait for a variant, the oldest wish first, and in one wave not more customers than there
 * are units for. The occasion is checked again before each page; the rest keep their positions.
 */
export async function runWave(deps: WaveDeps, job: WaveJob): Promise<void> {
  if (job.part === 0) await deps.waves.begin(job.storeKey, job);
  if (!(await runPart(deps, job))) await deps.waves.end(job.storeKey, job);
}

/** Notifies the next customers. Resolves to whether a further job continues the wave. */
async function runPart(deps: WaveDeps, job: WaveJob): Promise<boolean> {
  const { storeKey, since } = job;
  if (!job.isRelayed) await deps.untilRelayed();
  const tenant = await deps.tenants.findFor(storeKey);
  if (!tenant) return false;
  const { alerts } = tenant.settings;
  let { place: cursor, told: notified } = job;
  let current: VariantNow | undefined;
  let rest = WISHES_PER_JOB;
  for (let page = 0; page < PAGES_PER_JOB && rest > 0; page++) {
    current = await currentVariant(deps, tenant, job);
    if (!current) return false;
    const { found, awaited } = current;
    const quota = quotaOf(found.variant, job, alerts);
    const left = quota - notified;
    if (left <= 0) {
      const pauseMs = alerts.waveSeconds * 1000;
      const notifiedBefore = notified + (job.notifiedBefore ?? 0);
      const next = { ...job, part: job.part + 1, told: 0, notifiedBefore, ...defined({ place: cursor }) };
      await recordRest(deps, next, found, { quota, pauseMs });
      await deps.addJob(next, pauseMs);
      return true;
    }
    if (page === 0 && (await beginRound(deps, job, current, left))) return true;
    const all = await deps.waiting.after(storeKey, awaited.name, cursor, Math.min(rest, left));
    // Wishes made after the rise wait for the next one.
    const wishes = all.filter((wish) => wish.since < Date.parse(since));
    if (wishes.length === 0) return false;
    notified += await notifyPage(deps, job, current, wishes);
    cursor = wishes.at(-1);
    rest -= wishes.length;
  }
  const next = { ...job, part: job.part + 1, told: notified, ...defined({ place: cursor }) };
  if (current) await recordRest(deps, next, current.found);
  await deps.addJob(next, 0);
  return true;
}
