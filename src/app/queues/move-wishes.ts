import type { Durably } from "../../store/waiting/divided-waiting.ts";
import type { MoveWishes } from "../../store/waiting/waiting-lists.ts";
import type { Background } from "./context.ts";

/** How long a move waits until it is durable, in milliseconds. */
const DURABLE_MS = 10_000;

/** Returns the function that moves wishes of divided waiting lists to the sublists. */
export function movingWishes({ stores, waits }: Pick<Background, "stores" | "waits">): MoveWishes {
  const durably: Durably = (write) => (waits ? waits.during(write, DURABLE_MS) : write());
  return (list, itemIds) => stores.waitingLists.moveToSublists(list, itemIds, durably);
}
