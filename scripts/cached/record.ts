import { existsSync } from "node:fs";
import { join } from "node:path";
import { codeOf, RECORD } from "./start.ts";

const code = codeOf(join(import.meta.dirname, "../../dist/cached/programs.cjs"));

/**
 * Writes the compiled code of the programs that tests start, unless it exists. A process starts, serves a few requests,
 * and writes at its end what V8 has compiled. It uses the Redis of the tests.
 */
export async function recordCode(): Promise<void> {
  if (existsSync(code)) return;
  const { newCluster } = await import("../../test/support/processes.ts");
  const hooks: (() => unknown)[] = [];
  const { start, newShop } = newCluster({ after: (hook) => void hooks.push(hook) });
  try {
    const service = await start("all", { env: { [RECORD]: "1" } });
    const shop = await newShop(service);
    const { id } = (await shop.newWishlist()) as { id: string };
    await shop.newItem(id);
    service.program.signal("SIGTERM");
    await service.program.end();
  } finally {
    for (const hook of hooks) await hook();
  }
}
