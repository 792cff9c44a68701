import { waitingName } from "../../actors/wishlist/state/item-index.ts";
import { defined } from "../../collections/defined.ts";
import { identityOf } from "../../store/read/products.ts";
import type { FoundVariant } from "../../store/read/variant-search.ts";
import type { Now } from "../../store/redis/clock.ts";
import type { WaitingLists } from "../../store/waiting/waiting-lists.ts";
import type { Wave, WaveRest, Waves } from "../../store/work/waves.ts";

export interface ProgressDeps {
  waiting: Pick<WaitingLists, "countBetween">;
  /** The running waves, as they are shown to people. */
  waves: Pick<Waves, "begin" | "record" | "recordAfter" | "end">;
  /** The store's clock. */
  now: Now;
}

/** The rest of a wave, or its running part. */
interface Part extends Pick<Wave, "id" | "alert" | "productKey" | "since">, WaveRest {
  storeKey: string;
}

/** The pace of a wave. */
interface Pace {
  /** Customers that it notifies before it pauses. */
  quota: number;
  /** How long it pauses from now on, in milliseconds. */
  pauseMs: number;
}

/** The pace of a wave that continues without a pause. */
const WITHOUT_PAUSE: Pace = { quota: Number.POSITIVE_INFINITY, pauseMs: 0 };

/** Returns the record of a wave with its rest. */
async function waveOf(
  { waiting, now }: ProgressDeps,
  { storeKey, productKey, id, alert, since, ...next }: Part,
  found: FoundVariant,
  { quota, pauseMs }: Pace,
): Promise<Wave> {
  const { product, variant } = found;
  const { partition, cycle, place, told, notifiedBefore = 0, part, round } = next;
  const name = waitingName(identityOf(found));
  const left = await waiting.countBetween(storeKey, name, place, Date.parse(since));
  const time = now();
  const timeIn = (ms: number) => new Date(time + ms).toISOString();
  const pauses = Math.max(1, Math.ceil(left / Math.max(1, quota)));
  return {
    id,
    alert,
    since,
    left,
    title: product.title,
    alerted: told + notifiedBefore,
    productKey,
    productRef: product.productRef,
    variantRef: variant.variantRef,
    ...defined({ variantTitle: variant.title }),
    nextTime: timeIn(pauseMs),
    rest: { partition, cycle, told, notifiedBefore, part, ...defined({ place, round }) },
    ...(pauseMs === 0 ? {} : { expectedEndTime: timeIn(pauses * pauseMs) }),
  };
}

/** Records how far a wave is. Comes before its next job is added, which may be the last and then removes the record. */
export async function recordRest(
  deps: ProgressDeps,
  part: Part,
  found: FoundVariant,
  pace: Pace = WITHOUT_PAUSE,
): Promise<void> {
  await deps.waves.record(part.storeKey, await waveOf(deps, part, found, pace));
}

/**
 * Records the progress of a wave after a round. If the last job of the round runs again, because its process was taken
 * for dead, it records nothing.
 */
export async function recordRound(deps: ProgressDeps, part: Part, found: FoundVariant): Promise<void> {
  await deps.waves.recordAfter(part.storeKey, part.part - 1, await waveOf(deps, part, found, WITHOUT_PAUSE));
}
