import { defined } from "../../../collections/defined.ts";
import { findNamedCustomer, type NamedCustomerParts } from "../../../ingest/named-customer.ts";
import { notFound } from "../../../ingest/targets.ts";
import type { AlertLedger } from "../../../store/read/alert-ledger.ts";
import { firstFitting } from "../../../store/read/page-bytes.ts";
import type { AlertRecord } from "../../../store/records/alerts.ts";
import { explainAlert, type ExplainParts } from "../../explain/explain.ts";
import { presentAlert } from "../../presenters/alerts.ts";
import { presentRead } from "../../presenters/reply.ts";
import { type ApiRoute, BAD_REQUEST, route } from "../../route.ts";
import { AlertsQuery, AlertsResponse } from "../../schemas/outbound/alerts.ts";
import { ExplainQuery, ExplainResponse } from "../../schemas/outbound/explanation.ts";
import { API_PATH } from "../api-path.ts";
import { pageOf, requireOne, withoutEmpty } from "../query.ts";

const COMMON = { method: "get", scope: "events:read", refusals: BAD_REQUEST, conditional: false } as const;

export interface AlertRouteParts extends ExplainParts, NamedCustomerParts {
  alerts: AlertLedger;
}

/** Returns the alerts of a list, and of the pages after it. `alerts` are in ascending order of their ids. */
function alertsAfter(
  alerts: readonly AlertRecord[],
  { lastAlertId, sortBy }: { lastAlertId?: string | undefined; sortBy?: string | undefined },
): readonly AlertRecord[] {
  const isNewestFirst = sortBy === "newest";
  const ordered = isNewestFirst ? alerts.toReversed() : alerts;
  if (lastAlertId === undefined) return ordered;
  return ordered.filter(({ id }) => (isNewestFirst ? id < lastAlertId : id > lastAlertId));
}

const listAlerts = (parts: AlertRouteParts): ApiRoute =>
  route({
    ...COMMON,
    operation: "listAlerts",
    paths: [`${API_PATH}/alerts`],
    tag: "Alerts",
    summary: "List a customer's alerts",
    description:
      "The customer's alerts in the order of their ids, each with the status of its delivery. The oldest are first, or with `sortBy` the newest.",
    query: AlertsQuery,
    responses: { 200: { description: "A page of alerts.", schema: AlertsResponse } },
    async handle({ session, query }) {
      requireOne(query, "customerId", "customerRef");
      const customer = await findNamedCustomer(parts, session.storeKey, query);
      if (!customer) throw notFound("customer");
      const { size } = pageOf({ pageSize: query.pageSize });
      const left = alertsAfter(await parts.alerts.of(customer.address), withoutEmpty(query));
      const page = left.slice(0, size);
      const texts = firstFitting(page.map(presentAlert));
      const lastId = JSON.stringify(page[texts.length - 1]?.id);
      const last = texts.length === 0 ? "" : `,"lastEvaluatedAlertId":${lastId}`;
      const cursor = texts.length === left.length ? "" : `,"cursor":${lastId}`;
      return presentRead(`{"alerts":[${texts.join(",")}]${last}${cursor}}`);
    },
  });

const explain = (parts: AlertRouteParts): ApiRoute =>
  route({
    ...COMMON,
    operation: "explainAlert",
    paths: [`${API_PATH}/alerts/explain`],
    tag: "Alerts",
    summary: "Explain why a customer was or was not alerted about a variant",
    description:
      "Evaluates the rules of alerts with the current data. Without a type, the wish determines it: register_interest if the wish waits for the release, otherwise back_in_stock.",
    query: ExplainQuery,
    responses: { 200: { description: "Every rule with its outcome.", schema: ExplainResponse } },
    async handle({ session, query }) {
      requireOne(query, "customerId", "customerRef");
      requireOne(query, "variantId", "variantRef");
      const { productRef, variantId, variantRef } = query;
      const explanation = await explainAlert(parts, session, {
        customer: await findNamedCustomer(parts, session.storeKey, query),
        productRef,
        names: defined({ variantId, variantRef }),
        type: query.type,
      });
      return presentRead(JSON.stringify(explanation));
    },
  });

/** Returns the routes of alerts and of their explanation. */
export const alertRoutes = (parts: AlertRouteParts): ApiRoute[] => [listAlerts(parts), explain(parts)];
