/** Returns the name of a slot, which is a part of its keys: `<storeKey>:<key>`. */
export const slotName = (storeKey: string, key: string): string => `${storeKey}:${key}`;

/** Returns the store and the key of a slot. The key has no colon. */
export function partsOfSlot(slot: string): { storeKey: string; key: string } {
  const end = slot.lastIndexOf(":");
  return { storeKey: slot.slice(0, end), key: slot.slice(end + 1) };
}
