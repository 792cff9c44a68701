import type { Api } from "../api/api.ts";
import type { RetriedMail, RetriedMails } from "../api/types.ts";

/** Maximum number of alerts in one request. */
const MAX_ALERTS_PER_REQUEST = 50;
const ON_THEIR_WAY = new Set(["pending", "sending", "sent"]);

/** Sends the e-mail of an alert again if it has failed. Resolves to the current state of the e-mail. */
export const retryMail = async (api: Api, alertId: string): Promise<RetriedMail["email"]> =>
  (await api.post<RetriedMail>(`/alerts/${alertId}/retry-mail`)).email;

/** Sends the e-mails of many alerts again. Resolves to the number of e-mails that are waiting or sent. */
export async function retryMails(api: Api, alertIds: readonly string[]): Promise<number> {
  let count = 0;
  for (let from = 0; from < alertIds.length; from += MAX_ALERTS_PER_REQUEST) {
    const ids = alertIds.slice(from, from + MAX_ALERTS_PER_REQUEST);
    const { results } = await api.post<RetriedMails>("/alerts/retry-mail", { ids });
    count += results.filter(({ email }) => email && ON_THEIR_WAY.has(email.status)).length;
  }
  return count;
}
