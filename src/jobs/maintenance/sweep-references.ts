import type { Processor } from "bullmq";
import type { Logger } from "pino";
import type { SharedReference, UniqueReference } from "../../store/records/records.ts";
import type { UnlistedReference } from "../../store/references/holder-sweep.ts";
import type { Tenants } from "../../store/tenants/tenants.ts";
import { forAll } from "../queue/for-all.ts";
import { type CompleteDeps, completeLists } from "./complete-lists.ts";

const UNIQUE: readonly UniqueReference[] = ["email", "phone", "wishlistRef"];
const SHARED: readonly SharedReference[] = ["itemRef", "variant"];

/** Maximum number of references whose lists of holders are completed in a night. */
const MAX_UNLISTED = 10_000;

interface SweepDeps extends CompleteDeps {
  tenants: Tenants;
  log: Logger;
}

/**
 * Releases references that no entity has: a process that is killed between a claim and its commit leaves one behind, and
 * so does a cancelled command. Such a reference may be a person's e-mail address, which must not be stored without a
 * reason. As the holder of an item's reference or of a variant's name, it takes the place of others: then it completes
 * their lists from the records. A failure does not stop the other stores.
 */
export const sweepReferences = (deps: SweepDeps): Processor<unknown, number> =>
  async function sweep(job, _token, signal) {
    const { tenants, references, partitions, now, log } = deps;
    let dropped = 0;
    const unlisted: UnlistedReference[] = [];
    const storeKeys = await tenants.storeKeys();
    const sweepStore = async ([i, storeKey]: [number, string]) => {
      for (let partition = 0; partition < partitions; partition++) {
        for (const kind of UNIQUE) {
          signal?.throwIfAborted();
          dropped += await references.sweep(partition, kind, storeKey, now());
        }
        for (const reference of SHARED) {
          signal?.throwIfAborted();
          const swept = await references.lists.sweep({ partition, reference, storeKey }, now());
          dropped += swept.dropped;
          unlisted.push(...swept.unlisted.slice(0, MAX_UNLISTED - unlisted.length));
        }
      }
      await job.updateProgress({ stores: i + 1, of: storeKeys.length });
    };
    let completed = 0;
    const works = [
      () => forAll(storeKeys.entries(), sweepStore, { signal }),
      async () => {
        completed = await completeLists(deps, unlisted, signal);
      },
    ];
    await forAll(works, (work) => work(), { signal });
    log.info({ stores: storeKeys.length, dropped, completed }, "references swept");
    return dropped;
  };
