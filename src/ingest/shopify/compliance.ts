import { feedersOf } from "../../store/tenants/shops.ts";
import { fieldsOf, referenceAt, referenceOf } from "../rows.ts";
import { deleteShopifyCustomer } from "./customers.ts";
import { personIn } from "./shapes.ts";
import type { TopicHandler, TopicParts } from "./topic.ts";

/** Finds the person of a compliance webhook. */
function findPerson({ personalData }: TopicParts, storeKey: string, body: unknown, orders: string) {
  const refs = fieldsOf(body)[orders];
  return personalData.personOf(storeKey, {
    ...personIn(body),
    orderRefs: Array.isArray(refs) ? refs.flatMap((ref) => referenceOf(ref) ?? []) : [],
  });
}

/** Erases a person. An unknown customer is also marked as deleted, so that a late update does not create it. */
export const redactCustomer: TopicHandler = async (parts, target, body) => {
  const { storeKey, isDone } = target;
  if (isDone) return undefined;
  const { sendWithoutKey: send } = parts;
  const person = await findPerson(parts, storeKey, body, "orders_to_redact");
  await parts.personalData.erase(person, send, async (outcome) => {
    const customer = fieldsOf(body)["customer"];
    if (referenceAt(customer, "id") !== undefined) await deleteShopifyCustomer(parts, target, customer, send);
    const time = new Date(parts.now()).toISOString();
    await parts.privacyLog.add(storeKey, { kind: "erasure", source: "shopify", time, ...outcome });
  });
  return undefined;
};

/** Records that a person requested their data. The retailer answers with an export. */
export const requestData: TopicHandler = async (parts, { storeKey, isDone }, body) => {
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
export const scheduleShopErasure: TopicHandler = async (parts, { storeKey, shop, webhookId }) => {
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
