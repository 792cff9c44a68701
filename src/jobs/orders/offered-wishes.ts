import type { BoughtLine } from "../../actors/order/messages.ts";
import { isOneOf } from "../../actors/wishlist/state/item-index.ts";
import type { Layout, SlotAddress } from "../../store/layout/layout.ts";
import type { Orders } from "../../store/read/orders.ts";
import type { OrderRecord, Purchase } from "../../store/records/orders.ts";
import type { ProductIdentity } from "../../store/records/records.ts";
import { doOrSkip, type OnUndecodable } from "../../store/records/undecodable.ts";
import { forAll } from "../queue/for-all.ts";
import { boughtBy } from "./bought-lines.ts";
import type { VariantDeps } from "./line-variants.ts";
import { mayTake } from "./may-take.ts";

/** Maximum number of orders that are read at the same time for one job. */
const READ_CONCURRENCY = 50;

interface OfferDeps extends VariantDeps {
  layout: Layout;
  orders: Pick<Orders, "at" | "purchasesOf">;
  onUndecodable: OnUndecodable;
}

/** Whether a line may have bought one of the offered variants. */
const wants = ({ isUndone, candidates }: BoughtLine, isOffered: ReturnType<typeof isOneOf>): boolean =>
  !isUndone && candidates.some(({ product }) => isOffered(product));

/** Whether an order may buy more of the offered wishes, by the current catalogue. */
async function mayBuy(
  deps: OfferDeps,
  storeKey: string,
  order: OrderRecord,
  purchase: Purchase,
  offered: readonly ProductIdentity[] | undefined,
): Promise<boolean> {
  const open = order.lines.filter((line) =>
    mayTake(line, order.matches[line.lineRef], purchase.lines[line.lineRef]),
  );
  if (open.length === 0 || !offered) return open.length > 0;
  const { lines } = await boughtBy(deps, storeKey, { ...order, lines: open }, { isRepeat: false });
  const isOffered = isOneOf(offered);
  return lines.some((line) => wants(line, isOffered));
}

/**
 * Finds a customer's orders that may buy more of the wishes that are now open; the oldest order first. A customer may
 * have thousands of orders, and a match of each would take far longer than this.
 *
 * @param offered variants of these wishes; absent if any wish may be open
 */
export async function ordersForOffer(
  deps: OfferDeps,
  storeKey: string,
  customer: SlotAddress,
  offered?: readonly ProductIdentity[],
): Promise<SlotAddress[]> {
  const found: { createdTime: number; address: SlotAddress }[] = [];
  const read = async (purchase: Purchase) => {
    const address = deps.layout.slotOf("order", storeKey, purchase.orderRef);
    const label = () => ({ storeKey, partition: address.partition, id: address.key });
    const order = await doOrSkip(() => deps.orders.at(address), label, deps.onUndecodable);
    if (!order) return;
    // The match of an order whose product cannot be decoded makes it wait for this product.
    const isFor =
      (await doOrSkip(() => mayBuy(deps, storeKey, order, purchase, offered), label, deps.onUndecodable)) ??
      true;
    if (isFor) found.push({ createdTime: Date.parse(order.createdTime), address });
  };
  await forAll(deps.orders.purchasesOf(customer), read, { concurrency: READ_CONCURRENCY });
  return found.toSorted((a, b) => a.createdTime - b.createdTime).map(({ address }) => address);
}
