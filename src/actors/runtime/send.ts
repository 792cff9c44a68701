import type { Command, ReplyTo } from "../command.ts";
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
