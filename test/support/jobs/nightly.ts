import { settled, type Shared } from "../settled.ts";
import { withQueue } from "./queue.ts";

/** Runs the nightly maintenance now, in addition to its schedule. Resolves when it has ended. */
export async function runNightly(service: Shared): Promise<void> {
  await withQueue(service, "maintenance", async (queue) => {
    await queue.add("sweep-references", {});
    await settled(service, { withinMs: 0 });
  });
}
