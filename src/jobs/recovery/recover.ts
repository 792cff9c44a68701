import type { Logger } from "pino";
import { keysOf } from "../../collections/keys-of.ts";
import { isTemporary } from "../queue/worker/retry-while-unavailable.ts";
import { type LostDeliveriesDeps, recoverDeliveries } from "./lost-deliveries.ts";
import { type LostMailDeps, recoverMail } from "./lost-mail.ts";
import { type LostWavesDeps, recoverWaves } from "./lost-waves.ts";

export interface RecoverDeps extends LostDeliveriesDeps, LostMailDeps, LostWavesDeps {
  jobs: LostWavesDeps["jobs"];
  log: Logger;
}

/** Adds the missing jobs of a store's unfinished work, by the kind of the work. */
const RECOVERIES = { mails: recoverMail, deliveries: recoverDeliveries, waves: recoverWaves } as const;

/** Unfinished work of one kind in a store, which may have lost its jobs. */
export interface LostWork {
  storeKey: string;
  kind: keyof typeof RECOVERIES;
}

/** Returns all kinds of work of stores. */
export const lostWorkOf = (storeKeys: readonly string[]): LostWork[] =>
  storeKeys.flatMap((storeKey) => keysOf(RECOVERIES).map((kind) => ({ storeKey, kind })));

/**
 * Adds the missing jobs of unfinished e-mails, deliveries and waves, after the queues have lost their jobs. It can be
 * repeated, and several processes can do it at the same time. Resolves to the work that needs a later call: the work for
 * which it failed, for example because an archive is unavailable, and all further work if Redis is unavailable.
 */
export async function recoverLost(deps: RecoverDeps, works: readonly LostWork[]): Promise<LostWork[]> {
  const { log } = deps;
  const failed: LostWork[] = [];
  for (const [i, work] of works.entries()) {
    const { storeKey, kind } = work;
    try {
      const count = await RECOVERIES[kind](deps, storeKey);
      if (count > 0) log.warn({ storeKey, kind, count }, "jobs added for open work that had lost its jobs");
    } catch (err) {
      log.warn({ err, storeKey, kind }, "cannot add jobs for the open work of a store; trying again");
      if (isTemporary(err)) return [...failed, ...works.slice(i)];
      failed.push(work);
    }
  }
  return failed;
}
