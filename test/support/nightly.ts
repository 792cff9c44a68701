import { openQueue } from "../../src/jobs/queue/queues.ts";
import { type Shared, settled } from "./settled.ts";
import { until } from "./until.ts";

/** Runs the nightly maintenance now. Resolves once all that it does is done. */
export async function runNightly(service: Shared): Promise<void> {
  const connection = service.redis.duplicate({ maxRetriesPerRequest: null });
  const queue = openQueue("maintenance", { connection, keys: service.keys });
  try {
    await until("the job is planned", async () => {
      const next = (await queue.getDelayed()).find(({ name }) => name === "sweep-references");
      await next?.promote();
      return next !== undefined;
    });
    await settled(service, { withinMs: 0 });
  } finally {
    await queue.close();
    connection.disconnect();
  }
}
