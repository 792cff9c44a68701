import type { Command, ReplyTo } from "../actors/command.ts";
import { type Address, Dispatcher, type Timed } from "../actors/runtime/dispatcher.ts";
import { defined } from "../collections/defined.ts";
import type { Metrics } from "../metrics.ts";
import { appenderAsOf } from "../store/partition/dated-commands.ts";
import { currentTraceContext, spanned } from "../trace/context.ts";
import type { Tracer } from "../trace/tracer.ts";
import type { AppContext } from "./context/context.ts";

type Dispatch = ConstructorParameters<typeof Dispatcher>;

/** Measures the time from each command to its reply, and traces the command if tracing is on. */
class ObservedDispatcher extends Dispatcher {
  readonly #metrics: Metrics;
  readonly #tracer: Tracer | undefined;

  constructor({ metrics, tracer }: Pick<AppContext, "metrics" | "tracer">, ...parts: Dispatch) {
    super(...parts);
    this.#metrics = metrics;
    this.#tracer = tracer;
  }

  /** Every command is sent through this method. */
  override async sendTimed<C extends Command>(address: Address, command: C): Promise<Timed<ReplyTo<C>>> {
    const end = this.#metrics.replies.startTimer();
    try {
      const timed = await this.#traced(address, command);
      end({ outcome: timed.reply.ok ? "accepted" : "refused" });
      return timed;
    } catch (err) {
      end({ outcome: "failed" });
      throw err;
    }
  }

  #traced<C extends Command>(address: Address, command: C): Promise<Timed<ReplyTo<C>>> {
    if (!this.#tracer) return super.sendTimed(address, command);
    const attributes = { "wishlist.command": command.type, "wishlist.partition": address.partition };
    const start = { kind: "producer", parent: currentTraceContext(), attributes } as const;
    return spanned(this.#tracer, `send ${command.type}`, start, () =>
      super.sendTimed({ ...address, ...defined({ traceContext: currentTraceContext() }) }, command),
    );
  }
}

/** Opens the dispatcher, which sends commands from this process to the actors in any process. */
export async function openDispatcher(context: AppContext): Promise<Dispatcher> {
  const { config, log, lifecycle, metrics, redis, replies, past } = context;
  metrics.watchPending(() => replies.size);
  const listening = new AbortController();
  void replies.listen(await context.openReader(), redis, log, listening.signal);
  lifecycle.own("replies", listening, (part) => part.abort());
  const dispatcher = new ObservedDispatcher(
    context,
    { ...context, append: past && appenderAsOf(past.now) },
    replies,
    {
      replyTimeoutMs: config.ASK_TIMEOUT_MS,
      maxPending: config.MAX_PENDING,
      maxWaiting: config.MAX_WAITING,
      rememberMs: context.commandLifetimeMs * 2,
    },
  );
  lifecycle.own("dispatcher", dispatcher, (part) => part.close());
  return dispatcher;
}
