import type { Logger } from "pino";
import { type LostDeliveriesDeps, recoverDeliveries } from "./lost-deliveries.ts";
import { type LostMailDeps, recoverMail } from "./lost-mail.ts";
import { type LostWavesDeps, recoverWaves } from "./lost-waves.ts";

export interface RecoverDeps extends LostDeliveriesDeps, LostMailDeps, LostWavesDeps {
  log: Logger;
}

/**
 * Gives the e-mails, deliveries and waves of some stores that are under way a job, where they have none: for after the
 * queues have lost theirs. May be done again, and by several processes at once. Resolves to the stores where it failed,
 * such as while an archive is away; those are for a later call.
 */
export async function recoverLost(deps: RecoverDeps, storeKeys: readonly string[]): Promise<string[]> {
  const { log } = deps;
  const failed: string[] = [];
  for (const storeKey of storeKeys) {
    try {
      const mails = await recoverMail(deps, storeKey);
      const deliveries = await recoverDeliveries(deps, storeKey);
      const waves = await recoverWaves(deps, storeKey);
      const found = { storeKey, mails, deliveries, waves };
      if (mails + deliveries + waves > 0) log.warn(found, "jobs added for open work that had lost them");
    } catch (err) {
      log.warn({ err, storeKey }, "cannot add jobs for the open work of a store; trying again in 10 s");
      failed.push(storeKey);
    }
  }
  return failed;
}
