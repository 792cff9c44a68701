import type { StateKey } from "../../store/partition/state/state-keys.ts";

/** Returns the state key of an order, by its slot. */
export const orderStateKey = (slot: string): StateKey<"order"> => ({ kind: "order", id: slot });
