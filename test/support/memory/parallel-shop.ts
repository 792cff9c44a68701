import assert from "node:assert/strict";
import type { Command, ReplyTo } from "../../../src/actors/command.ts";
import { orderStateKey } from "../../../src/actors/order/state-key.ts";
import type { OrderJob } from "../../../src/jobs/orders/order-job.ts";
import { processOrders } from "../../../src/jobs/orders/process.ts";
import { FairShare } from "../../../src/jobs/queue/fair-share.ts";
import { jobsFor } from "../../../src/jobs/relay/event-rules.ts";
import type { RelayedEvent } from "../../../src/jobs/relay/target.ts";
import { verifyWaitingOrder } from "../../../src/jobs/verify/waiting-orders.ts";
import type { SlotAddress } from "../../../src/store/layout/layout.ts";
import type { OrderRecord } from "../../../src/store/records/orders.ts";
import { refuseUndecodable } from "../../../src/store/records/undecodable.ts";
import { MemoryOrders } from "./orders.ts";
import { MemoryWishes } from "./wishes.ts";

type PickOne = (count: number) => number;

/** Maximum number of jobs that run at the same time. */
const CONCURRENCY = 4;

const nextTick = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * The jobs of orders over a partition in memory, several at the same time. `pick` decides whose read or command is next,
 * when events are relayed, and when changes of the test happen.
 */
export class ParallelShop extends MemoryOrders {
  readonly wishes: MemoryWishes;
  readonly #pick: PickOne;
  readonly #steps: (() => void)[];
  readonly #failures: unknown[] = [];
  readonly #partitions: number[] = [];
  readonly #shares = new FairShare();
  #jobs: OrderJob[] = [];
  #relayed = 0;
  #running = 0;

  constructor(pick: PickOne) {
    const steps: (() => void)[] = [];
    super(
      (_, act) =>
        new Promise((resolve) => {
          steps.push(() => resolve(Promise.resolve().then(act)));
        }),
    );
    this.#steps = steps;
    this.#pick = pick;
    this.wishes = new MemoryWishes(this.partition);
  }

  override run<C extends Command>(command: C, partition = 0): ReplyTo<C> {
    const reply = super.run(command, partition);
    while (this.#partitions.length < this.partition.events.length) this.#partitions.push(partition);
    return reply;
  }

  /** Starts work of the test, such as a request of several commands. */
  start(work: () => Promise<unknown>): void {
    this.#running++;
    work()
      .catch((err: unknown) => this.#failures.push(err))
      .finally(() => this.#running--);
  }

  async #relay(): Promise<void> {
    const relayed = this.partition.events.slice(this.#relayed).map((event, i): RelayedEvent => {
      const number = this.#relayed + i;
      return { partition: this.#partitions[number] ?? 0, id: `${number + 1}-0`, text: "", event };
    });
    this.#relayed += relayed.length;
    const deps = { tenants: { findFor: () => Promise.resolve(undefined) }, shares: this.#shares };
    const { orders = [] } = await jobsFor(deps, relayed, this.partition.now);
    this.#jobs.push(...orders.map(({ data }) => data as OrderJob));
  }

  #startJob(): void {
    const [job] = this.#jobs.splice(this.#pick(this.#jobs.length), 1);
    if (job) this.start(() => this.do(job));
  }

  do(data: OrderJob): Promise<void> {
    const tenants = { findFor: () => Promise.resolve(undefined) };
    const parts = { ...this.parts, wishes: this.wishes, onUndecodable: refuseUndecodable, tenants };
    return processOrders(parts)({ data });
  }

  /** Fails if one of the orders does not wait for a name that it needs, as `verify` does. */
  async assertWaiting(orders: readonly SlotAddress[]): Promise<void> {
    const missing = (_: string, { key }: Pick<SlotAddress, "key">, names: readonly string[]) =>
      Promise.resolve(names.filter((name) => !this.waiting.get(name)?.has(key)));
    const unused = () => Promise.resolve();
    for (const { partition, slot } of orders) {
      const order = (this.partition.value(orderStateKey(slot)) ?? undefined) as OrderRecord | undefined;
      const found = await verifyWaitingOrder(
        {
          layout: this.layout,
          orders: { at: () => Promise.resolve(order) },
          waitingOrders: { add: unused, remove: unused, missing },
          rematch: unused,
          now: () => this.partition.now,
        },
        { partition, id: slot },
      );
      assert.deepEqual(found, []);
    }
  }

  /** Does all work, with `changes` at random moments in between, in their order. */
  async work(changes: (() => unknown)[] = []): Promise<void> {
    const step = () => this.#steps.splice(this.#pick(this.#steps.length), 1)[0]?.();
    for (;;) {
      const choices = [
        ...(this.#steps.length > 0 ? [step, step, step] : []),
        ...(changes.length > 0 ? [() => changes.shift()?.()] : []),
        ...(this.#relayed < this.partition.events.length ? [() => this.#relay()] : []),
        ...(this.#jobs.length > 0 && this.#running < CONCURRENCY ? [() => this.#startJob()] : []),
      ];
      if (choices.length === 0 && this.#running === 0) break;
      if (choices.length > 0) await choices[this.#pick(choices.length)]?.();
      await nextTick();
    }
    if (this.#failures.length > 0) throw new AggregateError(this.#failures, "jobs have failed");
  }
}
