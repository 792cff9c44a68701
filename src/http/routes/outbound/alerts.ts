import { defined } from "../../../collections/defined.ts";
import { findNamedCustomer, type NamedCustomerParts } from "../../../ingest/named-customer.ts";
import { notFound } from "../../../ingest/targets.ts";
import type { AlertLedger } from "../../../store/read/alert-ledger.ts";
import { firstFitting } from "../../../store/read/page-bytes.ts";
import { explainAlert, type ExplainParts } from "../../explain/explain.ts";
import { presentAlert } from "../../presenters/alerts.ts";
import { presentRead } from "../../presenters/reply.ts";
import { type ApiRoute, BAD_REQUEST, route } from "../../route.ts";
import { AlertsQuery, AlertsResponse } from "../../schemas/outbound/alerts.ts";
import { ExplainQuery, ExplainResponse } from "../../schemas/outbound/explanation.ts";
import { API_PATH } from "../api-path.ts";
import { pageOf, requireOne } from "../query.ts";

const COMMON = { method: "get", scope: "events:read", refusals: BAD_REQUEST, conditional: false } as const;

export interface AlertRouteParts extends ExplainParts, NamedCustomerParts {
  alerts: AlertLedger;
}

const listAlerts = (parts: AlertRouteParts): ApiRoute =>
  route({
    ...COMMON,
    operation: "listAlerts",
    paths: [`${API_PATH}/alerts`],
    tag: "Alerts",
    summary: "List a customer's alerts",
    description:
      "The customer's alerts in ascending order of their ids, each with the status of its delivery.",
    query: AlertsQuery,
    responses: { 200: { description: "A page of alerts, the oldest first.", schema: AlertsResponse } },
    async handle({ session, query }) {
      requireOne(query, "customerId", "customerRef");
      const customer = await findNamedCustomer(parts, session.storeKey, query);
      if (!customer) throw notFound("customer");
      const { size } = pageOf({ pageSize: query.pageSize });
      const { lastAlertId = "" } = query;
      const page = (await parts.alerts.of(customer.address))
        .filter(({ id }) => id > lastAlertId)
        .slice(0, size);
      const texts = firstFitting(page.map(presentAlert));
      const last = page[texts.length - 1]?.id;
      const cursor = last === undefined ? "" : `,"lastEvaluatedAlertId":${JSON.stringify(last)}`;
      return presentRead(`{"alerts":[${texts.join(",")}]${cursor}}`);
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
