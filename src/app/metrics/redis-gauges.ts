import type { Logger } from "pino";
import { Gauge, type Registry } from "prom-client";
import { atMost } from "../../store/redis/at-most.ts";

/** How long a reading is reused: for all gauges of a scrape, and for scrapes in quick succession. */
const REUSE_MS = 1000;
/** Time limit of a reading: an unreachable Redis must not delay the other metrics. */
const TIMEOUT_MS = 2000;

/** Reads a state of Redis. Resolves to undefined if it cannot be read in time. */
export type Reading<T> = () => Promise<T | undefined>;

/** A value of a gauge, with its labels. */
export type LabelledValue = [labels: Record<string, string>, value: number];

/**
 * Adds gauges of states that all processes share. They are read when the metrics are requested. Every process reports
 * the same values, so the highest one is used for a group of processes.
 */
export class RedisGauges {
  readonly #registry: Registry;
  readonly #log: Logger;

  constructor(registry: Registry, log: Logger) {
    this.#registry = registry;
    this.#log = log;
  }

  /** Returns a function that reads at most once per `reuseMs`. */
  reading<T>(read: () => Promise<T>, reuseMs = REUSE_MS): Reading<T> {
    let last: { at: number; result: Promise<T | undefined> } | undefined;
    return () => {
      const now = performance.now();
      if (!last || now - last.at >= reuseMs) last = { at: now, result: this.#readInTime(read) };
      return last.result;
    };
  }

  async #readInTime<T>(read: () => Promise<T>): Promise<T | undefined> {
    try {
      return await atMost(TIMEOUT_MS, read());
    } catch (err) {
      this.#log.debug({ err }, "cannot read the state of Redis");
      return undefined;
    }
  }

  /** Adds a gauge with labels. It has no values while its state cannot be read. */
  addLabelled<T>(
    name: string,
    help: string,
    labelNames: string[],
    read: Reading<T>,
    valuesIn: (state: T) => LabelledValue[],
  ): void {
    new Gauge({
      name,
      help,
      labelNames,
      aggregator: "max",
      registers: [this.#registry],
      async collect() {
        const state = await read();
        this.reset();
        if (state === undefined) return;
        for (const [labels, value] of valuesIn(state)) this.set(labels, value);
      },
    });
  }

  /** Adds a gauge of one value, which is absent while its state cannot be read. */
  add<T>(name: string, help: string, read: Reading<T>, valueIn: (state: T) => number): void {
    this.addLabelled(name, help, [], read, (state) => [[{}, valueIn(state)]]);
  }
}
