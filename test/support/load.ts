import assert from "node:assert/strict";
import type { Redis } from "ioredis";
import type { Keys } from "../../src/store/keys/keys.ts";
import { eventIn } from "../../src/store/partition/entries.ts";
import { PARTITIONS } from "./processes.ts";
import type { Cleanup } from "./redis.ts";
import { type Answer, Caller, given, type Json, unique, WS } from "./service.ts";
import { until } from "./until.ts";

const LOOPS = 16;
const LISTS = 8;
const PAGE = 50;
/** Between two writes of a loop: enough are on their way at any time, and the machine has other work. */
const PACE_MS = 60;
const RETRY_MS = 50;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** One write, and what its sender was told; status 0 when the connection broke. */
export interface Sent {
  /** The one name under which it is to be found, if it was applied. */
  name: string;
  status: number;
  text: string;
}

const isDone = ({ status }: Sent) => status >= 200 && status < 300;
const isNotApplied = ({ status, text }: Sent) => status === 503 && text.includes('"Unavailable"');
const isUnknown = ({ status, text }: Sent) =>
  status === 0 || (status === 500 && text.includes('"OutcomeUnknown"'));

/** The first request may still be running, or nobody knows what became of it. */
const isToBeRepeated = (sent: Sent) => isNotApplied(sent) || isUnknown(sent) || sent.status === 409;

export interface LoadOptions {
  /** Instead of the caller's own. */
  targets?: string[];
  /** Every write has an Idempotency-Key, and is sent again until it has a certain answer. */
  isRetrying?: boolean;
}

/** Loops that create wishlists and add items, every write under a name of its own. */
export class Load {
  /** Where the loops send to, in turn; may change while they run. */
  targets: string[];
  readonly sent: Sent[] = [];
  retries = 0;
  #shop: Caller;
  readonly #lists: string[];
  readonly #customerRef: string;
  #isOver = false;
  #loops: Promise<void>[] = [];
  #next = 0;
  #isRetrying: boolean;

  private constructor(shop: Caller, customerRef: string, lists: string[], options: LoadOptions) {
    this.#shop = shop;
    this.#customerRef = customerRef;
    this.#lists = lists;
    this.targets = options.targets ?? [shop.baseUrl];
    this.#isRetrying = options.isRetrying ?? false;
  }

  /** Prepares some wishlists and starts the loops, which end with the test at the latest. */
  static async start(t: Cleanup, shop: Caller, options: LoadOptions = {}): Promise<Load> {
    const { id: customerRef } = (await shop.newCustomer()) as { id: string };
    const lists = await Promise.all(Array.from({ length: LISTS }, () => shop.newWishlist({ customerRef })));
    const load = new Load(
      shop,
      customerRef,
      lists.map((list: Json) => list.id as string),
      options,
    );
    load.#loops = Array.from({ length: LOOPS }, () => load.#run());
    t.after(() => {
      load.#isRetrying = false;
      return load.stop();
    });
    return load;
  }

  async #run(): Promise<void> {
    while (!this.#isOver) {
      const name = unique("n");
      const number = this.#next++;
      let sent = await this.#send(name, number);
      while (this.#isRetrying && isToBeRepeated(sent)) {
        this.retries++;
        await pause(RETRY_MS);
        sent = await this.#send(name, number);
      }
      this.sent.push(sent);
      await pause(PACE_MS);
    }
  }

  async #send(name: string, number: number): Promise<Sent> {
    try {
      const { status, text } = await this.#write(name, number);
      return { name, status, text };
    } catch (err) {
      return { name, status: 0, text: String(err) };
    }
  }

  /** Every fourth write makes a wishlist; every other one carries a reference that must be unique. */
  #write(name: string, number: number): Promise<Answer> {
    const baseUrl = given(this.targets[number % this.targets.length]);
    const shop = new Caller(baseUrl, this.#shop.tenantId, this.#shop.token);
    const ref = number % 2 === 0 ? name : undefined;
    const options = this.#isRetrying ? { headers: { "Idempotency-Key": name } } : {};
    if (number % 4 === 0) {
      const wishlistRef = number % 8 === 0 ? { wishlistRef: ref } : {};
      const list = { customerRef: this.#customerRef, name, ...wishlistRef };
      return shop.post(`${WS}/wishlists`, list, options);
    }
    const item = {
      wishlistId: this.#lists[number % LISTS],
      product: { productRef: "p", selectedVariantRef: name },
      ...(ref === undefined ? {} : { wishlistItemRef: ref }),
    };
    return shop.post(`${WS}/wishlist/items`, item, options);
  }

  get done(): number {
    return this.sent.filter(isDone).length;
  }

  /** Waits until so many more writes were acknowledged. */
  async untilMoreDone(count: number): Promise<void> {
    const wanted = this.done + count;
    await until(`${count} more writes are acknowledged`, () => this.done >= wanted);
  }

  /** Waits until so many more writes were acknowledged in a row, whichever partitions they went to. */
  async untilMoreDoneInARow(count: number): Promise<void> {
    const from = this.sent.length;
    await until(`${count} more writes in a row are acknowledged`, () => {
      const since = this.sent.slice(from);
      return since.length - 1 - since.findLastIndex((sent) => !isDone(sent)) >= count;
    });
  }

  /** Waits until every loop waits for an answer. */
  async untilAllWait(): Promise<void> {
    await until("every loop waits for an answer", () => this.#next - this.sent.length === LOOPS);
  }

  /** Waits until one more write was answered by `status`. */
  async untilAnswered(status: number): Promise<void> {
    const from = this.sent.length;
    await until(`a write is answered by ${status}`, () =>
      this.sent.slice(from).some((sent) => sent.status === status),
    );
  }

  /** Writes that were not acknowledged. */
  get failed(): Sent[] {
    return this.sent.filter((sent) => !isDone(sent));
  }

  /** Ends the loops. Resolves once every write has its answer. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#loops);
  }

  /** From now on reads through another process. */
  readThrough(baseUrl: string): void {
    this.#shop = new Caller(baseUrl, this.#shop.tenantId, this.#shop.token);
  }

  /** The ids that each name is found under by reading all through the interface. */
  async #found(): Promise<Map<string, string[]>> {
    const found = new Map<string, string[]>();
    const note = (name: string, id: string) => found.set(name, [...(found.get(name) ?? []), id]);
    for (const id of this.#lists) {
      const path = `${WS}/wishlist/items?id=${id}`;
      for await (const item of this.#pages(path, "wishlistItems"))
        note(item.product.selectedVariantRef, `${item.id} ${item.createdTime}`);
    }
    const path = `${WS}/wishlists/lookup?customerRef=${this.#customerRef}`;
    for await (const list of this.#pages(path, "wishlist")) {
      if (!this.#lists.includes(list.id as string)) note(list.name, list.id as string);
    }
    return found;
  }

  async *#pages(path: string, member: string): AsyncGenerator<Json> {
    for (let cursor = ""; ;) {
      const { body } = await this.#read(`${path}&pageSize=${PAGE}${cursor}`);
      const entries = body[member] as Json[];
      yield* entries;
      if (entries.length < PAGE) return;
      cursor = `&lastItemId=${entries.at(-1).id as string}`;
    }
  }

  /** Reads again while the store is away: connections of a process change servers one after the other. */
  async #read(path: string): Promise<Answer<Json>> {
    let answer = await this.#shop.get(path);
    await until("a read is not answered by 503", async () => {
      if (answer.status === 503) answer = await this.#shop.get(path);
      return answer.status !== 503;
    });
    assert.equal(answer.status, 200, answer.text);
    return answer;
  }

  /**
   * Every acknowledged write is there once, none that was refused is there, none is there twice, and every answer
   * was one of these. Only with `mayBreak` may connections have broken without an answer.
   */
  async assertTruthful({ mayBreak = false }: { mayBreak?: boolean } = {}): Promise<void> {
    const found = await this.#found();
    const lies = this.sent.filter((sent) => {
      const times = found.get(sent.name)?.length ?? 0;
      if (sent.status === 0 && !mayBreak) return true;
      if (isDone(sent)) return times !== 1;
      if (isNotApplied(sent)) return times !== 0;
      return !isUnknown(sent) || times > 1;
    });
    const shown = lies.slice(0, 5).map((sent) => ({ ...sent, found: found.get(sent.name) ?? [] }));
    assert.equal(lies.length, 0, `of ${this.sent.length}: ${JSON.stringify(shown, null, 1)}`);
    const known = new Set(this.sent.map(({ name }) => name));
    assert.deepEqual(
      [...found.keys()].filter((name) => !known.has(name)),
      [],
    );
  }

  /**
   * Every item of the load's wishlists was told of by one event, and no event tells of another. For clusters in which
   * nobody reads the outboxes.
   */
  async assertOneEventEach(redis: Redis, keys: Keys, otherLists: string[] = []): Promise<void> {
    const lists = new Set([...this.#lists, ...otherLists]);
    const added: string[] = [];
    for (let partition = 0; partition < PARTITIONS; partition++) {
      for (const entry of await redis.xrange(keys.outbox(partition), "-", "+")) {
        const event = JSON.parse(eventIn(entry));
        if (event.type === "wishlist.item.added" && lists.has(event.wishlistId as string))
          added.push(event.product.selectedVariantRef as string);
      }
    }
    const items: string[] = [];
    for (const id of lists) {
      const path = `${WS}/wishlist/items?id=${id}`;
      for await (const item of this.#pages(path, "wishlistItems"))
        items.push(item.product.selectedVariantRef as string);
    }
    assert.deepEqual(added.sort(), items.sort());
  }
}
