import type { Decision } from "./reply.ts";
import type { Draft } from "./state/draft.ts";

/** Time and new ids for a command. All of them come from its stream entry, so that a replay decides the same. */
export interface CommandContext {
  /** ISO 8601. */
  readonly time: string;
  /** Version of the entity that this command changes. */
  readonly version: string;
  readonly newWishlistId: string;
  newCustomerId(key: string): string;
  newProductId(key: string): string;
  readonly newShareId: string;
  newAlertId(number: number): string;
}

/**
 * Decides one kind of command. `B` is the body of its reply; `never` for none. A handler is pure: no clock, no random
 * numbers, no I/O. It reads all state from the draft; reading a claim makes it. If state is not loaded, the draft
 * throws, and the command is decided again from the start once the state is loaded. A handler that needs several values
 * names them first with {@link Draft.load}, because each separate request costs a round trip.
 */
export type Handler<C, B = never> = (command: C, draft: Draft, context: CommandContext) => Decision<B>;

/** One run of a handler, for the functions that it consists of. */
export interface HandlerRun<C> {
  readonly command: C;
  readonly draft: Draft;
  readonly context: CommandContext;
}
