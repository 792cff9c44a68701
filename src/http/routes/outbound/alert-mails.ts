import type { RetryMail } from "../../../actors/alert/messages.ts";
import { notFound } from "../../../ingest/targets.ts";
import { partitionOfAlert } from "../../../store/ids/ids.ts";
import type { Layout } from "../../../store/layout/layout.ts";
import type { AlertLedger } from "../../../store/read/alert-ledger.ts";
import type { CommandGateway } from "../../idempotency/command-gateway.ts";
import { presentRetriedMail } from "../../presenters/alerts.ts";
import { accepted, presentWrite } from "../../presenters/reply.ts";
import { type ApiRoute, BAD_REQUEST, route } from "../../route.ts";
import { RetriedMailResponse, RetriedMailsResponse, RetryMailsBody } from "../../schemas/outbound/alerts.ts";
import { API_PATH } from "../api-path.ts";

const COMMON = {
  method: "post",
  tag: "Alerts",
  scope: "events:write",
  refusals: BAD_REQUEST,
  conditional: false,
} as const;

const RETRY_RULES =
  "An e-mail that has not failed is not changed. The rules about address, subscription and consent are checked again, now and when the e-mail is sent: a customer who has unsubscribed in the meantime gets no e-mail.";

/** The error of an id that the store does not have. */
const UNKNOWN = { code: "ResourceNotFound", detail: "There is no such alert." };

interface AlertMailParts {
  alerts: Pick<AlertLedger, "find">;
  layout: Layout;
  writes: CommandGateway;
}

/** Returns the command that sends the e-mail of an alert again; undefined if the store has no such alert. */
async function planRetry({ alerts, layout }: AlertMailParts, storeKey: string, id: string) {
  const partition = partitionOfAlert(id) ?? layout.partitions;
  const entry = partition < layout.partitions ? await alerts.find(storeKey, partition, id) : undefined;
  if (!entry) return undefined;
  const { slot, key } = layout.slotAt(storeKey, partition, entry.key);
  const command: RetryMail = { type: "RetryMail", storeKey, slot, key, name: entry.name };
  return { partition, command };
}

const retryAlertMail = (parts: AlertMailParts): ApiRoute =>
  route({
    ...COMMON,
    operation: "retryAlertMail",
    paths: [`${API_PATH}/alerts/:id/retry-mail`],
    params: { id: "The alert's id." },
    summary: "Send the e-mail of an alert again after it has failed",
    description: RETRY_RULES,
    idempotency: "command",
    responses: {
      202: {
        description: "The current state of the e-mail.",
        schema: RetriedMailResponse,
        isVersioned: false,
      },
    },
    async handle(request) {
      const { session, terms } = request;
      const reply = await parts.writes.submit(terms, async () => {
        const plan = await planRetry(parts, session.storeKey, request.param("id"));
        if (!plan) throw notFound("alert");
        return plan;
      });
      const retried = accepted(reply, BAD_REQUEST);
      if (retried.json === undefined) throw notFound("alert");
      return presentWrite(202, { ...retried, json: presentRetriedMail(retried.json) });
    },
  });

const retryAlertMails = (parts: AlertMailParts): ApiRoute =>
  route({
    ...COMMON,
    operation: "retryAlertMails",
    paths: [`${API_PATH}/alerts/retry-mail`],
    summary: "Send the e-mails of many alerts again after they have failed",
    description: `Up to 50 alerts, each independently. ${RETRY_RULES} A repeated request sends nothing twice.`,
    body: RetryMailsBody,
    rows: ({ ids }) => ids.length,
    idempotency: "many",
    responses: {
      202: { description: "The current state of each e-mail.", schema: RetriedMailsResponse },
    },
    async handle({ session, body, terms }) {
      const { result, replayed } = await parts.writes.submitMany(terms, (send) =>
        Promise.all(
          body.ids.map(async (id, part) => {
            const plan = await planRetry(parts, session.storeKey, id);
            const { json } = plan ? accepted(await send(plan, part), BAD_REQUEST) : {};
            return json === undefined ? JSON.stringify({ id, error: UNKNOWN }) : presentRetriedMail(json);
          }),
        ),
      );
      return presentWrite(202, { json: `{"results":[${result.join(",")}]}`, replayed });
    },
  });

/** Returns the routes that send the e-mails of alerts again. */
export const alertMailRoutes = (parts: AlertMailParts): ApiRoute[] =>
  [retryAlertMail, retryAlertMails].map((routeOf) => routeOf(parts));
