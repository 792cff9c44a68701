import { openQueue } from "../../src/jobs/queue/queues.ts";
import { type Shared, settled } from "./settled.ts";

/** Runs the nightly maintenance now, beside its schedule. Resolves once all that it does is done. */
export async function runNightly(service: Shared): Promise<void> {
  const connection = service.redis.duplicate({ maxRetriesPerRequest: null });
  const queue = openQueue("maintenance", { connection, keys: service.keys });
  try {
    await queue.add("sweep-references", {});
    await settled(service, { withinMs: 0 });
  } finally {
    await queue.close();
    connection.disconnect();
  }
}
