import { notFound } from "../../../ingest/targets.ts";
import type { Endpoint, Endpoints } from "../../../store/webhooks/endpoints.ts";

/**
 * Returns a webhook endpoint of a store.
 *
 * @throws {Problem} if there is none with this id
 */
export async function foundEndpoint(endpoints: Endpoints, storeKey: string, id: string): Promise<Endpoint> {
  const endpoint = await endpoints.find(storeKey, id);
  if (!endpoint) throw notFound("webhook endpoint");
  return endpoint;
}
