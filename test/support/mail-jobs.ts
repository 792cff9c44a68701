import { openQueue } from "../../src/jobs/queue/queues.ts";
import type { Caller, Json, Service } from "./service.ts";

/** Ends the time in which a shop's alerts are collected; gives the number of digests that waited. */
export async function collected({ redis, keys }: Service, shop: Caller): Promise<number> {
  const connection = redis.duplicate({ maxRetriesPerRequest: null });
  const queue = openQueue("mail", { connection, keys });
  const ofShop = (await queue.getDelayed()).filter(({ data }: Json) =>
    data.storeKey.startsWith(`${shop.tenantId}/`),
  );
  for (const job of ofShop) await job.promote();
  await queue.close();
  connection.disconnect();
  return ofShop.length;
}
