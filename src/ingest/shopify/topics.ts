import type { Logger } from "pino";
import type { PersonalData } from "../../actors/privacy/personal-data.ts";
import type { Reply } from "../../actors/reply.ts";
import type { Send } from "../../actors/runtime/send.ts";
import { filled } from "../../collections/defined.ts";
import type { Layout } from "../../store/layout/layout.ts";
import type { PrivacyLog } from "../../store/privacy/privacy-log.ts";
import type { Redaction, Redactions } from "../../store/privacy/redactions.ts";
import type { Now } from "../../store/redis/clock.ts";
import { feedersOf, type Shop, type Shops } from "../../store/tenants/shops.ts";
import { shorten } from "../../text/shorten.ts";
import { storedRefusal } from "../budgets/stored-budget.ts";
import { type FieldError, Problem } from "../problem.ts";
import { planCustomer, readShopifyCustomer, reportWithout } from "../read/customers.ts";
import { readEdit, readOrder, readRefund, type ShopifyAmendment } from "../read/orders.ts";
import { readProduct } from "../read/products.ts";
import { readStock } from "../read/stock.ts";
import {
  fieldsOf,
  ignoredError,
  invalidRow,
  referenceAt,
  referenceOf,
  refusedRow,
  type RowError,
} from "../rows.ts";
import type { SentNames } from "../sent-names.ts";
import type { Targets } from "../targets.ts";
import type { Feeds, FeedTarget } from "../writers/feeds.ts";
import type { StockFeed } from "../writers/stock-feed.ts";
import { personIn } from "./shapes.ts";

/** The dependencies of the handlers of Shopify's topics. */
export interface TopicParts {
  shops: Shops;
  feeds: Feeds;
  stockFeed: StockFeed;
  layout: Layout;
  targets: Targets;
  personalData: PersonalData;
  /**
   * Sends commands without an idempotency key. Which commands an erasure needs depends on what is left: under keys, a
   * repeated erasure would get the answers of other commands.
   */
  sendWithoutKey: Send;
  privacyLog: PrivacyLog;
  redactions: Redactions;
  /** How long a shop's redaction can be cancelled, in milliseconds. */
  redactGraceMs: number;
  /** The clock of Redis. */
  now: Now;
  /** Schedules the execution of a redaction. */
  scheduleRedaction: (redaction: Redaction) => Promise<void>;
  log: Logger;
}

/** The store that a webhook belongs to. */
interface TopicTarget extends FeedTarget {
  shop: Shop;
  /** The same for each delivery of a webhook; empty if the platform sends none. */
  webhookId: string;
  /** Whether an earlier delivery of the webhook was applied. */
  isDone: boolean;
  /** Whether the deletion of an unknown record must not be recorded, because the tenant has too many such records. */
  leavesNothing: boolean;
}

/** Applies a webhook. Resolves to the error if the payload is invalid. */
type TopicHandler = (
  parts: TopicParts,
  target: TopicTarget,
  body: unknown,
  send: Send,
) => Promise<RowError | undefined>;

/**
 * Checks that a refusal is lasting. Otherwise the platform has to send the webhook again.
 *
 * @throws {Problem} `Internal` if the service failed, `BudgetExceeded` if the tenant has used up its stored bytes
 */
function expectSettled(refusal: Pick<RowError, "code" | "detail">): void {
  if (refusal.code === "Internal") throw new Problem("Internal");
  if (refusal.code === "BudgetExceeded") throw storedRefusal(refusal.detail);
}

/** Returns why a command was refused, with the webhook's names of its fields; undefined if it was accepted. */
function refusalIn(reply: Reply, sentNames: SentNames): RowError | undefined {
  if (reply.ok) return undefined;
  expectSettled(reply);
  return refusedRow(reply, sentNames);
}

/** Returns a warning about ignored members; undefined if there are none. */
const partlyIgnored = (ignored: FieldError[]): RowError | undefined =>
  ignored.length > 0 ? ignoredError(ignored) : undefined;

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

/** Marks a deletion as a platform's, which is also recorded for an unknown record. */
const tombstoneUnless = (leavesNothing: boolean) => (leavesNothing ? {} : { isNews: true as const });

const deleteProduct: TopicHandler = async ({ layout }, { storeKey, leavesNothing }, body, send) => {
  const { partition, slot, key } = layout.slotOf("product", storeKey, referenceAt(body, "id") ?? "");
  const reply = await send({
    partition,
    command: { type: "DeleteProduct", storeKey, slot, key, ...tombstoneUnless(leavesNothing) },
  });
  if (!reply.ok) expectSettled(reply);
  return undefined;
};

const setStock: TopicHandler = async ({ stockFeed }, target, body, send) => {
  const read = readStock(body);
  if ("error" in read) return read.error;
  const [group] = await stockFeed.groups(target, [read]);
  const [outcome] = (await group?.write(send)) ?? [];
  if (!outcome || "status" in outcome) return undefined;
  expectSettled(outcome.error);
  return outcome.error;
};

/** A deleted location has no stock. */
const disconnectStock: TopicHandler = (parts, target, body, send) =>
  setStock(parts, target, { ...fieldsOf(body), available: 0 }, send);

/** Writes a customer without the members that cannot be stored, such as an e-mail address that another customer has. */
const putCustomer =
  ({ isCreation }: { isCreation: boolean }): TopicHandler =>
  async ({ targets }, target, body, send) => {
    const read = readShopifyCustomer(body);
    if ("errors" in read) return invalidRow(read.errors);
    const { updated_at, created_at } = read.body;
    const time = updated_at ?? (isCreation ? created_at : undefined);
    const news = { isCreation, ...filled({ time }) };
    const sentNames = { ...read.sentNames, ...(updated_at ? {} : { "/updated_at": "/created_at" }) };
    let report = read;
    for (;;) {
      const plan = planCustomer(targets, "UpsertCustomer", target, report.body);
      if (!plan) return undefined;
      const reply = await send({ ...plan, command: { ...plan.command, news } });
      if (reply.ok) return partlyIgnored(report.ignored);
      const rest = reportWithout(report, reply);
      if (!rest) return refusalIn(reply, sentNames);
      report = rest;
    }
  };

/** Writes a change of a consent. If Shopify gives it no time, it is as old as the webhook. */
const putConsent: TopicHandler = (parts, target, body, send) => {
  const fields = fieldsOf(body);
  const consent = fieldsOf(fields["email_marketing_consent"]);
  const { consent_updated_at = null } = consent;
  const time = consent_updated_at ?? target.arrivedTime ?? new Date(parts.now()).toISOString();
  const dated = { ...fields, email_marketing_consent: { ...consent, consent_updated_at: time } };
  return putCustomer({ isCreation: false })(parts, target, dated, send);
};

const deleteCustomer: TopicHandler = async ({ layout }, { storeKey, leavesNothing }, body, send) => {
  const id = referenceAt(body, "id") ?? "";
  const { partition, slot, key } = layout.slotOfRef(storeKey, id);
  const address = { storeKey, slot, key, id };
  const command = {
    type: "DeleteCustomer" as const,
    ...address,
    withWishlists: false,
    ...tombstoneUnless(leavesNothing),
  };
  const reply = await send({ partition, command });
  if (!reply.ok) expectSettled(reply);
  return undefined;
};

/** Maximum number of characters of an id in the log. */
const MAX_ID = 100;

/** Handles a merge of two customers: both keep their wishlists, and the log names the customers for the operator. */
const reportMerge: TopicHandler = (_parts, _target, body) => {
  const idIn = (name: string) =>
    shorten(referenceAt(body, `admin_graphql_api_customer_${name}_id`) ?? "", MAX_ID);
  const detail = `customer ${idIn("deleted")} was merged into ${idIn("kept")}; the wishlists are not moved`;
  return Promise.resolve({ code: "NotMoved", detail });
};

/** Finds the person of a compliance webhook. */
function findPerson({ personalData }: TopicParts, storeKey: string, body: unknown, orders: string) {
  const refs = fieldsOf(body)[orders];
  return personalData.personOf(storeKey, {
    ...personIn(body),
    orderRefs: Array.isArray(refs) ? refs.flatMap((ref) => referenceOf(ref) ?? []) : [],
  });
}

/** Erases a person. An unknown customer is also marked as deleted, so that a late update does not create it. */
const redactCustomer: TopicHandler = async (parts, target, body) => {
  const { storeKey, isDone } = target;
  if (isDone) return undefined;
  const { sendWithoutKey: send } = parts;
  const person = await findPerson(parts, storeKey, body, "orders_to_redact");
  await parts.personalData.erase(person, send, async (outcome) => {
    const customer = fieldsOf(body)["customer"];
    if (referenceAt(customer, "id") !== undefined) await deleteCustomer(parts, target, customer, send);
    const time = new Date(parts.now()).toISOString();
    await parts.privacyLog.add(storeKey, { kind: "erasure", source: "shopify", time, ...outcome });
  });
  return undefined;
};

/** Records that a person requested their data. The retailer answers with an export. */
const requestData: TopicHandler = async (parts, { storeKey, isDone }, body) => {
  if (isDone) return undefined;
  const person = await findPerson(parts, storeKey, body, "orders_requested");
  const { customerIds } = person;
  // The log has nothing else about a person who is not a customer.
  const stored = await parts.personalData.count(person);
  const time = new Date(parts.now()).toISOString();
  await parts.privacyLog.add(storeKey, {
    kind: "data_request",
    source: "shopify",
    time,
    customerIds,
    stored,
  });
  return undefined;
};

/**
 * Schedules the erasure of a store whose shop has left, after a time that lets the operator cancel it, or remove
 * another shop that feeds the same store: as long as there is one, the erasure is not carried out.
 */
const redactShop: TopicHandler = async (parts, { storeKey, shop, webhookId }) => {
  const { shops, redactions, privacyLog, log, now } = parts;
  const { domain } = shop;
  const demand = { domain, storeKey, webhookId };
  const { redaction, isNew } = await redactions.request(demand, parts.redactGraceMs, now);
  // Also for a known redaction: the process may have died before it was logged and scheduled.
  const logged = await redactions.log(redaction, privacyLog);
  if (isNew) {
    const others = feedersOf(await shops.list(), storeKey, domain).map((other) => other.domain);
    log.warn(
      { storeKey, shop: domain, dueTime: redaction.dueTime, ...(others.length > 0 ? { others } : {}) },
      others.length > 0
        ? "erasure of a shop scheduled; it will not be carried out while other shops feed the same store"
        : "erasure of a shop scheduled; it can be cancelled",
    );
  }
  if (logged.state === "waiting") await parts.scheduleRedaction(logged);
  return undefined;
};

/** The handler of each topic. */
export const TOPICS: Record<string, TopicHandler> = {
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
  "customers/delete": deleteCustomer,
  "customers/redact": redactCustomer,
  "customers/data_request": requestData,
  "shop/redact": redactShop,
};
