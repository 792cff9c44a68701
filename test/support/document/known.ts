import type fc from "fast-check";
import type { Command } from "../../../src/actors/command.ts";
import type { Decision } from "../../../src/actors/reply.ts";

interface ShareName {
  wishlistId: string;
  shareId: string;
}

const NO_WISHLIST = "w000000000000aaaaaa";

/** The ids of what the commands before have made. */
export class Known {
  readonly #wishlists: string[] = [];
  readonly #shares: ShareName[] = [];

  noteWishlist(id: string): void {
    this.#wishlists.push(id);
  }

  noteShare(share: ShareName): void {
    this.#shares.push(share);
  }

  /** Notes what a command has made, where it was not refused. */
  note(command: Command, decision: Decision): void {
    if (!decision.ok) return;
    const { id } = (decision.body ?? {}) as { id: string };
    if (command.type === "CreateWishlist") this.noteWishlist(id);
    if (command.type === "CreateShare") this.noteShare({ wishlistId: command.wishlistId, shareId: id });
  }

  /** One of the wishlists; one that never was while there are none. */
  wishlist(index: number): string {
    return this.#wishlists[index % this.#wishlists.length] ?? NO_WISHLIST;
  }

  /** One of the links to wishlists; one that never was while there are none. */
  share(index: number): ShareName {
    return this.#shares[index % this.#shares.length] ?? { wishlistId: NO_WISHLIST, shareId: "none" };
  }
}

/** Makes a command once it is known what the commands before it have made. */
export type Make = (known: Known) => Command;

/** Commands of any values. */
export const made = <T>(
  values: fc.Arbitrary<T>,
  make: (value: T, known: Known) => Command,
): fc.Arbitrary<Make> =>
  values.map(
    (value): Make =>
      (known) =>
        make(value, known),
  );
