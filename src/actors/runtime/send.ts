import type { BodyOf, Command, ReplyTo } from "../command.ts";
import type { Accepted } from "../reply.ts";
import type { Dispatcher } from "./dispatcher.ts";

/** A command with its partition. */
export interface Plan<C extends Command = Command> {
  partition: number;
  command: C;
}

/** Sends one command and resolves to its reply. */
export type Send = <C extends Command>(plan: Plan<C>) => Promise<ReplyTo<C>>;

/** Returns a function that sends commands through a dispatcher. */
export const sendThrough =
  (dispatcher: Pick<Dispatcher, "send">): Send =>
  ({ partition, command }) =>
    dispatcher.send({ partition }, command);

/**
 * Sends a command that its actor is expected to accept. Resolves to the reply.
 *
 * @throws if the command is refused
 */
export async function sendAccepted<C extends Command>(
  dispatcher: Pick<Dispatcher, "send">,
  { partition, command }: Plan<C>,
): Promise<Accepted<BodyOf<C>>> {
  const reply = await dispatcher.send({ partition }, command);
  if (!reply.ok) throw new Error(`${command.type} was refused: ${reply.detail}`);
  return reply;
}
