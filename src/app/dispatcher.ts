import { Dispatcher } from "../actors/runtime/dispatcher.ts";
import type { Shared } from "./context.ts";

/** Opens the way from this process to the actors, wherever they are served. */
export async function openDispatcher(shared: Shared): Promise<Dispatcher> {
  const { config, log, lifecycle, metrics, redis, replies } = shared;
  metrics.watchPending(() => replies.size);
  const listening = new AbortController();
  void replies.listen(await shared.open("blocking"), redis, log, listening.signal);
  lifecycle.own("replies", listening, (it) => it.abort());
  const dispatcher = new Dispatcher(shared, replies, {
    askTimeoutMs: config.ASK_TIMEOUT_MS,
    maxPending: config.MAX_PENDING,
    maxWaiting: config.MAX_WAITING,
    rememberMs: shared.commandLifetimeMs * 2,
  });
  lifecycle.own("dispatcher", dispatcher, (it) => it.close());
  return dispatcher;
}
