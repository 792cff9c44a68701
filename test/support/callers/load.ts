import assert from "node:assert/strict";
import type { Redis } from "ioredis";
import { addTo } from "../../../src/collections/grouped.ts";
import type { Keys } from "../../../src/store/keys/keys.ts";
import { eventIn } from "../../../src/store/partition/entries.ts";
import { PARTITIONS } from "../processes.ts";
import type { Cleanup } from "../redis.ts";
import { type Answer, Caller, given, type Json, unique, WS } from "../service.ts";
import { until } from "../until.ts";

const LOOPS = 16;
const LISTS = 8;
const PAGE = 50;
/** Pause between two writes of a loop, in milliseconds: the machine also has other work. */
const PACE_MS = 100;
const RETRY_MS = 50;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** One write and its answer; the status is 0 if the connection broke. */
export interface Sent {
  /** The unique name under which it is found if it was applied. */
  name: string;
  status: number;
  text: string;
}

const isDone = ({ status }: Sent) => status >= 200 && status < 300;
const isNotApplied = ({ status, text }: Sent) => status === 503 && text.includes('"Unavailable"');
const isUnknown = ({ status, text }: Sent) =>
  status === 0 || (status === 500 && text.includes('"OutcomeUnknown"'));

/** The first request may still be running, or its outcome is unknown. */
const isToBeRepeated = (sent: Sent) => isNotApplied(sent) || isUnknown(sent) || sent.status === 409;

export interface LoadOptions {
  /** Base addresses; the default is the caller's. */
  targets?: string[];
  /** Every write has an Idempotency-Key, and is sent again until its outcome is known. */
  isRetrying?: boolean;
}

/** Loops that create wishlists and add items. Every write has a unique name. */
export class Load {
  /** Base addresses to which the loops send in turn; may change while they run. */
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

  /** Creates some wishlists and starts the loops, which end with the test at the latest. */
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

  /** Every fourth write creates a wishlist; every second one has a reference that must be unique. */
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

  /** Waits until `count` more writes are acknowledged. */
  async untilMoreDone(count: number): Promise<void> {
    const wanted = this.done + count;
    await until(`${count} more writes are acknowledged`, () => this.done >= wanted);
  }

  /** Waits until `count` more writes in a row are acknowledged, in any partitions. */
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

  /** Waits until one more write is answered with `status`. */
  async untilAnswered(status: number): Promise<void> {
    const from = this.sent.length;
    const answers = () => this.sent.slice(from).map((sent) => sent.status);
    const found = () => `${this.#next - this.sent.length} wait, others: ${[...new Set(answers())].join(" ")}`;
    await until(
      () => `a write is answered by ${status} (${found()})`,
      () => answers().includes(status),
    );
  }

  /** Writes that were not acknowledged. */
  get failed(): Sent[] {
    return this.sent.filter((sent) => !isDone(sent));
  }

  /** Ends the loops. Resolves when every write has its answer. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#loops);
  }

  /** Reads through another process from now on. */
  readThrough(baseUrl: string): void {
    this.#shop = new Caller(baseUrl, this.#shop.tenantId, this.#shop.token);
  }

  /** Returns the ids of each name, from all data that the API returns. */
  async #found(): Promise<Map<string, string[]>> {
    const found = new Map<string, string[]>();
    const note = (name: string, id: string) => addTo(found, name, id);
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

  /** Reads again while Redis is unreachable, because the connections of a process reconnect one after the other. */
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
   * Fails unless every acknowledged write exists once, no refused write exists, no write exists twice, and every answer
   * is an acknowledgement or a refusal. With `mayBreak`, connections may also have broken without an answer.
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
   * Fails unless every item of the load's wishlists has one event, and no event is about another item. For clusters in
   * which no relay reads the outboxes.
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
