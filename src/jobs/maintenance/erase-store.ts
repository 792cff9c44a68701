import type { Redis } from "ioredis";
import type { PersonalData } from "../../actors/privacy/personal-data.ts";
import type { Dispatcher } from "../../actors/runtime/dispatcher.ts";
import type { Send } from "../../actors/send.ts";
import type { Keys } from "../../store/keys.ts";
import type { Layout, SlotAddress } from "../../store/layout.ts";
import type { PrivacyLog } from "../../store/privacy/privacy-log.ts";
import { addressesIn } from "../../store/redis/scan.ts";

interface EraseStoreDeps {
  redis: Redis;
  keys: Keys;
  layout: Layout;
  dispatcher: Dispatcher;
  personalData: PersonalData;
  privacyLog: PrivacyLog;
}

/** Erases everybody that a store knows. A job that is done again does what is left. */
export async function eraseStore(deps: EraseStoreDeps, { storeKey }: { storeKey: string }): Promise<void> {
  const { redis, keys, layout, dispatcher, personalData, privacyLog } = deps;
  const send: Send = ({ partition, command }) => dispatcher.send({ partition }, command);
  const erased: Record<string, number> = {};
  const eraseAt = async (address: SlotAddress) => {
    const person = await personalData.personAt(storeKey, address);
    const counts = await personalData.erase(person, send);
    for (const [kind, count] of Object.entries(counts)) erased[kind] = (erased[kind] ?? 0) + count;
  };
  // A customer that was deleted has left its list of wishlists.
  for (const letter of ["c", "l"] as const)
    for await (const addresses of addressesIn(redis, keys, layout, { storeKey, letter }))
      for (const address of addresses) await eraseAt(address);
  for await (const addresses of addressesIn(redis, keys, layout, { storeKey, letter: "o" })) {
    for (const { partition, slot, key } of addresses) {
      const reply = await send({ partition, command: { type: "ForgetBuyer", storeKey, slot, key } });
      if (!reply.ok) throw new Error(`an order does not forget: ${reply.detail}`);
    }
  }
  const time = new Date().toISOString();
  await privacyLog.add(storeKey, { kind: "store_erasure", source: "shopify", time, customerIds: [], erased });
}
