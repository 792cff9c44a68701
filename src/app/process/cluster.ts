import cluster, { type Worker } from "node:cluster";
import type { Logger } from "pino";
import { AggregatorRegistry, type Registry } from "prom-client";

/** Time until a process that died is replaced, in milliseconds. */
const RESTART_MS = 1000;
const METRICS_TIMEOUT_MS = 5000;

interface MetricsText {
  text: string;
  type: string;
}

type Message =
  | { wishlist: "metrics?" }
  | { wishlist: "metrics"; metrics: MetricsText }
  | { wishlist: "listens" }
  | { wishlist: "stop" }
  | { wishlist: "refused"; reason: string };

const isMessage = (message: unknown): message is Message =>
  typeof message === "object" && message !== null && "wishlist" in message;

function sendStop(worker: Worker): void {
  if (worker.isConnected()) worker.send({ wishlist: "stop" } satisfies Message);
  else worker.kill();
}

/**
 * Runs several processes of the service that share its port: starts them, replaces those that die, and answers their
 * requests for the metrics of all processes.
 */
export class ProcessGroup {
  readonly #log: Logger;
  readonly #registry = new AggregatorRegistry();
  readonly #onRefused: (reason: string) => void;
  #isStopping = false;

  /**
   * `env` is added to the environment of each process. `onRefused` is called once if a process cannot start and a later
   * attempt would not help.
   */
  constructor(
    count: number,
    { env, onRefused }: { env: Record<string, string>; onRefused: (reason: string) => void },
    log: Logger,
  ) {
    this.#log = log;
    this.#onRefused = onRefused;
    cluster.on("exit", (worker, code, signal) => this.#onExit(worker, code, signal, env));
    cluster.on("message", (worker, message) => void this.#onMessage(worker, message));
    for (let i = 0; i < count; i++) this.#start(env);
  }

  #start(env: Record<string, string>): void {
    const worker = cluster.fork(env);
    // Also of a message to a process that has just died, and unheard it would end the first process.
    worker.on("error", (err) => {
      const { pid } = worker.process;
      this.#log.warn({ pid, err }, "cannot start or reach a process");
      if (pid === undefined) this.#startLater(env);
    });
  }

  #startLater(env: Record<string, string>): void {
    setTimeout(() => {
      if (!this.#isStopping) this.#start(env);
    }, RESTART_MS);
  }

  #onExit(worker: Worker, code: number, signal: string, env: Record<string, string>): void {
    if (this.#isStopping) return;
    this.#log.error({ pid: worker.process.pid, code, signal }, "a process ended; starting another");
    this.#startLater(env);
  }

  async #onMessage(worker: Worker, message: unknown): Promise<void> {
    if (!isMessage(message)) return;
    if (message.wishlist === "refused" && !this.#isStopping) {
      this.#isStopping = true;
      this.#onRefused(message.reason);
    }
    // A stop that was sent before the process listened is lost.
    if (message.wishlist === "listens" && this.#isStopping) sendStop(worker);
    if (message.wishlist !== "metrics?") return;
    try {
      const metrics = { text: await this.#registry.clusterMetrics(), type: this.#registry.contentType };
      worker.send({ wishlist: "metrics", metrics } satisfies Message);
    } catch (err) {
      this.#log.warn({ err }, "cannot collect the metrics of all processes");
    }
  }

  /** Stops all processes, and waits until they have ended. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    // One that could not be started has no process to wait for.
    const workers = Object.values(cluster.workers ?? {})
      .filter((worker) => worker !== undefined)
      .filter((worker) => worker.process.pid !== undefined);
    await Promise.all(
      workers.map(async (worker) => {
        const exited = new Promise((resolve) => worker.once("exit", resolve));
        sendStop(worker);
        await exited;
      }),
    );
  }
}

/** In a process of a group: sends a message to the first process, which may have ended. */
function sendToFirst(message: Message): void {
  process.send?.(message, undefined, undefined, () => undefined);
}

/**
 * In a process of a group: offers the metrics of this process to the first process, and returns a function that
 * requests the metrics of all processes from it.
 */
export function shareMetrics(own: Registry): () => Promise<MetricsText> {
  AggregatorRegistry.setRegistries([own]);
  // The library listens to the first process only if there is an instance.
  new AggregatorRegistry();
  return () =>
    new Promise((resolve, reject) => {
      const settleOnce = (then: () => void) => {
        clearTimeout(timer);
        process.off("message", onMessage);
        then();
      };
      const onMessage = (message: unknown) => {
        if (isMessage(message) && message.wishlist === "metrics") settleOnce(() => resolve(message.metrics));
      };
      const timer = setTimeout(
        () => settleOnce(() => reject(new Error("the process sent no metrics in time"))),
        METRICS_TIMEOUT_MS,
      );
      process.on("message", onMessage);
      sendToFirst({ wishlist: "metrics?" });
    });
}

/** In a process of a group: calls `stop` once, when the group stops or its first process ends. */
export function onGroupStop(stop: () => void): void {
  let isStopping = false;
  const stopOnce = () => {
    if (!isStopping) stop();
    isStopping = true;
  };
  process.on("message", (message) => {
    if (isMessage(message) && message.wishlist === "stop") stopOnce();
  });
  // Before the listener of Node.js, which ends the process immediately unless this flag is set.
  process.prependOnceListener("disconnect", () => {
    if (cluster.worker) cluster.worker.exitedAfterDisconnect = true;
    stopOnce();
  });
  sendToFirst({ wishlist: "listens" });
}

/** In a process of a group: reports to the first process why this one cannot start. */
export async function refuseInGroup(reason: string): Promise<void> {
  const message: Message = { wishlist: "refused", reason };
  await new Promise<void>((resolve) => process.send?.(message, undefined, undefined, () => resolve()));
}
