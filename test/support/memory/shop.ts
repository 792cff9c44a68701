import assert from "node:assert/strict";
import { pino } from "pino";
import type { BodyOf, Command, ReplyTo } from "../../../src/actors/command.ts";
import type { CustomerFields } from "../../../src/actors/customer/messages.ts";
import { orderStateKey } from "../../../src/actors/order/state-key.ts";
import { bodyOf } from "../../../src/actors/reply.ts";
import type { Send } from "../../../src/actors/runtime/send.ts";
import { Feeds, type FeedTarget } from "../../../src/ingest/writers/feeds.ts";
import type { RowResult } from "../../../src/ingest/writers/row-writer.ts";
import { rowWriters } from "../../../src/ingest/writers/row-writers.ts";
import { StockFeed } from "../../../src/ingest/writers/stock-feed.ts";
import type { WaveDeps } from "../../../src/jobs/alerts/wave-job.ts";
import { type CatalogueJob, processCatalogue } from "../../../src/jobs/catalogue/process.ts";
import type { OrderJob } from "../../../src/jobs/orders/order-job.ts";
import { processOrders } from "../../../src/jobs/orders/process.ts";
import { CommandWindow } from "../../../src/jobs/queue/command-window.ts";
import { FairShare } from "../../../src/jobs/queue/fair-share.ts";
import type { NewJob } from "../../../src/jobs/queue/job.ts";
import { jobsFor } from "../../../src/jobs/relay/event-rules.ts";
import { updateWaiting } from "../../../src/jobs/relay/projections.ts";
import type { RelayedEvent } from "../../../src/jobs/relay/target.ts";
import type { FeedKind } from "../../../src/store/feeds/feed-record.ts";
import type { SlotAddress } from "../../../src/store/layout/layout.ts";
import type { LineOutcome, OrderFields, OrderRecord } from "../../../src/store/records/orders.ts";
import type { ItemRecord } from "../../../src/store/records/records.ts";
import { refuseUndecodable } from "../../../src/store/records/undecodable.ts";
import { datedFields } from "../../../src/store/tenants/settings/dated-settings.ts";
import type { SettingChanges } from "../../../src/store/tenants/settings/settings.ts";
import { readSettings, settingChanges } from "../../../src/store/tenants/settings/stored-settings.ts";
import type { Tenant } from "../../../src/store/tenants/tenant.ts";
import { MemoryOrders } from "./orders.ts";
import { Customer, Order } from "./people.ts";
import { MemoryWaitingLists } from "./waiting-lists.ts";
import { addingTo, doAlertJob, MemoryRounds, MemoryWaves } from "./waves.ts";
import { MemoryWishes } from "./wishes.ts";

const STORE = "s";
const storeKey = `t/${STORE}`;

const SILENT = pino({ level: "silent" });

/** Stock of unknown variants needs scripts of Redis, so it is tested with Redis. */
const NO_PENDING_STOCK = {
  keep: () => Promise.reject(new Error("the variant is not in the catalogue")),
  levelsOf: (_: string, names: readonly string[]) => Promise.resolve(names.map(() => [])),
  forget: () => Promise.resolve(),
};

/** The references of a variant in wishes, rows and order lines. */
export interface Named {
  productRef: string;
  variantRef: string;
}

/** A line of an order; the default is one unit. */
type Line = Partial<OrderFields["lines"][number]>;

/**
 * A shop in memory. Its rows, commands and jobs go through the code that a service runs, with a partition in memory.
 * Time passes only when a test says so, and by a millisecond with each command.
 */
export class MemoryShop extends MemoryOrders {
  readonly products = this.parts.products;
  readonly waitingLists: MemoryWaitingLists;
  readonly rounds = new MemoryRounds();
  readonly waves = new MemoryWaves();
  readonly #wishes = new MemoryWishes(this.partition);
  #stored: Record<string, string> = {};
  #tenant: Tenant | undefined;
  #jobs: { queue: string; job: NewJob; dueMs: number }[] = [];
  readonly #known = new Set<string>();
  /** Partitions of the events, in their order. */
  readonly #partitions: number[] = [];
  #relayed = 0;
  #count = 0;
  readonly #shares = new FairShare();
  readonly #send: Send = ({ partition, command }) => Promise.resolve(this.run(command, partition));
  readonly #feeds = new Feeds(this.layout, this.products);
  readonly #stockFeed = new StockFeed(this.layout, this.products, NO_PENDING_STOCK);
  readonly #tenants = { findFor: () => Promise.resolve(this.tenant) };

  readonly #times: number;

  /**
   * @param times how many times each job runs; the result must be the same
   * @param isDivided whether the waiting lists are divided, and waves run in rounds
   */
  constructor({ times = 1, isDivided = false }: { times?: number; isDivided?: boolean } = {}) {
    super((_, act) => Promise.resolve(act()));
    this.#times = times;
    this.waitingLists = new MemoryWaitingLists(isDivided ? this.layout.partitions : 0);
    this.set({ alerts: { holdSeconds: 0, waveSeconds: 0 } });
  }

  /** Returns a reference that is new in the shop. */
  #newRef = (what: string) => `${what}${++this.#count}`;

  override run<C extends Command>(command: C, partition = 0): ReplyTo<C> {
    const reply = super.run(command, partition);
    while (this.#partitions.length < this.partition.events.length) this.#partitions.push(partition);
    return reply;
  }

  #must<C extends Command>(command: C, partition: number): BodyOf<C> {
    const reply = this.run(command, partition);
    assert.ok(reply.ok, JSON.stringify(reply));
    return bodyOf(reply);
  }

  /** Returns a time in ISO 8601, `ms` after the last command. */
  at(ms: number): string {
    return new Date(this.partition.now + ms).toISOString();
  }

  /** The tenant with its settings; the same object until these change. */
  get tenant(): Tenant {
    this.#tenant ??= this.#readTenant();
    return this.#tenant;
  }

  #readTenant(): Tenant {
    const fixed = { id: "t", state: "active" as const, createdTime: "", generation: 0, notBefore: 0 };
    const settings = { settings: readSettings(this.#stored, STORE), storedSettings: this.#stored };
    return { ...fixed, rateLimit: undefined, budgets: {}, signingKeys: [], ...settings };
  }

  /** Changes settings, as a request does. */
  set(changes: SettingChanges): void {
    const { dated } = datedFields(changes, this.#stored, STORE, this.at(1));
    this.#stored = { ...this.#stored, ...settingChanges(changes, STORE).set, ...dated };
    this.#tenant = undefined;
  }

  /** Creates a customer, by default with a new reference. */
  customer(fields: Partial<CustomerFields> = {}, ref = this.#newRef("customer")): Customer {
    const address = this.layout.slotOfRef(storeKey, ref);
    const { partition, slot, key } = address;
    this.#must({ type: "CreateCustomer", storeKey, slot, key, ref, fields }, partition);
    return new Customer(this, address, ref);
  }

  /** Sends a command about a customer or a wishlist, which must succeed. */
  carryOut<C extends Command>({ partition }: SlotAddress, command: C): BodyOf<C> {
    return this.#must(command, partition);
  }

  async #row(
    kind: FeedKind,
    row: unknown,
    arrived: Pick<FeedTarget, "arrivedTime"> = {},
  ): Promise<RowResult> {
    const targets = { customer: () => undefined, newCustomer: () => this.layout.newSlot(storeKey) };
    const { customers, erasures } = this.parts;
    const parts = { targets, customers, erasures, feeds: this.#feeds, stockFeed: this.#stockFeed };
    const target: FeedTarget = { storeKey, settings: this.tenant.settings, ...arrived };
    const context = { target, sendFor: () => this.#send, concurrency: 1, skipsFailures: false };
    const [result] = await rowWriters(parts)[kind]([row], context);
    assert.ok(result);
    return result;
  }

  /** Sends a row of products. Rows of files have arrived earlier. */
  product(row: object, arrived?: Pick<FeedTarget, "arrivedTime">): Promise<RowResult> {
    return this.#row("products", row, arrived);
  }

  /** Sends a product with one variant. */
  async newProduct(variant: object = {}, product: object = {}): Promise<Named> {
    const named = { productRef: this.#newRef("product"), variantRef: this.#newRef("variant") };
    const { productRef, variantRef } = named;
    await this.product({ productRef, title: "Beanie", variants: [{ variantRef, ...variant }], ...product });
    return named;
  }

  /** Sends a row of stock. */
  stock({ productRef, variantRef }: Named, available: number | null, more: object = {}): Promise<RowResult> {
    return this.#row("stock-levels", { productRef, variantRef, available, ...more });
  }

  async #variant({ productRef, variantRef }: Named) {
    return this.products.variantAt(this.layout.slotOf("product", storeKey, productRef), variantRef);
  }

  /** Returns the variant from the catalogue. */
  async variant(named: Named) {
    const found = await this.#variant(named);
    assert.ok(found, "the variant is in the catalogue");
    return found.variant;
  }

  deleteProduct({ productRef }: Named): void {
    const { partition, slot, key } = this.layout.slotOf("product", storeKey, productRef);
    this.#must({ type: "DeleteProduct", storeKey, slot, key }, partition);
  }

  /** Sends a row of orders, and does all work that follows. */
  async order(row: object): Promise<RowResult> {
    const result = await this.#row("orders", { createdTime: this.at(1), ...row });
    await this.settled();
    return result;
  }

  /** Creates an order of one line, which can be sent again with changes. */
  newOrder(buyer: object, line: Line, more: object = {}): Order {
    const fields = { orderRef: this.#newRef("order"), createdTime: this.at(1), ...buyer, ...more };
    return new Order(this, fields, { lineRef: "1", quantity: 1, ...line });
  }

  orderRecord(orderRef: string): OrderRecord {
    const { slot } = this.layout.slotOf("order", storeKey, orderRef);
    return this.partition.value(orderStateKey(slot)) as OrderRecord;
  }

  /** Returns the outcome of each line, by its reference. */
  outcomes(orderRef: string): Record<string, LineOutcome> {
    return this.orderRecord(orderRef).matches;
  }

  /** Returns an item; undefined if it is on no list. */
  item(id: string): ItemRecord | undefined {
    return this.#wishes.item(id);
  }

  /** Relays events to the waiting lists and to the queues, each once. */
  async #relay(): Promise<void> {
    if (this.#relayed === this.partition.events.length) return;
    const relayed = this.partition.events.slice(this.#relayed).map((event, i): RelayedEvent => {
      const number = this.#relayed + i;
      const partition = this.#partitions[number] ?? 0;
      return { partition, id: `${number + 1}-0`, text: JSON.stringify(event), event };
    });
    this.#relayed += relayed.length;
    await updateWaiting(this.waitingLists, relayed);
    const deps = { tenants: this.#tenants, shares: this.#shares };
    const queued = await jobsFor(deps, relayed, this.partition.now);
    for (const [queue, jobs] of Object.entries(queued)) for (const job of jobs) this.#add(queue, job);
  }

  #add(queue: string, job: NewJob): void {
    if (job.id !== undefined && this.#known.has(`${queue} ${job.id}`)) return;
    this.#known.add(`${queue} ${job.id ?? ""}`);
    this.#jobs.push({ queue, job, dueMs: this.partition.now + (job.delayMs ?? 0) });
  }

  get #waveDeps(): Parameters<typeof doAlertJob>[0] {
    const sendTimed: WaveDeps["dispatcher"]["sendTimed"] = ({ partition }, command) =>
      Promise.resolve({ reply: this.run(command, partition), ms: 0 });
    return {
      ...{ log: SILENT, layout: this.layout, window: new CommandWindow() },
      ...{ wishes: this.#wishes, waiting: this.waitingLists, move: () => Promise.resolve() },
      ...{ products: this.products, tenants: this.#tenants },
      ...{ hasMail: false, now: () => this.partition.now, onDecided: () => undefined },
      dispatcher: { sendTimed, send: this.parts.dispatcher.send },
      untilRelayed: () => this.#relay(),
      waves: this.waves.waves,
      rounds: this.rounds,
      wishesPerSublist: { min: 0, max: 1 },
      ...addingTo((job) => this.#add("alerts", job)),
    };
  }

  async #do(queue: string, job: NewJob): Promise<void> {
    const { data } = job;
    const send = this.parts.dispatcher.send;
    if (queue === "orders") {
      const own = { wishes: this.#wishes, onUndecodable: refuseUndecodable, tenants: this.#tenants };
      await processOrders({ ...this.parts, ...own })({ data: data as OrderJob });
    } else if (queue === "catalogue") {
      const parts = { dispatcher: { send }, feeds: this.#feeds, stockFeed: this.#stockFeed };
      await processCatalogue({ ...parts, tenants: this.#tenants })({ data: data as CatalogueJob });
    } else if (queue === "alerts") {
      await doAlertJob(this.#waveDeps, job);
    }
  }

  /** Does all work that is due, until nothing is left. Calls `onJob` after each job. */
  async settled(onJob?: () => void): Promise<void> {
    for (;;) {
      await this.#relay();
      const [next] = this.#jobs
        .filter(({ dueMs }) => dueMs <= this.partition.now)
        .sort((a, b) => a.dueMs - b.dueMs);
      if (!next) return;
      this.#jobs = this.#jobs.filter((each) => each !== next);
      for (let time = 0; time < this.#times; time++) await this.#do(next.queue, next.job);
      onJob?.();
    }
  }

  /** Lets time pass, and does the work that is then due. */
  async pass(seconds: number): Promise<void> {
    await this.settled();
    this.partition.pass(seconds * 1000);
    await this.settled();
  }
}
