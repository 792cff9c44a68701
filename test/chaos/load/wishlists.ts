import { setTimeout as pause } from "node:timers/promises";
import { ERASED_DETAIL } from "../../../src/actors/runtime/kept-reply.ts";
import { numbersFrom } from "../../support/models/random.ts";
import { given, type Json, unique, WS } from "../../support/service.ts";
import type { WishlistOperation } from "../history/shrink.ts";
import { shown, type WishlistInput, type WishlistOutput } from "../history/wishlist-model.ts";
import type { Sender, Write } from "./sender.ts";

const ITEMS = `${WS}/wishlist/items`;
const LISTS = 4;
const CLIENTS_EACH = 3;
/** Wishlists with this known number of items get no more. A page shows 50. */
const FULL = 25;
const PACE_MS = 25;

/** A wishlist, with all operations of its clients and their answers. */
export interface Recorded {
  id: string;
  history: WishlistOperation[];
  /** Items that were certainly added, until they are removed. */
  known: { variant: string; id: string }[];
  isDeleted: boolean;
  /** Variants that certainly were never added. */
  refused: string[];
}

/** Clients that write to and read the same few wishlists concurrently, and record the results. */
export class WishlistLoad {
  readonly #sender: Sender;
  readonly #customerRef: string;
  readonly #seed: number;
  readonly recorded: Recorded[] = [];
  readonly #current: Recorded[] = [];
  #isOver = false;

  constructor(sender: Sender, customerRef: string, seed: number) {
    this.#sender = sender;
    this.#customerRef = customerRef;
    this.#seed = seed;
  }

  /** Runs until {@link stop}. Resolves once every operation is over, and each wishlist was read a last time. */
  async run(): Promise<void> {
    for (let i = 0; i < LISTS; i++) this.#current.push(await this.#newList());
    const clients = Array.from({ length: LISTS * CLIENTS_EACH }, (_, i) => this.#client(i));
    await Promise.all(clients);
    await Promise.all(this.recorded.map((list) => this.#operate(list, { kind: "read" }, true)));
  }

  stop(): void {
    this.#isOver = true;
  }

  /** Forgets reads before a time. */
  forgetReads(before: number): void {
    for (const list of this.recorded)
      list.history = list.history.filter(
        ({ input, calledAt }) => input.kind !== "read" || calledAt >= before,
      );
  }

  async #newList(): Promise<Recorded> {
    const write: Write = {
      method: "POST",
      path: `${WS}/wishlists`,
      body: { customerRef: this.#customerRef, name: unique("list") },
    };
    const { status, body, text } = await this.#sender.untilCertain(write);
    if (status !== 201) throw new Error(`a wishlist was refused: ${text}`);
    const list: Recorded = { id: body.id, history: [], known: [], isDeleted: false, refused: [] };
    this.recorded.push(list);
    return list;
  }

  async #client(i: number): Promise<void> {
    const number = numbersFrom(this.#seed * 1000 + i);
    const place = i % LISTS;
    let version: string | undefined;
    while (!this.#isOver) {
      const list = given(this.#current[place]);
      const input = this.#inputOf(list, number, version);
      const output = await this.#operate(list, input, number(3) > 0);
      if (output && "version" in output) ({ version } = output);
      if (input.kind === "delete" && !list.isDeleted) {
        list.isDeleted = true;
        this.#current[place] = await this.#newList();
      }
      await pause(number(2 * PACE_MS));
    }
  }

  #inputOf(list: Recorded, number: (below: number) => number, version: string | undefined): WishlistInput {
    const chance = number(100);
    const quantity = 1 + number(9);
    const item = list.known[number(Math.max(1, list.known.length))];
    if (chance < 1 && !list.isDeleted) return { kind: "delete" };
    if (chance < 25) return { kind: "read" };
    if (item && chance < 45) return { kind: "set", variant: item.variant, quantity };
    if (item && version !== undefined && chance < 58)
      return { kind: "set", variant: item.variant, quantity, ifMatch: version };
    if (item && (chance < 70 || list.known.length > FULL)) return { kind: "remove", variant: item.variant };
    return { kind: "add", variant: unique("v"), quantity };
  }

  /** Runs an operation and records it; on request under a key until its outcome is certain. */
  async #operate(
    list: Recorded,
    input: WishlistInput,
    isCertain: boolean,
  ): Promise<WishlistOutput | undefined> {
    if (input.kind === "read") return this.#read(list);
    const write = this.#writeOf(list, input);
    const calledAt = performance.now();
    const answer = isCertain ? await this.#sender.untilCertain(write) : await this.#answerOf(write);
    const answeredAt = performance.now();
    if (answer === "not applied") {
      if (input.kind === "add") list.refused.push(input.variant);
      return undefined;
    }
    const output = answer && outputOf(answer);
    const returnedAt = output === undefined ? Infinity : answeredAt;
    list.history.push({ input, output, calledAt, returnedAt });
    if (input.kind === "add" && output?.kind === "done")
      list.known.push({ variant: input.variant, id: given(answer).body.id });
    if (input.kind === "remove" && output !== undefined)
      list.known = list.known.filter(({ variant }) => variant !== input.variant);
    return output;
  }

  async #answerOf(write: Write): Promise<Json> {
    const sent = await this.#sender.once(write);
    return sent.kind === "answered" ? sent.answer : sent.kind === "unknown" ? undefined : "not applied";
  }

  async #read(list: Recorded): Promise<WishlistOutput> {
    const { calledAt, answer } = await this.#sender.read(`${ITEMS}?id=${list.id}&pageSize=50`);
    const output = given(outputOf(answer));
    list.history.push({ input: { kind: "read" }, output, calledAt, returnedAt: performance.now() });
    return output;
  }

  #writeOf({ id, known }: Recorded, input: Exclude<WishlistInput, { kind: "read" }>): Write {
    if (input.kind === "delete") return { method: "DELETE", path: `${WS}/wishlists?id=${id}` };
    const { variant } = input;
    if (input.kind === "add") {
      const product = { productRef: "p", selectedVariantRef: variant };
      return { method: "POST", path: ITEMS, body: { wishlistId: id, product, quantity: input.quantity } };
    }
    const itemId = given(known.find((item) => item.variant === variant)).id;
    if (input.kind === "remove") return { method: "DELETE", path: `${ITEMS}/${itemId}` };
    const { quantity, ifMatch } = input;
    const body = { quantity };
    return {
      method: "PUT",
      path: `${ITEMS}/id=${itemId}`,
      body,
      ...(ifMatch === undefined ? {} : { ifMatch }),
    };
  }
}

/** The data of an answer about a wishlist; undefined if its deletion has erased the outcome of an earlier attempt. */
export function outputOf({ status, headers, body, text }: Json): WishlistOutput | undefined {
  const version = headers.etag === undefined ? {} : { version: String(headers.etag) };
  if (status === 404 && body.detail === ERASED_DETAIL) return undefined;
  if (status === 404) return { kind: "absent" };
  if (status === 412) return { kind: "stale" };
  if (status >= 300) throw new Error(`an answer that nothing explains: ${status} ${text}`);
  if (body?.wishlistItems === undefined) return { kind: "done", ...version };
  const items = body.wishlistItems.map(({ product, quantity = 1 }: Json) =>
    shown(product.selectedVariantRef, quantity),
  );
  return { kind: "items", items: items.sort(), ...version };
}
