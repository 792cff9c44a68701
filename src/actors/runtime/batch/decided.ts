import type { Command } from "../../command.ts";
import { textOf } from "../../record-text.ts";
import { type Decision, refuse, type Reply } from "../../reply.ts";
import { isAnswer, keptText, KEY_BYTES } from "../kept-reply.ts";
import type { EntryContext, StreamCommand } from "../stream-command.ts";
import type { Decided } from "./batch-commit.ts";

const INTERNAL = refuse(
  "Internal",
  "The write could not be applied. It was moved to the dead letters, for the operator.",
);

/** Returns a command that has become a dead letter, with the reply to its sender. */
export const internalError = (received: StreamCommand): Decided => ({
  received,
  reply: INTERNAL,
  kept: undefined,
});

/** Returns the wishlist, or the customer's slot, that a command's reply is about. */
function subjectOf(command: Command, context: EntryContext): string | undefined {
  if (command.type === "CreateWishlist") return context.newWishlistId;
  if ("wishlistId" in command) return command.wishlistId;
  return "slot" in command ? command.slot : undefined;
}

function replyOf(decision: Decision): Reply {
  if (!decision.ok || !decision.body) return decision;
  const { body, ...rest } = decision;
  return { json: textOf(body), ...rest };
}

/** Returns a decided command with its reply, and with the answer to keep if the sender gave an Idempotency-Key. */
export function decidedOf(received: StreamCommand, decision: Decision, context: EntryContext): Decided {
  const reply = replyOf(decision);
  const { command, digest } = received.envelope ?? {};
  const about = command && subjectOf(command, context);
  if (digest === undefined || about === undefined || !isAnswer(reply))
    return { received, reply, kept: undefined };
  const text = keptText(reply, about);
  const isLong = reply.ok && text.length >= KEY_BYTES;
  return {
    received,
    reply: isLong ? { ...reply, keptBytes: text.length } : reply,
    kept: { digest, about, text },
  };
}
