import { hasLayout } from "../../store/layout/layout.ts";
import type { AppContext } from "./context.ts";

/** Time between two checks, in milliseconds. */
const CHECK_MS = 10_000;

/**
 * Ends the process if Redis no longer has the data with which the process started. The addresses of records depend on
 * a secret of the data, so processes that start later would not find what this one writes.
 */
export function watchLayout({
  redis,
  keys,
  layout,
  lifecycle,
}: Pick<AppContext, "redis" | "keys" | "layout" | "lifecycle">): void {
  const check = async () => {
    // While Redis is unavailable, nothing can be written to it either.
    const isSame = await hasLayout(redis, keys, layout).catch(() => true);
    if (!isSame)
      throw new Error(
        "the data of Redis was removed or replaced while this process ran: stop all processes, restore the data if it was lost, and start them again",
      );
  };
  const timer = setInterval(() => void check(), CHECK_MS);
  timer.unref();
  lifecycle.own("layout watch", timer, clearInterval);
}
