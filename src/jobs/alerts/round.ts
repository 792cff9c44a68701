import type { NamedList } from "../../store/waiting/waiting-lists.ts";
import { byPosition, type WaitingCursor } from "../../store/waiting/waiting-set.ts";
import { type VariantNow, currentVariant, NOTIFY_BATCH_SIZE, notifyPage } from "./notify.ts";
import { recordRest, recordRound } from "./progress.ts";
import { jobsOfRound, type RoundJob, type WaveDeps, type WaveJob } from "./wave-job.ts";

/** Maximum number of wishes of a sublist in a round, on average: the jobs of other waves run in between. */
const MAX_PER_SUBLIST = 1000;
/** The same if the stock limits the wave: the stock is checked before each round, and may fall meanwhile. */
const MAX_WITH_LIMIT = 100;
/** Number of commands for one partition that a job sends at once: requests wait behind them. */
const COMMANDS_PER_PARTITION = 2;

/**
 * Returns how many wishes of a sublist a round may have on average. Fewer than the minimum are not worth a job.
 * @param dividedFrom number of wishes from which on a list is divided
 */
export const wishesPerSublist = (dividedFrom: number): WaveDeps["wishesPerSublist"] => ({
  min: dividedFrom / 1000,
  max: MAX_PER_SUBLIST,
});

/**
 * Moves the wishes from before the division of a list to the sublists, which otherwise happens in the night. The job of
 * each sublist would read all of them to find its own.
 */
async function moveUndivided({ waiting, move }: WaveDeps, list: NamedList): Promise<void> {
  if (!(await waiting.hasUndivided(list.storeKey, list.variant))) return;
  for await (const { itemIds, isUndivided } of waiting.chunks(list)) {
    if (!isUndivided) return;
    await move(list, itemIds);
  }
}

/** Returns the end of a wave's next round, its last wish; undefined if too few wishes wait for a round. */
async function endOfNext(
  { waiting, wishesPerSublist: { min, max } }: WaveDeps,
  { storeKey, place, since }: WaveJob,
  { name, sublists, left }: { name: string; sublists: number; left: number },
): Promise<WaitingCursor | undefined> {
  const most = Number.isFinite(left) ? Math.min(max, MAX_WITH_LIMIT) : max;
  const wishes = await waiting.after(storeKey, name, place, Math.min(most * sublists, left));
  const included = wishes.filter((wish) => wish.since < Date.parse(since));
  return included.length < min * sublists ? undefined : included.at(-1);
}

/**
 * Starts a round of a wave if many wait in a divided list. The round has the next wishes, with one job for each
 * sublist, which any process may run. All wishes of a customer are in one sublist, so the jobs are independent. The
 * next round starts when all of them are done, because it depends on how many customers may still be notified. Resolves
 * to whether a round has started.
 *
 * @param left number of customers that the wave may still notify: a round has at most that many wishes
 */
export async function beginRound(
  deps: WaveDeps,
  job: WaveJob,
  { found, awaited: { storeKey, name } }: VariantNow,
  left: number,
): Promise<boolean> {
  const sublists = await deps.waiting.sublistsOf(storeKey, name);
  if (sublists === 0) return false;
  // An earlier attempt of this job may have started the round, and added some of the jobs.
  const known = await deps.rounds.endOf(job);
  const next = known ?? (await endOfNext(deps, job, { name, sublists, left }));
  if (!next) return false;
  await moveUndivided(deps, { storeKey, variant: name });
  const round = { end: await deps.rounds.begin(job, next), sublists };
  await recordRest(deps, { ...job, round }, found);
  await deps.startRound(jobsOfRound(job, round));
  return true;
}

/** Notifies the customers with wishes in the sublist of the job, the oldest wish first. Resolves to their number. */
async function notifySublist(
  deps: WaveDeps,
  job: RoundJob,
): Promise<{ notified: number; current: VariantNow | undefined }> {
  const { storeKey, sublist, round } = job;
  const tenant = await deps.tenants.findFor(storeKey);
  const partitions = Math.ceil(deps.layout.partitions / round.sublists);
  const size = partitions * COMMANDS_PER_PARTITION * NOTIFY_BATCH_SIZE;
  let notified = 0;
  let cursor = job.place;
  for (;;) {
    const current = tenant && (await currentVariant(deps, tenant, job));
    if (!current) return { notified, current };
    const all = await deps.waiting.after(storeKey, current.awaited.name, cursor, size, sublist);
    const wishes = all.filter((wish) => byPosition(wish, round.end) <= 0);
    if (wishes.length === 0) return { notified, current };
    notified += await notifyPage(deps, job, current, wishes);
    cursor = wishes.at(-1);
  }
}

/** Runs the job of one sublist in a round. The last job of the round continues the wave. */
export async function runRound(deps: WaveDeps, job: RoundJob): Promise<void> {
  const { round, sublist, ...wave } = job;
  const { notified, current } = await notifySublist(deps, job);
  const { sublists, end } = round;
  const sum = await deps.rounds.finish(job, { sublist, sublists, notified });
  if (sum === undefined) return;
  const next: WaveJob = { ...wave, part: job.part + 1, told: job.told + sum, place: end };
  if (current) await recordRound(deps, next, current.found);
  await deps.addJob(next, 0);
}
