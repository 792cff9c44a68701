import { setTimeout as pause } from "node:timers/promises";
import { numbersFrom } from "../../support/models/random.ts";
import { type Answer, CS, given, type Json, unique, WS } from "../../support/service.ts";
import type { Sender, Write } from "./sender.ts";

const SHOPPERS = 2;
const PACE_MS = 100;
const MAX_WISHES = 4;

/** A tab that claims a guest's wishlist for a customer. */
export interface Tab {
  customerRef: string;
  /** Undefined if its outcome is unknown: its request was not repeated. */
  answer: Answer<Json> | undefined;
}

/** A guest's wishlist, its wishes, and the tabs that have claimed it concurrently. */
export interface ClaimedList {
  wishlistId: string;
  /** Variants of the guest's wishes. */
  variants: readonly string[];
  /** All customers that it was claimed for. */
  customers: readonly string[];
  tabs: readonly Tab[];
}

/** Guests who sign in: two tabs claim the guest's wishlist, mostly for the same customer. */
export class ClaimLoad {
  readonly #sender: Sender;
  readonly #seed: number;
  readonly claimed: ClaimedList[] = [];
  #isOver = false;

  constructor(sender: Sender, seed: number) {
    this.#sender = sender;
    this.#seed = seed;
  }

  /** Runs until {@link stop}. Resolves once no tab waits for an answer. */
  async run(): Promise<void> {
    await Promise.all(Array.from({ length: SHOPPERS }, (_, i) => this.#shopper(i)));
  }

  stop(): void {
    this.#isOver = true;
  }

  async #shopper(i: number): Promise<void> {
    const number = numbersFrom(this.#seed * 1000 + 900 + i);
    while (!this.#isOver) {
      await this.#signIn(number);
      await pause(number(2 * PACE_MS));
    }
  }

  async #signIn(number: (below: number) => number): Promise<void> {
    const count = number(4) === 0 ? 2 : 1;
    const customers: string[] = [];
    for (let i = 0; i < count; i++) customers.push(await this.#newCustomer(number(2) === 0));
    const guest = await this.#certain("POST", `${WS}/wishlists`, { name: "guest", guest: true });
    const variants = Array.from({ length: 1 + number(MAX_WISHES) }, () => unique("v"));
    const itemRef = variants.map((selectedVariantRef) => ({ productRef: "p", selectedVariantRef }));
    await this.#certain("POST", `${WS}/wishlist/add-items`, { wishlistId: guest.id, itemRef });
    const tabs = await Promise.all(
      [0, 1].map(async (i): Promise<Tab> => {
        const customerRef = given(customers[i % customers.length]);
        const mode = number(2) === 0 ? "merge" : "keep";
        const body = { guestToken: guest.guestToken, customerRef, mode };
        const write: Write = { method: "POST", path: `${WS}/wishlists/claim`, body };
        // A tab may be closed before it gets an answer.
        const isCertain = i === 0 || number(2) === 0;
        const answer = isCertain ? await this.#sender.untilCertain(write) : await this.#answerOf(write);
        return { customerRef, answer };
      }),
    );
    this.claimed.push({ wishlistId: guest.id, variants, customers, tabs });
  }

  async #answerOf(write: Write): Promise<Answer<Json> | undefined> {
    const sent = await this.#sender.once(write);
    return sent.kind === "answered" ? sent.answer : undefined;
  }

  async #newCustomer(hasDefault: boolean): Promise<string> {
    const customerRef = unique("c");
    await this.#certain("POST", `${CS}/customers`, { id: customerRef });
    if (hasDefault)
      await this.#certain("POST", `${WS}/wishlists`, { customerRef, name: "default", isDefault: true });
    return customerRef;
  }

  async #certain(method: Write["method"], path: string, body: unknown): Promise<Json> {
    const { status, text, body: answer } = await this.#sender.untilCertain({ method, path, body });
    if (status >= 300) throw new Error(`${method} ${path} was refused: ${status} ${text}`);
    return answer;
  }
}
