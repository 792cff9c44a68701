/** The name of a slot, which names its keys: `<storeKey>:<key>`. */
export const slotName = (storeKey: string, key: string): string => `${storeKey}:${key}`;

/** The store and the key of a slot; neither a key nor a store has a colon. */
export function partsOfSlot(slot: string): { storeKey: string; key: string } {
  const end = slot.lastIndexOf(":");
  return { storeKey: slot.slice(0, end), key: slot.slice(end + 1) };
}
