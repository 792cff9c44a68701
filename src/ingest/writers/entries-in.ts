import type { Command } from "../../actors/command.ts";

/**
 * Returns how much work the command of a row is, or of several rows about one product: the number of the entries of its
 * list, at least 1. A product may have thousands of variants.
 */
export function entriesIn(command: Command): number {
  switch (command.type) {
    case "PutProduct":
      return Math.max(1, command.variants.length);
    case "SetStock":
      return Math.max(1, command.levels.length);
    case "PutOrder":
      return Math.max(1, command.order.lines.length);
    default:
      return 1;
  }
}
