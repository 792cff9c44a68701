import type { Job } from "bullmq";
import { isSameSlot } from "../../actors/address.ts";
import { sendAccepted, sendThrough } from "../../actors/runtime/send.ts";
import { handOver } from "../../ingest/wishes/hand-over.ts";
import { personNames } from "../../store/keys/names.ts";
import type { SlotAddress } from "../../store/layout/layout.ts";
import type { Customers } from "../../store/read/customers.ts";
import type { Orders } from "../../store/read/orders.ts";
import type { Products } from "../../store/read/products.ts";
import { readableOf, type Wishes } from "../../store/read/wishes.ts";
import type { ProductIdentity } from "../../store/records/records.ts";
import { doOrSkip, type OnUndecodable } from "../../store/records/undecodable.ts";
import type { Tenants } from "../../store/tenants/tenants.ts";
import type { WaitingOrders } from "../../store/waiting/waiting-orders.ts";
import type { WebhookBodies } from "../../store/webhooks/webhook-bodies.ts";
import type { ChangedProduct } from "../catalogue/changed-product.ts";
import { forAll } from "../queue/for-all.ts";
import { refuseNewerJob } from "../queue/newer-job.ts";
import { forgetBuyerInOrder } from "./buyer-match.ts";
import type { Buyer } from "./buyers.ts";
import { namesOfLine, namesOfVariant } from "./line-variants.ts";
import { type MatchDeps, matchStoredOrder } from "./match-orders.ts";
import { ordersForOffer } from "./offered-wishes.ts";
import type { OrderJob, OrderOfBuyer, RecordKey } from "./order-job.ts";

/** Maximum number of orders that one process matches at the same time for one job. */
const MATCH_CONCURRENCY = 50;

interface OrderDeps extends MatchDeps {
  orders: Pick<Orders, "at" | "purchasesOf">;
  products: Pick<Products, "at" | "variantsNamed">;
  customers: Pick<Customers, "at" | "isThere">;
  waitingOrders: Pick<WaitingOrders, "add" | "remove" | "newestFor">;
  wishes: Pick<Wishes, "read">;
  onUndecodable: OnUndecodable;
  bodies: Pick<WebhookBodies, "dropAll">;
}

/** Returns the address of an order, for reports about it. */
const labelOf = (storeKey: string, { partition, key: id }: SlotAddress) => ({ storeKey, partition, id });

/**
 * Matches an order, unless it cannot be decoded. If one of its products cannot be decoded, the order waits until the
 * product is sent again: a match without it would undo what a line has bought.
 */
async function match(
  deps: OrderDeps,
  storeKey: string,
  address: SlotAddress,
  reached: readonly Buyer[] = [],
): Promise<void> {
  const { orders, waitingOrders, onUndecodable } = deps;
  const label = () => labelOf(storeKey, address);
  const matched = await doOrSkip(
    () => matchStoredOrder(deps, storeKey, address, reached).then(() => true),
    label,
    onUndecodable,
  );
  if (matched) return;
  const order = await doOrSkip(() => orders.at(address), label, onUndecodable);
  const names = [...new Set(order?.lines.flatMap(namesOfLine))];
  if (names.length > 0) await waitingOrders.add(storeKey, address, names, deps.now());
}

/** Matches orders. A failure of one does not stop the others. */
function matchAll(
  deps: OrderDeps,
  storeKey: string,
  addresses: Iterable<SlotAddress> | AsyncIterable<SlotAddress>,
): Promise<void> {
  return forAll(addresses, (address) => match(deps, storeKey, address), { concurrency: MATCH_CONCURRENCY });
}

/** Returns the names of the customer at an address, under which orders wait; none if the customer no longer exists. */
async function namesOfPerson({ customers }: OrderDeps, address: SlotAddress): Promise<string[]> {
  const customer = await customers.at(address);
  if (!customer) return [];
  const { email, phone } = customer;
  return personNames({ keys: [address.key], emails: email ? [email] : [], phones: phone ? [phone] : [] });
}

/** Returns the names of some variants of the product at an address, under which orders wait. */
async function namesOfVariants(
  { products }: OrderDeps,
  address: SlotAddress,
  variantRefs: readonly string[],
): Promise<string[]> {
  const { product, variants = [] } = (await products.at(address)) ?? {};
  const refs = new Set(variantRefs);
  const named = variants.filter(({ variantRef }) => refs.has(variantRef));
  return named.flatMap((variant) => namesOfVariant(product?.productRef ?? "", variant));
}

/** Returns the names of a record; none if it cannot be decoded. */
async function namesOrNone(
  { onUndecodable }: OrderDeps,
  storeKey: string,
  address: SlotAddress,
  namesOf: () => Promise<string[]>,
): Promise<string[]> {
  const label = () => labelOf(storeKey, address);
  return (await doOrSkip(namesOf, label, onUndecodable)) ?? [];
}

/** Matches the orders that wait for one of these names, each once. A failure of one does not stop the others. */
function matchWaiting(
  deps: OrderDeps,
  storeKey: string,
  names: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  return matchAll(deps, storeKey, deps.waitingOrders.newestFor(storeKey, names));
}

/** Matches the orders that wait for customers who are new, or have another e-mail address or phone number. */
async function matchForCustomers(
  deps: OrderDeps,
  storeKey: string,
  customers: readonly RecordKey[],
): Promise<void> {
  const names = customers.map(({ partition, key }) => {
    const address = deps.layout.slotAt(storeKey, partition, key);
    return namesOrNone(deps, storeKey, address, () => namesOfPerson(deps, address));
  });
  await matchWaiting(deps, storeKey, (await Promise.all(names)).flat());
}

/**
 * Returns the names of variants that are new, or have other names. Only one product is in memory: it may have megabytes
 * of variants.
 */
async function* namesOfProducts(
  deps: OrderDeps,
  storeKey: string,
  products: readonly ChangedProduct[],
): AsyncGenerator<string> {
  for (const { partition, key, variantRefs } of products) {
    const address = deps.layout.slotAt(storeKey, partition, key);
    yield* await namesOrNone(deps, storeKey, address, () => namesOfVariants(deps, address, variantRefs));
  }
}

/**
 * Matches the orders that wait for variants that are new, or have other names. Variants of many products may have the
 * name for which an order waits; it is matched once for all of them.
 */
const matchForProducts = (
  deps: OrderDeps,
  storeKey: string,
  products: readonly ChangedProduct[],
): Promise<void> => matchWaiting(deps, storeKey, namesOfProducts(deps, storeKey, products));

/**
 * Matches a customer's orders that may have bought more of the wishes that are now open; the oldest order first.
 *
 * @param offered variants of these wishes; absent if any wish may be open
 */
async function matchOffered(
  deps: OrderDeps,
  storeKey: string,
  customer: SlotAddress,
  offered?: readonly ProductIdentity[],
): Promise<void> {
  for (const address of await ordersForOffer(deps, storeKey, customer, offered))
    await match(deps, storeKey, address);
}

/** Does the same for the customer of a wish. */
async function offerWish(deps: OrderDeps, storeKey: string, itemId: string): Promise<void> {
  const [wish] = readableOf(await deps.wishes.read(storeKey, [itemId]));
  if (wish) await matchOffered(deps, storeKey, wish.customer);
}

/**
 * Matches an order again if it does not have the customer whose wishes it has bought as its buyer. Its process died
 * after the purchase, and the order may now lead to another customer: then it gives the wishes back.
 */
async function completeMatch(
  deps: OrderDeps,
  storeKey: string,
  { orderRef, buyer }: OrderOfBuyer,
): Promise<void> {
  const address = deps.layout.slotOf("order", storeKey, orderRef);
  const label = () => labelOf(storeKey, address);
  const order = await doOrSkip(() => deps.orders.at(address), label, deps.onUndecodable);
  if (isSameSlot(order?.buyer, buyer)) return;
  const reached = { rule: "customer", address: deps.layout.slotAt(storeKey, buyer.partition, buyer.key) };
  await match(deps, storeKey, address, [reached]);
}

/** Removes a deleted customer from their orders, and erases webhook bodies about the person. */
async function forgetCustomer(
  deps: OrderDeps,
  storeKey: string,
  { partition, key }: RecordKey,
  deletedTime: string | undefined,
): Promise<void> {
  const address = deps.layout.slotAt(storeKey, partition, key);
  await deps.bodies.dropAll(address);
  await forAll(deps.orders.purchasesOf(address), ({ orderRef }) => {
    const order = deps.layout.slotOf("order", storeKey, orderRef);
    return forgetBuyerInOrder(deps, storeKey, order, { partition, key }, deletedTime);
  });
}

/** Removes a deleted wishlist from an order that bought from it. */
async function forgetWishlist(
  { dispatcher, layout }: OrderDeps,
  storeKey: string,
  { orderRef, wishlistId }: { orderRef: string; wishlistId: string },
): Promise<void> {
  const { partition, slot, key } = layout.slotOf("order", storeKey, orderRef);
  await sendAccepted(dispatcher, {
    partition,
    command: { type: "ForgetMatches", storeKey, slot, key, wishlistId },
  });
}

/** Continues the claim of a guest's wishlist that its request has not finished. */
async function finishClaim({ dispatcher }: OrderDeps, storeKey: string, wishlistId: string): Promise<void> {
  // A refusal is a result too: the wishlist is deleted, or the guest has it again.
  await handOver(sendThrough(dispatcher), { type: "BeginHandover", storeKey, wishlistId });
}

/** Returns the processor of the queue `orders`. A job that runs twice has the same result. */
export const processOrders = (
  parts: Omit<OrderDeps, "removePurchased"> & { tenants: Pick<Tenants, "findFor"> },
) =>
  async function processOrderJob({ data }: Pick<Job<OrderJob>, "data">): Promise<void> {
    const { storeKey } = data;
    const tenant = await parts.tenants.findFor(storeKey);
    const deps: OrderDeps = { ...parts, removePurchased: tenant?.settings.removePurchased ?? false };
    switch (data.kind) {
      case "match":
        return matchAll(
          deps,
          storeKey,
          data.places.map(({ partition, key }) => deps.layout.slotAt(storeKey, partition, key)),
        );
      case "people":
        return matchForCustomers(deps, storeKey, data.customers);
      case "person":
        return matchForCustomers(deps, storeKey, [data]);
      case "products":
        return matchForProducts(deps, storeKey, data.products);
      case "names":
        return matchWaiting(deps, storeKey, data.names);
      case "variants":
        return matchForProducts(deps, storeKey, [data]);
      case "offer":
        return matchOffered(
          deps,
          storeKey,
          deps.layout.slotAt(storeKey, data.partition, data.key),
          data.offered,
        );
      case "freed":
        return offerWish(deps, storeKey, data.itemId);
      case "forget":
        return forgetCustomer(deps, storeKey, data, data.deletedTime);
      case "dropped":
        return forAll(data.orders, ({ orderRef, buyer }) =>
          forgetBuyerInOrder(deps, storeKey, deps.layout.slotOf("order", storeKey, orderRef), buyer),
        );
      case "made":
        return forAll(data.orders, (order) => completeMatch(deps, storeKey, order));
      case "relink":
        return match(deps, storeKey, deps.layout.slotOf("order", storeKey, data.orderRef));
      case "claim":
        return finishClaim(deps, storeKey, data.wishlistId);
      case "unlink":
        return forgetWishlist(deps, storeKey, data);
      default:
        data satisfies never;
        return refuseNewerJob();
    }
  };
