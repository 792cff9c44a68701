import { readEdit, readOrder, readRefund, type ShopifyAmendment } from "../read/orders.ts";
import { readProduct } from "../read/products.ts";
import { readStock } from "../read/stock.ts";
import { fieldsOf, referenceAt, type RowError } from "../rows.ts";
import { redactCustomer, requestData, scheduleShopErasure } from "./compliance.ts";
import { deleteShopifyCustomer, putConsent, putCustomer, reportMerge } from "./customers.ts";
import type { Topic } from "./shapes.ts";
import { expectLasting, partlyIgnored, refusalIn, tombstoneUnless, type TopicHandler } from "./topic.ts";

const putOrder: TopicHandler = async ({ feeds }, { storeKey }, body, send) => {
  const read = readOrder(body);
  if ("error" in read) return read.error;
  const reply = await feeds.putOrder({ storeKey }, read.order, send);
  return refusalIn(reply, read.sentNames) ?? partlyIgnored(read.ignored);
};

const amendOrder =
  (read: (body: unknown) => ShopifyAmendment | { error: RowError }): TopicHandler =>
  async ({ feeds }, { storeKey }, body, send) => {
    const amended = read(body);
    if ("error" in amended) return amended.error;
    const { orderRef, amendment, sentNames } = amended;
    return refusalIn(await feeds.amendOrder(storeKey, orderRef, amendment, send), sentNames);
  };

const putProduct: TopicHandler = async ({ feeds }, target, body, send) => {
  const read = readProduct(body);
  if ("error" in read) return read.error;
  const reply = await feeds.putProduct(target, { ...read, isNews: true }, send);
  return refusalIn(reply, read.sentNames) ?? partlyIgnored(read.ignored);
};

const deleteProduct: TopicHandler = async ({ layout }, { storeKey, leavesNothing }, body, send) => {
  const { partition, slot, key } = layout.slotOf("product", storeKey, referenceAt(body, "id") ?? "");
  const reply = await send({
    partition,
    command: { type: "DeleteProduct", storeKey, slot, key, ...tombstoneUnless(leavesNothing) },
  });
  if (!reply.ok) expectLasting(reply);
  return undefined;
};

const setStock: TopicHandler = async ({ stockFeed }, target, body, send) => {
  const read = readStock(body);
  if ("error" in read) return read.error;
  const [group] = await stockFeed.groups(target, [read]);
  const [outcome] = (await group?.write(send)) ?? [];
  if (!outcome || "status" in outcome) return undefined;
  expectLasting(outcome.error);
  return outcome.error;
};

/** A deleted location has no stock. */
const disconnectStock: TopicHandler = (parts, target, body, send) =>
  setStock(parts, target, { ...fieldsOf(body), available: 0 }, send);

/** The handler of each topic. */
export const TOPICS: Record<Topic, TopicHandler> = {
  "orders/create": putOrder,
  "orders/updated": putOrder,
  "orders/paid": putOrder,
  "orders/cancelled": putOrder,
  "orders/edited": amendOrder(readEdit),
  "refunds/create": amendOrder(readRefund),
  "orders/fulfilled": putOrder,
  "orders/partially_fulfilled": putOrder,
  "products/create": putProduct,
  "products/update": putProduct,
  "products/delete": deleteProduct,
  "inventory_levels/update": setStock,
  "inventory_levels/connect": setStock,
  "inventory_levels/disconnect": disconnectStock,
  "customers/create": putCustomer({ isCreation: true }),
  "customers/update": putCustomer({ isCreation: false }),
  "customers/enable": putCustomer({ isCreation: false }),
  "customers/disable": putCustomer({ isCreation: false }),
  "customers_email_marketing_consent/update": putConsent,
  "customers/merge": reportMerge,
  "customers/delete": deleteShopifyCustomer,
  "customers/redact": redactCustomer,
  "customers/data_request": requestData,
  "shop/redact": scheduleShopErasure,
};
