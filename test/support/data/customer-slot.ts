/** The slot of a customer in a store, as commands name it. */
export const customerSlot = { storeKey: "t/s", slot: "t/s:key", key: "key" };
