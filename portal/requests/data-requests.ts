import type { PrivacyRequest } from "../api/types.ts";

/** A request for all stored data of a person that is not answered yet. */
interface DataRequest {
  time: string;
  /** Absent if the person is not a customer, but has orders or other data. */
  customerId?: string;
}

/** Whether something was stored of the person when the request arrived. Requests before `stored` was recorded count. */
const hasData = ({ stored }: PrivacyRequest) =>
  stored === undefined || Object.values(stored).some((count) => count > 0);

/**
 * Returns the requests for data, forwarded by a platform, that were not followed by an export or an erasure. The log
 * names nobody who is not a customer: each export or erasure of such a person answers one of their requests.
 *
 * @param log the newest first
 */
export function openDataRequests(log: readonly PrivacyRequest[]): DataRequest[] {
  const answered = new Set<string>();
  let answeredUnnamed = 0;
  return log.flatMap((entry): DataRequest[] => {
    const { kind, time, customerIds } = entry;
    const isRequest = kind === "data_request";
    if (customerIds.length > 0) {
      const open = isRequest ? customerIds.filter((id) => !answered.has(id)) : [];
      for (const id of customerIds) answered.add(id);
      return open.map((customerId) => ({ time, customerId }));
    }
    if (kind === "export" || kind === "erasure") answeredUnnamed++;
    if (!isRequest || !hasData(entry)) return [];
    if (answeredUnnamed === 0) return [{ time }];
    answeredUnnamed--;
    return [];
  });
}
