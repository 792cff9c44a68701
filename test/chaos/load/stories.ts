import { setTimeout as pause } from "node:timers/promises";
import { CONSENTING } from "../../support/exports.ts";
import { numbersFrom } from "../../support/models/random.ts";
import { CS, type Json, unique, WS } from "../../support/service.ts";
import type { Sender, Write } from "./sender.ts";

const TELLERS = 2;
/** Customers who wait for the same variant: more than {@link LIST_LENGTH}. */
const CROWD = 8;
/** Minimum number of wishes of a waiting list that the processes of a run divide. */
export const LIST_LENGTH = 3;
const PACE_MS = 100;
const TIMEOUT_MS = 240_000;

interface Variant {
  productRef: string;
  variantRef: string;
}

/** A customer's wish, and its expected results, each once. */
export interface Story {
  customerRef: string;
  wishlistId: string;
  itemId: string;
  variantRef: string;
  /** Its id on the wishlist before its move. */
  movedFrom: string | undefined;
  /** Its variant came back into stock: one alert. */
  isAlerted: boolean;
  /** An order fulfilled it: one purchase. */
  orderRef: string | undefined;
}

/** Shops with a catalogue: customers wish, goods come into stock, orders arrive. All writes have certain outcomes. */
export class StoryLoad {
  readonly #sender: Sender;
  readonly #seed: number;
  readonly #exportId: string;
  readonly stories: Story[] = [];
  /** Started runs of the export, in order. */
  readonly runs: string[] = [];
  /** Runs whose start was answered. */
  readonly acknowledged = new Set<string>();
  #isOver = false;

  constructor(sender: Sender, exportId: string, seed: number) {
    this.#sender = sender;
    this.#exportId = exportId;
    this.#seed = seed;
  }

  /** Runs until {@link stop}. Resolves once every story is complete. */
  async run(): Promise<void> {
    const tellers = Array.from({ length: TELLERS }, (_, i) => this.#teller(i));
    await Promise.all([...tellers, this.#crowds(), this.#exporter()]);
  }

  stop(): void {
    this.#isOver = true;
  }

  async #teller(i: number): Promise<void> {
    const number = numbersFrom(this.#seed * 1000 + 700 + i);
    while (!this.#isOver) {
      await this.#tell(number(2) === 0);
      await pause(number(2 * PACE_MS));
    }
  }

  /** Repeatedly brings a variant with a divided waiting list back into stock. */
  async #crowds(): Promise<void> {
    while (!this.#isOver) {
      const variant = await this.#newVariant();
      const crowd = await Promise.all(
        Array.from({ length: CROWD }, (_, i) => this.#wishFor(variant, i % 2 === 0)),
      );
      this.stories.push(...crowd);
      await this.#restock(variant);
      for (const story of crowd) story.isAlerted = true;
      await pause(PACE_MS);
    }
  }

  async #tell(isAlerted: boolean): Promise<void> {
    const variant = await this.#newVariant();
    const story = await this.#wishFor(variant, this.stories.length % 2 === 0);
    this.stories.push(story);
    if (isAlerted) {
      await this.#restock(variant);
      story.isAlerted = true;
    } else {
      const orderRef = unique("o");
      const lines = [{ ...variant, lineRef: "1", quantity: 1, price: "9.90" }];
      const { customerRef } = story;
      const order = { orderRef, customerRef, status: "open", currency: "EUR", lines };
      await this.#row(`${WS}/orders`, { ...order, createdTime: new Date().toISOString() });
      story.orderRef = orderRef;
    }
  }

  /** A variant that is sold out. */
  async #newVariant(): Promise<Variant> {
    const [productRef, variantRef] = [unique("p"), unique("v")];
    const variants = [{ variantRef, available: 0 }];
    await this.#row(`${WS}/products`, { productRef, title: "Tent", variants });
    return { productRef, variantRef };
  }

  #restock(variant: Variant): Promise<void> {
    return this.#row(`${WS}/stock-levels`, { ...variant, available: 5 });
  }

  /** A new customer's wish, which may be moved to another wishlist. */
  async #wishFor({ productRef, variantRef }: Variant, isMoved: boolean): Promise<Story> {
    const customerRef = unique("c");
    await this.#certain("POST", `${CS}/customers`, { id: customerRef, ...CONSENTING });
    const list = { customerRef, name: "wishes" };
    const { id: wishlistId } = await this.#certain("POST", `${WS}/wishlists`, list);
    const product = { productRef, selectedVariantRef: variantRef };
    const item = { wishlistId, product, notifyMe: true };
    const { id: itemId } = await this.#certain("POST", `${WS}/wishlist/items`, item);
    const place = isMoved
      ? await this.#move({ customerRef, wishlistId, itemId })
      : { wishlistId, itemId, movedFrom: undefined };
    return { customerRef, ...place, variantRef, isAlerted: false, orderRef: undefined };
  }

  /** Moves a wish to a new wishlist of its customer. */
  async #move(wish: Pick<Story, "customerRef" | "wishlistId" | "itemId">) {
    const { customerRef, wishlistId, itemId } = wish;
    const list = { customerRef, name: "moved wishes" };
    const { id: toWishlistId } = await this.#certain("POST", `${WS}/wishlists`, list);
    const body = { wishlistId, toWishlistId, itemId: [itemId] };
    const { items } = await this.#certain("POST", `${WS}/wishlist/items/move`, body);
    return { wishlistId: String(toWishlistId), itemId: String(items[0].id), movedFrom: itemId };
  }

  /** Exports repeatedly, each time after the previous run. */
  async #exporter(): Promise<void> {
    while (!this.#isOver) {
      await this.exportOnce();
      await pause(10 * PACE_MS);
    }
  }

  /** Runs the export. Resolves to the run once it is over. */
  async exportOnce(): Promise<Json> {
    const path = `${WS}/exports/${this.#exportId}/runs`;
    const { status, body, text } = await this.#sender.untilCertain({ method: "POST", path });
    // If the process ended after it had started the run.
    const id: string | undefined = status === 409 ? body.runId : body.id;
    if (id === undefined) throw new Error(`a run was refused: ${status} ${text}`);
    const note = () => this.runs.at(-1) === id || this.runs.push(id);
    // The answer of a refusal or a read may not be durable yet, and may be lost.
    if (status !== 409) {
      note();
      this.acknowledged.add(id);
    }
    const until = performance.now() + TIMEOUT_MS;
    for (;;) {
      const { answer } = await this.#sender.read(`${path}/${id}`);
      if (answer.body.status !== "queued" && answer.body.status !== "running") {
        if (answer.status === 200) note();
        return answer.body;
      }
      if (performance.now() > until) throw new Error(`a run of an export does not end: ${answer.text}`);
      await pause(PACE_MS);
    }
  }

  /** Sends one row of a feed until it is accepted. */
  async #row(path: string, row: Record<string, unknown>): Promise<void> {
    const { results } = await this.#certain("POST", path, row);
    const [result] = results;
    if (result.errors || result.error || result.code)
      throw new Error(`a row was refused: ${JSON.stringify({ path, row, result })}`);
  }

  async #certain(method: Write["method"], path: string, body?: unknown): Promise<Json> {
    const { status, text, body: answer } = await this.#sender.untilCertain({ method, path, body });
    if (status >= 300) throw new Error(`${method} ${path} was refused: ${status} ${text}`);
    return answer;
  }
}
