import { batchesFrom } from "../../collections/batches-from.ts";
import { defined } from "../../collections/defined.ts";
import { findNamedCustomer } from "../../ingest/named-customer.ts";
import { notFound, type Targets } from "../../ingest/targets.ts";
import { timeOfVersion } from "../../store/ids/entry-id.ts";
import { parseCustomerId } from "../../store/ids/ids.ts";
import type { Layout } from "../../store/layout/layout.ts";
import type { ListPage, ListPosition, ReadEntry } from "../../store/lists/store-lists.ts";
import { datedOrder, keyOfDatedOrder, parseAlertEntry } from "../../store/partition/state/store-entries.ts";
import type { AlertLedger } from "../../store/read/alert-ledger.ts";
import type { Customers, StoredCustomer } from "../../store/read/customers.ts";
import type { Orders } from "../../store/read/orders.ts";
import { firstTexts } from "../../store/read/page-bytes.ts";
import type { Products } from "../../store/read/products.ts";
import type { Wishlists } from "../../store/read/wishlists.ts";
import type { AlertRecord } from "../../store/records/alerts.ts";
import { decodeAt } from "../../store/records/decode.ts";
import { modifiedTimeOf, type OrderRecord } from "../../store/records/orders.ts";
import { decodeCustomer, decodeWishlist } from "../../store/records/records.ts";
import { doOrSkip, type OnUndecodable } from "../../store/records/undecodable.ts";
import { presentAlert } from "../presenters/alerts.ts";
import { presentListedProduct } from "../presenters/catalogue.ts";
import { presentOrder } from "../presenters/orders.ts";

/** Number of orders of a customer that are read at once. */
const ORDER_BATCH_SIZE = 50;

/** The repositories with the records of lists. */
export interface ListReads {
  layout: Layout;
  targets: Pick<Targets, "customer">;
  customers: Customers;
  wishlists: Wishlists;
  orders: Orders;
  products: Products;
  alerts: AlertLedger;
  onUndecodable: OnUndecodable;
}

/** Filters of a list. A record must meet all that are given. */
export interface ListFilter {
  /** ISO 8601. */
  changedSince?: string | undefined;
  state?: string | undefined;
  status?: string | undefined;
  type?: string | undefined;
  emailStatus?: string | undefined;
  isPrivate?: boolean | undefined;
  customerId?: string | undefined;
  customerRef?: string | undefined;
  sortBy?: string | undefined;
}

/** Whether a time of change, in milliseconds, meets the filter. */
const isRecent = ({ changedSince }: ListFilter, changed: number) =>
  changedSince === undefined || changed >= Date.parse(changedSince);

const matchesFilter = <T>(wanted: T | undefined, value: T) => wanted === undefined || wanted === value;

/** Returns the stored customer with an id of the service; undefined if there is none. */
export async function customerWithId(
  { layout, customers }: Pick<ListReads, "layout" | "customers">,
  storeKey: string,
  id: string,
): Promise<StoredCustomer | undefined> {
  const parsed = parseCustomerId(id);
  if (!parsed) return undefined;
  const address = layout.slotAt(storeKey, parsed.partition, parsed.key);
  const stored = await customers.storedAt(address);
  // The error names the customer by its key: an entry in the index of names is personal data.
  return decodeAt(decodeCustomer, stored?.json, address)?.svc_customer_id === id ? stored : undefined;
}

/** Returns the reader of a list's customers. */
export const listedCustomer =
  (reads: ListReads, storeKey: string, filter: ListFilter): ReadEntry =>
  async (_, id) => {
    const stored = await customerWithId(reads, storeKey, id);
    if (!stored || !isRecent(filter, timeOfVersion(stored.version))) return undefined;
    return matchesFilter(filter.state, decodeCustomer(stored.json).state) ? stored.json : undefined;
  };

/** Returns the reader of a list's wishlists, without their items. */
export const listedWishlist =
  ({ wishlists }: ListReads, storeKey: string, filter: ListFilter): ReadEntry =>
  async (_, id) => {
    const found = await wishlists.recordOf(storeKey, id);
    if (!found || !isRecent(filter, timeOfVersion(found.meta.version))) return undefined;
    return matchesFilter(filter.isPrivate, decodeWishlist(found.json).isPrivate) ? found.json : undefined;
  };

/** Returns the reader of a list's orders. */
export const listedOrder =
  ({ layout, orders }: ListReads, storeKey: string, filter: ListFilter): ReadEntry =>
  async (partition, entry) => {
    const key = filter.sortBy === undefined ? entry : keyOfDatedOrder(entry);
    const order = await orders.at(layout.slotAt(storeKey, partition, key));
    if (!order || !matchesFilter(filter.status, order.status)) return undefined;
    // An entry with an earlier time of the order.
    if (entry !== key && entry !== datedOrder(order, key)) return undefined;
    return isRecent(filter, Date.parse(modifiedTimeOf(order))) ? presentOrder(order) : undefined;
  };

/** Returns the sort key of a customer's order. */
const orderKeyOf = (order: OrderRecord) => datedOrder(order, order.orderRef);

/**
 * Returns a page of the orders that bought wishes of a customer, the newest first, up to the bytes of a page.
 *
 * @throws 404 if there is no customer
 */
export async function ordersOfCustomer(
  { targets, customers, orders, onUndecodable }: ListReads,
  storeKey: string,
  filter: ListFilter,
  { from, size }: { from: ListPosition; size: number },
): Promise<ListPage> {
  const customer = await findNamedCustomer({ targets, customers }, storeKey, filter);
  if (!customer) throw notFound("customer");
  const { address } = customer;
  let wanted: OrderRecord[] = [];
  // A customer may have thousands of orders: other requests of this process are served between the batches, and only the
  // newest orders are kept.
  for await (const batch of batchesFrom(orders.purchasesOf(address), ORDER_BATCH_SIZE)) {
    const found = await Promise.all(
      batch.map(({ orderRef }) =>
        doOrSkip(
          () => orders.find(storeKey, orderRef),
          () => ({ storeKey, id: orderRef }),
          onUndecodable,
        ),
      ),
    );
    const ofPage = found
      .filter((order) => order !== undefined)
      .filter(({ status }) => matchesFilter(filter.status, status))
      .filter((order) => isRecent(filter, Date.parse(modifiedTimeOf(order))))
      .filter((order) => from.after === "" || orderKeyOf(order) < from.after);
    wanted = [...wanted, ...ofPage]
      .sort((a, b) => (orderKeyOf(a) < orderKeyOf(b) ? 1 : -1))
      .slice(0, size + 1);
  }
  const texts = firstTexts(wanted.slice(0, size).map(presentOrder));
  const last = wanted.length > texts.length ? wanted[texts.length - 1] : undefined;
  const next = last && { partition: address.partition, after: orderKeyOf(last) };
  return { texts, ...defined({ next }) };
}

/** Returns the reader of a list's products, without their variants. */
export const listedProduct =
  ({ products }: ListReads, storeKey: string, filter: ListFilter): ReadEntry =>
  async (_, id) => {
    const address = products.addressOf(storeKey, id);
    const product = address && (await products.recordAt(address));
    if (product?.productId !== id || !matchesFilter(filter.status, product.status)) return undefined;
    return isRecent(filter, Date.parse(product.modifiedTime)) ? presentListedProduct(product) : undefined;
  };

/** Returns when an alert last changed, in milliseconds. */
const lastChange = ({ createdTime, sentTime, email }: AlertRecord) =>
  Math.max(
    ...[createdTime, sentTime, email?.time].map((time) => (time === undefined ? 0 : Date.parse(time))),
  );

/** Returns the reader of a list's alerts. */
export const listedAlert =
  ({ layout, alerts }: ListReads, storeKey: string, filter: ListFilter): ReadEntry =>
  async (partition, entry) => {
    const { id, key, name } = parseAlertEntry(entry);
    const alert = await alerts.at(layout.slotAt(storeKey, partition, key), name);
    if (
      alert?.id !== id ||
      !matchesFilter(filter.status, alert.status) ||
      !matchesFilter(filter.type, alert.type)
    )
      return undefined;
    if (!matchesFilter(filter.emailStatus, alert.email?.status)) return undefined;
    return isRecent(filter, lastChange(alert)) ? JSON.stringify(presentAlert(alert)) : undefined;
  };
