import { waitingName } from "../../actors/wishlist/state/item-index.ts";
import { groupedBy } from "../../collections/grouped.ts";
import { identityOf } from "../../store/read/products.ts";
import { Undecodable } from "../../store/records/decode.ts";
import { forAll } from "../queue/for-all.ts";
import type { WaveDeps, WaveJob } from "./wave-job.ts";

/** Variants that are looked at together. */
const CONCURRENCY = 10;

/** A wave that an event began, with the trace that it continues. */
export interface NewWave {
  wave: WaveJob;
  traceContext?: string;
}

/** A job for the waves of events that came together. */
export interface BeginWavesJob {
  storeKey: string;
  waves: NewWave[];
}

/** What {@link isAwaited} depends on: the same for all alerts of one occasion. */
const occasionKey = ({ partition, productKey, variantRef, since }: WaveJob): string =>
  JSON.stringify([partition, productKey, variantRef, since]);

/** Whether a wish from before the wave waits for its variant. */
async function isAwaited({ layout, products, waiting }: WaveDeps, wave: WaveJob): Promise<boolean> {
  const { storeKey, partition, productKey, variantRef, since } = wave;
  try {
    const found = await products.variantAt(layout.slotAt(storeKey, partition, productKey), variantRef);
    if (!found) return false;
    const name = waitingName(identityOf(found));
    return (await waiting.countBetween(storeKey, name, undefined, Date.parse(since))) > 0;
  } catch (err) {
    // The wave's own job reports it.
    if (err instanceof Undecodable) return true;
    throw err;
  }
}

/**
 * Gives each wave that somebody waits for a job of its own. When a catalogue comes, nobody waits for most of its
 * variants: a wave costs many times as much as this check.
 */
export async function beginWaves(deps: WaveDeps, { waves }: BeginWavesJob): Promise<void> {
  await deps.untilRelayed();
  const occasions = groupedBy(waves, ({ wave }) => occasionKey(wave)).values();
  const begin = async ([first, ...others]: NewWave[]) => {
    if (!first || !(await isAwaited(deps, first.wave))) return;
    for (const { wave, traceContext } of [first, ...others]) {
      const traceContexts = traceContext === undefined ? undefined : [traceContext];
      await deps.addJob({ ...wave, isRelayed: true }, 0, traceContexts);
    }
  };
  await forAll(occasions, begin, { concurrency: CONCURRENCY });
}
