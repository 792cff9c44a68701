import { filled } from "../../collections/defined.ts";
import { shorten } from "../../text/shorten.ts";
import { planCustomer, readShopifyCustomer, reportWithout } from "../read/customers.ts";
import { fieldsOf, invalidRow, referenceAt } from "../rows.ts";
import { expectLasting, partlyIgnored, refusalIn, tombstoneUnless, type TopicHandler } from "./topic.ts";

/** Writes a customer without the members that cannot be stored, such as an e-mail address that another customer has. */
export const putCustomer =
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
export const putConsent: TopicHandler = (parts, target, body, send) => {
  const fields = fieldsOf(body);
  const consent = fieldsOf(fields["email_marketing_consent"]);
  const { consent_updated_at = null } = consent;
  const time = consent_updated_at ?? target.arrivedTime ?? new Date(parts.now()).toISOString();
  const dated = { ...fields, email_marketing_consent: { ...consent, consent_updated_at: time } };
  return putCustomer({ isCreation: false })(parts, target, dated, send);
};

/** Deletes a customer. The deletion of an unknown one is recorded, so that a late update does not create it. */
export const deleteShopifyCustomer: TopicHandler = async (
  { layout },
  { storeKey, leavesNothing },
  body,
  send,
) => {
  const id = referenceAt(body, "id") ?? "";
  const { partition, slot, key } = layout.slotOfRef(storeKey, id);
  const address = { storeKey, slot, key, id, withWishlists: false };
  const command = { type: "DeleteCustomer" as const, ...address, ...tombstoneUnless(leavesNothing) };
  const reply = await send({ partition, command });
  if (!reply.ok) expectLasting(reply);
  return undefined;
};

/** Maximum number of characters of an id in the log. */
const MAX_ID = 100;

/** Handles a merge of two customers: both keep their wishlists, and the log names the customers for the operator. */
export const reportMerge: TopicHandler = (_parts, _target, body) => {
  const idIn = (name: string) =>
    shorten(referenceAt(body, `admin_graphql_api_customer_${name}_id`) ?? "", MAX_ID);
  const detail = `customer ${idIn("deleted")} was merged into ${idIn("kept")}; the wishlists are not moved`;
  return Promise.resolve({ code: "NotMoved", detail });
};
