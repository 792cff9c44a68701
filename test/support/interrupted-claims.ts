import type { Command } from "../../src/actors/command.ts";
import { HANDLERS, type Handlers } from "../../src/actors/handlers.ts";

const { AcceptHandover, RefuseHandover, EndHandover } = HANDLERS;

/** The steps of claims that fail as if their process had died, by the id of the guest's wishlist. */
export const interrupted = new Map<string, Command["type"][]>();

function failIfInterrupted(type: Command["type"], wishlistId: string): void {
  if (interrupted.get(wishlistId)?.includes(type)) throw new Error("interrupted");
}

/** The handlers of a service whose claims can be {@link interrupted}. */
export const INTERRUPTIBLE: Handlers = {
  ...HANDLERS,
  AcceptHandover(command, ...rest) {
    failIfInterrupted("AcceptHandover", command.guestWishlistId);
    return AcceptHandover(command, ...rest);
  },
  RefuseHandover(command, ...rest) {
    failIfInterrupted("RefuseHandover", command.guestWishlistId);
    return RefuseHandover(command, ...rest);
  },
  EndHandover(command, ...rest) {
    failIfInterrupted("EndHandover", command.wishlistId);
    return EndHandover(command, ...rest);
  },
};
