import assert from "node:assert/strict";
import { CONSENTING } from "../exports.ts";
import { type Caller, CS, given, type Json, unique, WS } from "../service.ts";
import { newGuestList } from "../shop.ts";

type Pick = (count: number) => number;

const REFUSING = { accepts_marketing: false, marketing_opt_in_level: null };

/** Changes that are more frequent than others, so that there is something to change. */
const FREQUENT = [
  "consents",
  "newList",
  "shows",
  "adds",
  "adds",
  "adds",
  "updates",
  "removes",
  "moves",
  "moves",
];

/** Changes that can be made, by their names. */
type Changes = Record<string, () => Promise<{ status: number; text: string }>>;

/** A few customers who change their wishes at random in every way that an export notices. */
export class Shopping {
  readonly #shop: Caller;
  readonly #pick: Pick;
  readonly #refs = [unique("a"), unique("b")];
  readonly #variants = Array.from({ length: 4 }, () => unique("v"));
  /** The names of the changes that were made. */
  readonly log: string[] = [];

  constructor(shop: Caller, pick: Pick) {
    this.#shop = shop;
    this.#pick = pick;
  }

  #any<T>(things: readonly T[]): T | undefined {
    return things[this.#pick(things.length)];
  }

  /** Makes a random change. */
  async step(): Promise<void> {
    const ref = this.#any(this.#refs) ?? "";
    const isThere = (await this.#shop.get(`${CS}/customers/${ref}`)).status === 200;
    if (!isThere && this.#pick(3) > 0)
      return this.#make("creates", ref, this.#shop.post(`${CS}/customers`, { id: ref, ...this.#consent() }));
    const { body } = await this.#shop.get(`${WS}/wishlists/lookup?customerRef=${ref}`);
    const lists: Json[] = body.wishlist ?? [];
    const list = this.#any(lists);
    const item = this.#any<Json>(list?.wishlistItems ?? []);
    const changes = {
      ...(isThere ? this.#ofCustomer(ref) : {}),
      ...(list ? this.#ofList(list) : {}),
      ...(item ? this.#ofItem(item, lists) : {}),
    };
    const name = this.#any([...Object.keys(changes), ...FREQUENT.filter((each) => each in changes)]);
    if (name !== undefined) await this.#make(name, ref, changes[name]?.());
  }

  async #make(name: string, ref: string, answer: Promise<{ status: number; text: string }> | undefined) {
    const { status, text } = given(await answer);
    assert.ok(status < 300, `${name}: ${text}`);
    this.log.push(`${name} ${ref.slice(0, 1)}`);
  }

  #consent() {
    return this.#pick(3) > 0 ? CONSENTING : REFUSING;
  }

  #ofCustomer(ref: string): Changes {
    return {
      consents: () => this.#shop.put(`${CS}/customers`, { id: ref, ...CONSENTING }),
      refuses: () => this.#shop.put(`${CS}/customers`, { id: ref, ...REFUSING }),
      leaves: () => this.#shop.delete(`${CS}/customers/${ref}`),
      leavesWithLists: () => this.#shop.delete(`${CS}/customers/${ref}?wishlists=true`),
      newList: () =>
        this.#shop.post(`${WS}/wishlists`, {
          ...{ customerRef: ref, name: "list", isPrivate: this.#pick(3) === 0 },
        }),
      claims: async () => {
        const { guestToken } = await newGuestList(this.#shop, 2);
        const mode = this.#any(["keep", "merge"]);
        return this.#shop.post(`${WS}/wishlists/claim`, { guestToken, customerRef: ref, mode });
      },
    };
  }

  #ofList({ id: wishlistId }: Json): Changes {
    return {
      hides: () => this.#shop.put(`${WS}/wishlists`, { id: wishlistId, isPrivate: true }),
      shows: () => this.#shop.put(`${WS}/wishlists`, { id: wishlistId, isPrivate: false }),
      deletes: () => this.#shop.delete(`${WS}/wishlists?id=${wishlistId}`),
      adds: () =>
        this.#shop.post(`${WS}/wishlist/items`, {
          wishlistId,
          product: { productRef: "p", selectedVariantRef: this.#any(this.#variants) },
        }),
    };
  }

  #ofItem({ id, wishlistId }: Json, lists: readonly Json[]): Changes {
    const other = this.#any(lists.filter((list) => list.id !== wishlistId));
    return {
      updates: () => this.#shop.put(`${WS}/wishlist/items/id=${id}`, { note: `note ${this.#pick(1000)}` }),
      removes: () => this.#shop.delete(`${WS}/wishlist/items/${id}`),
      ...(other && {
        moves: () =>
          this.#shop.post(`${WS}/wishlist/items/move`, {
            ...{ wishlistId, toWishlistId: other.id, itemId: [id] },
          }),
      }),
    };
  }
}
