import { isSameSlot } from "../address.ts";
import type { Handler } from "../handler.ts";
import { anonymousOrder } from "./buyer-names.ts";
import type { ForgetBuyer } from "./messages.ts";
import { orderStateKey } from "./state-key.ts";

/** Removes the names of a deleted buyer from an order; without `buyer`, all names, and those of later versions too. */
export const forgetBuyer: Handler<ForgetBuyer> = ({ slot, buyer, deletedTime }, draft, { time }) => {
  const stored = draft.get(orderStateKey(slot));
  if (!stored) return { ok: true };
  const isLater = deletedTime !== undefined && deletedTime < (stored.namedTime ?? stored.receivedTime);
  if (isLater) return { ok: true };
  const order = { ...stored, modifiedTime: time };
  if (!buyer) {
    const { former: _, ...kept } = anonymousOrder(order);
    draft.put(orderStateKey(slot), { ...kept, forgotten: true, erased: true });
    return { ok: true };
  }
  if (order.buyer && !isSameSlot(order.buyer, buyer)) return { ok: true };
  // The newest version already names another person.
  if (order.former) draft.put(orderStateKey(slot), { ...order, former: [] });
  else draft.put(orderStateKey(slot), { ...anonymousOrder(order), buyer, forgotten: true });
  return { ok: true };
};
