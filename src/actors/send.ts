import type { Command } from "./command.ts";
import type { Reply } from "./reply.ts";

/** Where a command goes. */
export interface Plan {
  partition: number;
  command: Command;
}

/** Sends one command and resolves to its reply. */
export type Send = (plan: { partition: number; command: Command }) => Promise<Reply>;
