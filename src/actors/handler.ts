import type { Draft } from "./state.ts";
import type { StateKey } from "../store/partition/state-keys.ts";
import type { Decision } from "./reply.ts";

/** Time and new ids of a command: all come from its stream entry, so that a replay decides the same. */
export interface CommandContext {
  /** ISO 8601. */
  readonly time: string;
  /** Version of whatever this command changes. */
  readonly version: string;
  readonly newWishlistId: string;
  newCustomerId(key: string): string;
  itemId(wishlistId: string, number: number): string;
  newProductId(key: string): string;
  variantId(productId: string, number: number): string;
  newAlertId(number: number): string;
}

/**
 * One kind of command; `B` is what the reply to it says, `never` for nothing. Both functions are pure: no clock, no
 * chance, no I/O.
 *
 * `decide` asks the draft for every state key that it depends on, also for claims of references that it only has to have
 * made. A state key that nobody has read is loaded, and the command decided anew. `reads` saves these rounds: it names
 * state keys that `decide` will ask for, as far as they are known, and is asked again after they are loaded, until it
 * names nothing new. It must not name a claim that the command may not make.
 */
export interface Handler<C, B = never> {
  readonly reads: (command: C, draft: Draft, context: CommandContext) => StateKey[];
  readonly decide: (command: C, draft: Draft, context: CommandContext) => Decision<B>;
}
