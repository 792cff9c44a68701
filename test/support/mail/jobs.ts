import { withQueue } from "../jobs/queue.ts";
import type { Caller, Json, Service } from "../service.ts";

/** Ends the time in which a shop's alerts are collected. Resolves to the number of digests that waited. */
export const collected = (service: Pick<Service, "redis" | "keys">, shop: Caller): Promise<number> =>
  withQueue(service, "mail", async (queue) => {
    const ofShop = (await queue.getDelayed()).filter(({ data }: Json) =>
      data.storeKey.startsWith(`${shop.tenantId}/`),
    );
    for (const job of ofShop) await job.promote();
    return ofShop.length;
  });
