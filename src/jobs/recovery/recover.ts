import type { Logger } from "pino";
import { type LostDeliveriesDeps, recoverDeliveries } from "./lost-deliveries.ts";
import { type LostMailDeps, recoverMail } from "./lost-mail.ts";
import { type LostWavesDeps, recoverWaves } from "./lost-waves.ts";

export interface RecoverDeps extends LostDeliveriesDeps, LostMailDeps, LostWavesDeps {
  jobs: LostWavesDeps["jobs"];
  log: Logger;
}

/**
 * Adds the missing jobs of unfinished e-mails, deliveries and waves of stores, after the queues have lost their jobs.
 * It can be repeated, and several processes can do it at the same time. Resolves to the stores for which it failed, for
 * example because an archive is unavailable; they need a later call.
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
      if (mails + deliveries + waves > 0) log.warn(found, "jobs added for open work that had lost its jobs");
    } catch (err) {
      log.warn({ err, storeKey }, "cannot add jobs for the open work of a store; trying again in 10 s");
      failed.push(storeKey);
    }
  }
  return failed;
}
