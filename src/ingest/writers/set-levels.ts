import type { LevelResult, StockLevel } from "../../actors/catalogue/messages.ts";
import { bodyOf, type Rejection } from "../../actors/reply.ts";
import type { Send } from "../../actors/runtime/send.ts";
import type { SlotAddress } from "../../store/layout/layout.ts";
import { type FeedTarget, thresholdsOf } from "./feeds.ts";

/** Sets stock levels of a product's variants. Resolves to the result of each level, or to the refusal of all. */
export async function setLevels(
  target: FeedTarget,
  { partition, slot, key }: SlotAddress,
  levels: StockLevel[],
  send: Send,
): Promise<LevelResult[] | { error: Rejection }> {
  const { storeKey } = target;
  const thresholds = thresholdsOf(target);
  const reply = await send({
    partition,
    command: { type: "SetStock", storeKey, slot, key, levels, thresholds },
  });
  if (!reply.ok) return { error: reply };
  return bodyOf(reply).results;
}
