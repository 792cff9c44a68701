import type { Api } from "./api.ts";
import type { RetriedMail } from "./types.ts";

/** Sends the e-mail of an alert again, if it has failed. Gives what has become of it by now. */
export const retryMail = async (api: Api, alertId: string): Promise<RetriedMail["email"]> =>
  (await api.post<RetriedMail>(`/alerts/${alertId}/retry-mail`)).email;
