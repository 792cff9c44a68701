import type fc from "fast-check";
import type { Command } from "../../../src/actors/command.ts";
import type { Decision } from "../../../src/actors/reply.ts";

interface ShareName {
  wishlistId: string;
  shareId: string;
}

const NO_WISHLIST = "w000000000000aaaaaa";

/** The ids that earlier commands have created. */
export class Known {
  readonly #wishlists: string[] = [];
  readonly #shares: ShareName[] = [];

  noteWishlist(id: string): void {
    this.#wishlists.push(id);
  }

  noteShare(share: ShareName): void {
    this.#shares.push(share);
  }

  /** Records what a command has created, unless it was refused. */
  note(command: Command, decision: Decision): void {
    if (!decision.ok) return;
    const { id } = (decision.body ?? {}) as { id: string };
    if (command.type === "CreateWishlist") this.noteWishlist(id);
    if (command.type === "CreateShare") this.noteShare({ wishlistId: command.wishlistId, shareId: id });
  }

  /** Returns one of the wishlists; an id that does not exist while there are none. */
  wishlist(index: number): string {
    return this.#wishlists[index % this.#wishlists.length] ?? NO_WISHLIST;
  }

  /** Returns one of the links to wishlists; a link that does not exist while there are none. */
  share(index: number): ShareName {
    return this.#shares[index % this.#shares.length] ?? { wishlistId: NO_WISHLIST, shareId: "none" };
  }
}

/** Creates a command from the ids that earlier commands have created. */
export type Make = (known: Known) => Command;

/** Returns commands with any values. */
export const made = <T>(
  values: fc.Arbitrary<T>,
  make: (value: T, known: Known) => Command,
): fc.Arbitrary<Make> =>
  values.map(
    (value): Make =>
      (known) =>
        make(value, known),
  );
