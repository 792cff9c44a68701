import type { Redis } from "ioredis";
import type { PersonalData } from "../../actors/privacy/personal-data.ts";
import type { Dispatcher } from "../../actors/runtime/dispatcher.ts";
import { envelopeIn } from "../../actors/runtime/envelope.ts";
import { sendThrough } from "../../actors/runtime/send.ts";
import { addedCounts } from "../../collections/added-counts.ts";
import type { ExportRuns } from "../../store/exports/export-runs.ts";
import type { Exports } from "../../store/exports/exports.ts";
import { KEY_LETTERS } from "../../store/keys/key-letters.ts";
import type { Keys } from "../../store/keys/keys.ts";
import type { Layout, SlotAddress } from "../../store/layout/layout.ts";
import { addressesIn, type AddressLetter } from "../../store/maintenance/store-addresses.ts";
import type { DeadLetters } from "../../store/partition/dead-letters.ts";
import type { PrivacyLog } from "../../store/privacy/privacy-log.ts";
import { Undecodable } from "../../store/records/decode.ts";
import type { OnUndecodable } from "../../store/records/undecodable.ts";
import type { Now } from "../../store/redis/clock.ts";
import { forgetBuyerInOrder } from "../orders/buyer-match.ts";
import { throwFailures } from "../queue/for-all.ts";
import { isTemporary } from "../queue/worker/retry-while-unavailable.ts";

interface EraseStoreDeps {
  redis: Redis;
  keys: Keys;
  layout: Layout;
  dispatcher: Dispatcher;
  personalData: PersonalData;
  deadLetters: Pick<DeadLetters, "all" | "discard">;
  exports: Pick<Exports, "ids">;
  exportRuns: Pick<ExportRuns, "ids" | "forgetRejected">;
  onUndecodable: OnUndecodable;
}

/** Kinds of data that are erased for the whole store at once: the erasure of each person would search in all of it. */
const ERASED_TOGETHER = ["deadLetters", "rejections"];

/** Deletes the dead letters of a store. Resolves to their number. */
async function forgetDeadLetters({ deadLetters }: EraseStoreDeps, storeKey: string): Promise<number> {
  let count = 0;
  for await (const { id, payload } of deadLetters.all())
    if (envelopeIn(payload)?.command.storeKey === storeKey && (await deadLetters.discard(id))) count++;
  return count;
}

/** Deletes the rejected records of all runs: nobody's data will be sent again. */
async function forgetRejected({ exports, exportRuns }: EraseStoreDeps, storeKey: string): Promise<void> {
  for (const exportId of await exports.ids(storeKey))
    for (const runId of await exportRuns.ids(storeKey, exportId))
      await exportRuns.forgetRejected(storeKey, runId);
}

/** Gets numbers of erased records, by kind. */
export type OnErased = (counts: Record<string, number>) => Promise<void>;

/**
 * Erases all persons of a store. A repeated job erases the rest. If a person cannot be erased, because a record cannot
 * be decoded, the others are still erased; the erasure then fails at its end.
 */
export async function eraseStore(
  deps: EraseStoreDeps,
  { storeKey, onErased }: { storeKey: string; onErased: OnErased },
): Promise<void> {
  const { redis, keys, layout, dispatcher, personalData, onUndecodable } = deps;
  const send = sendThrough(dispatcher);
  const failures: unknown[] = [];
  const onFailure = (err: unknown, { partition, key: id }: SlotAddress) => {
    if (isTemporary(err)) throw err;
    if (err instanceof Undecodable) onUndecodable(err, { storeKey, partition, id });
    failures.push(err);
  };
  const forEach = async (letter: AddressLetter, work: (address: SlotAddress) => Promise<void>) => {
    for await (const addresses of addressesIn(redis, keys, layout, { storeKey, letter }))
      for (const address of addresses) await work(address).catch((err: unknown) => onFailure(err, address));
  };
  const erasePerson = async (address: SlotAddress) => {
    const person = await personalData.personAt(storeKey, address);
    await personalData.erase(person, send, ({ erased }) => onErased(erased), ERASED_TOGETHER);
  };
  await forEach(KEY_LETTERS.customer, erasePerson);
  // A deleted customer may have left its list of wishlists.
  await forEach(KEY_LETTERS.customerWishlists, erasePerson);
  await forEach(KEY_LETTERS.order, (address) => forgetBuyerInOrder(deps, storeKey, address));
  // Last, to find also those of commands and records that were refused meanwhile.
  await onErased({ deadLetters: await forgetDeadLetters(deps, storeKey) });
  await forgetRejected(deps, storeKey);
  throwFailures(failures);
}

interface EraseAndLogDeps {
  erase: (storeKey: string, onErased: OnErased) => Promise<void>;
  privacyLog: PrivacyLog;
  /** The store's clock. */
  now: Now;
}

/** Erases all persons of a store, and adds that to the privacy log, for a job of an earlier version. */
export async function eraseAndLog(
  { erase, privacyLog, now }: EraseAndLogDeps,
  storeKey: string,
): Promise<void> {
  let erased: Record<string, number> = {};
  await erase(storeKey, (counts) => {
    erased = addedCounts(erased, counts);
    return Promise.resolve();
  });
  const time = new Date(now()).toISOString();
  await privacyLog.add(storeKey, { kind: "store_erasure", source: "shopify", time, customerIds: [], erased });
}
