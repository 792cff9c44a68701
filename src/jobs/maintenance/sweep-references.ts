import type { Processor } from "bullmq";
import type { Logger } from "pino";
import type { UniqueReference } from "../../store/records/records.ts";
import type { Now } from "../../store/redis/clock.ts";
import type { References } from "../../store/references/references.ts";
import type { Tenants } from "../../store/tenants/tenants.ts";
import { forAll } from "../queue/for-all.ts";

const KINDS: readonly UniqueReference[] = ["email", "phone", "wishlistRef"];

interface SweepDeps {
  tenants: Tenants;
  references: References;
  partitions: number;
  /** The store's clock, which also gives claims their time. */
  now: Now;
  log: Logger;
}

/**
 * Releases references that no entity has: a process that is killed between a claim and its commit leaves one behind.
 * Such a reference does no harm, but it may be a person's e-mail address, which must not be stored without a reason.
 * A failure does not stop the other stores.
 */
export const sweepReferences = ({
  tenants,
  references,
  partitions,
  now,
  log,
}: SweepDeps): Processor<unknown, number> =>
  async function sweep(job, _token, signal) {
    let dropped = 0;
    const storeKeys = await tenants.storeKeys();
    const sweepStore = async ([i, storeKey]: [number, string]) => {
      for (const kind of KINDS) {
        for (let partition = 0; partition < partitions; partition++) {
          signal?.throwIfAborted();
          dropped += await references.sweep(partition, kind, storeKey, now());
        }
      }
      await job.updateProgress({ stores: i + 1, of: storeKeys.length });
    };
    await forAll(storeKeys.entries(), sweepStore, { signal });
    log.info({ stores: storeKeys.length, dropped }, "references swept");
    return dropped;
  };
