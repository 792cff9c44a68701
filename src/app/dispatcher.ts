import { Dispatcher } from "../actors/runtime/dispatcher.ts";
import type { AppContext } from "./context.ts";

/** Opens the dispatcher from this process to the actors, in whichever process they are served. */
export async function openDispatcher(context: AppContext): Promise<Dispatcher> {
  const { config, log, lifecycle, metrics, redis, replies } = context;
  metrics.watchPending(() => replies.size);
  const listening = new AbortController();
  void replies.listen(await context.openReader(), redis, log, listening.signal);
  lifecycle.own("replies", listening, (it) => it.abort());
  const dispatcher = new Dispatcher(context, replies, {
    replyTimeoutMs: config.ASK_TIMEOUT_MS,
    maxPending: config.MAX_PENDING,
    maxWaiting: config.MAX_WAITING,
    rememberMs: context.commandLifetimeMs * 2,
  });
  lifecycle.own("dispatcher", dispatcher, (it) => it.close());
  return dispatcher;
}
