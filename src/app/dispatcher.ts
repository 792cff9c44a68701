import type { Command, ReplyTo } from "../actors/command.ts";
import { type Address, Dispatcher } from "../actors/runtime/dispatcher.ts";
import type { Metrics } from "../metrics.ts";
import type { AppContext } from "./context.ts";

type Dispatch = ConstructorParameters<typeof Dispatcher>;

/** Measures how long the replies to commands take. */
class TimedDispatcher extends Dispatcher {
  readonly #metrics: Metrics;

  constructor(metrics: Metrics, ...parts: Dispatch) {
    super(...parts);
    this.#metrics = metrics;
  }

  override async send<C extends Command>(address: Address, command: C): Promise<ReplyTo<C>> {
    const end = this.#metrics.replies.startTimer();
    try {
      const reply = await super.send(address, command);
      end({ outcome: reply.ok ? "accepted" : "refused" });
      return reply;
    } catch (err) {
      end({ outcome: "failed" });
      throw err;
    }
  }
}

/** Opens the dispatcher from this process to the actors, in whichever process they are served. */
export async function openDispatcher(context: AppContext): Promise<Dispatcher> {
  const { config, log, lifecycle, metrics, redis, replies } = context;
  metrics.watchPending(() => replies.size);
  const listening = new AbortController();
  void replies.listen(await context.openReader(), redis, log, listening.signal);
  lifecycle.own("replies", listening, (it) => it.abort());
  const dispatcher = new TimedDispatcher(metrics, context, replies, {
    replyTimeoutMs: config.ASK_TIMEOUT_MS,
    maxPending: config.MAX_PENDING,
    maxWaiting: config.MAX_WAITING,
    rememberMs: context.commandLifetimeMs * 2,
  });
  lifecycle.own("dispatcher", dispatcher, (it) => it.close());
  return dispatcher;
}
