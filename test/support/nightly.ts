import { withQueue } from "./queue.ts";
import { settled, type Shared } from "./settled.ts";

/** Runs the nightly maintenance now, beside its schedule. Resolves once all that it does is done. */
export async function runNightly(service: Shared): Promise<void> {
  await withQueue(service, "maintenance", async (queue) => {
    await queue.add("sweep-references", {});
    await settled(service, { withinMs: 0 });
  });
}
